// The pure parts of the studio's page. Tests of the Swift side compare the fields that it writes with the same messages.
import assert from 'node:assert/strict'
import { resolveObjectURL } from 'node:buffer'
import { readFileSync } from 'node:fs'
import { describe, test } from 'node:test'
import { criteriaOf, marginOf } from '../../Sources/Web/replay/criteria.js'
import { replayAt, spanOf } from '../../Sources/Web/replay/record.js'
import { reasonOf, sentenceOf } from '../../Sources/Web/replay/words.js'
import { fractionsOf } from '../../Sources/Web/studio/display.js'
import { Link } from '../../Sources/Web/studio/link.js'
import { partsOf } from '../../Sources/Web/studio/live/decisions.js'
import { rangeOf, slopeOf } from '../../Sources/Web/studio/live/chart.js'
import { areaOf, fitAt, recordOf } from '../../Sources/Web/studio/live/path.js'
import { liveRequest, readMessage, replayRequest } from '../../Sources/Web/studio/messages.js'
import { ReportLink } from '../../Sources/Web/studio/report-link.js'
import { Trails } from '../../Sources/Web/studio/trails.js'
import { partWithin } from '../../Sources/Web/studio/tune/field.js'
import { beginRequest, feelRequest, fieldRequest, stepRequest } from '../../Sources/Web/studio/tune/messages.js'
import {
  changeOf, changeParts, changesText, doubtfulFirst, leftOutText, rateRows, shareOf, thresholdRows,
} from '../../Sources/Web/studio/tune/proposal.js'
import { cardsOf, indexAfter } from '../../Sources/Web/studio/tune/cards.js'
import { feltText, lastText, progressText } from '../../Sources/Web/studio/tune/tune.js'

const cases = JSON.parse(readFileSync(new URL('../Cases/studio.json', import.meta.url), 'utf8'))
const lines = cases.map(message => JSON.stringify(message))
const messages = lines.map(readMessage)
const of = type => messages.filter(message => message.type === type)

describe('A message of the studio', () => {
  test('is read in each type', () => {
    assert.deepEqual(new Set(messages.map(({ type }) => type)),
      new Set([
        'studio', 'live', 'decision', 'replay', 'measure', 'coverage', 'report', 'tune', 'proposal', 'feel',
      ]))
    const [studio] = of('studio')
    assert.equal(studio.panel.name, 'Made panel')
    assert.equal(studio.panel.isSizeKnown, true)
    assert.deepEqual(studio.areas, [{ x: 10, y: 0, width: 20, height: 136 }])
    assert.ok(studio.rule.distance > 0 && studio.rule.speed > 0)
    const { contacts } = of('live').at(-1)
    assert.ok(contacts.every(({ x, trail, velocity }) => x > 0 && trail.length > 0 && Number.isFinite(velocity.x)))
    const [{ decision, number }] = of('decision')
    assert.equal(number, 1)
    assert.equal(decision.commit, true)
    assert.equal(decision.direction, 'left')
  })

  test('has no field without a value', () => {
    const walk = value => {
      assert.notEqual(value, undefined)
      if (typeof value === 'number') assert.ok(Number.isFinite(value))
      if (value && typeof value === 'object') Object.values(value).forEach(walk)
    }
    walk(messages)
  })

  test('is null for other text', () => {
    const texts = ['', 'x', '1', 'null', '[]', '{}', '{"type":"toString"}', '{"type":"live"}', '{"type":"replay"']
    for (const text of texts) assert.equal(readMessage(text), null, text)
  })

  test('requests what the Swift side reads', () => {
    assert.equal(liveRequest(), '{"request":"live"}')
    assert.equal(replayRequest(3), '{"request":"replay","number":3}')
  })
})

describe('The chart of a replay', () => {
  const moments = [0, 10, 20, 30].map(time => ({ time, distance: time / 2 }))
  const record = { moments, decidedAt: 30, to: 130 }

  test('has room for the longest distance and for the threshold', () => {
    assert.deepEqual(rangeOf(record, 10), { from: 0, to: 130, distance: 16.5 })
    assert.deepEqual(rangeOf(record, 20), { from: 0, to: 130, distance: 22 })
  })

  test('draws the speed of the fit through its newest sample', () => {
    const ends = slopeOf(record, { last: 2, window: 20 }, 500)
    assert.deepEqual(ends, [[0, 0], [40, 20]])
  })
})

describe('A replay', () => {
  const [{ swipe }, { swipe: unknown }] = of('replay')
  const record = recordOf(swipe)
  const { from, decided: end, to } = spanOf(record)

  test('is null for a swipe that is no longer kept', () => assert.equal(unknown, null))

  test('begins at the landing and ends after the lift', () => {
    assert.ok(from === 0 && end === swipe.moments.at(-1).time && to > end)
    assert.deepEqual(replayAt(record, 0).position, { x: swipe.x, y: swipe.y })
    const last = replayAt(record, to)
    assert.deepEqual([last.phase, replayAt(record, end).phase, replayAt(record, end - 1).phase], ['over', 'flying', 'held'])
    assert.equal(last.position.x, swipe.x + swipe.moments.at(-1).x)
  })

  test('of a long swipe begins 900 ms before its end', () => {
    const long = { x: 0, y: 0, moments: [{ ...swipe.moments[0] }, { ...swipe.moments[1], time: 5000 }] }
    assert.deepEqual(spanOf(recordOf(long)), { from: 4100, decided: 5000, to: 5100 })
  })

  test('moves evenly between two moments', () => {
    const [one, two] = swipe.moments.slice(5, 7)
    const { position } = replayAt(record, (one.time + two.time) / 2)
    assert.ok(Math.abs(position.x - swipe.x - (one.x + two.x) / 2) < 1e-9)
  })

  test('shows the samples of the fit: those of its window, the newest last', () => {
    const { index } = replayAt(record, end)
    const fit = fitAt(record, index)
    assert.ok(fit.first < fit.last && fit.last <= index)
    const [oldest, latest] = [fit.first, fit.last].map(number => swipe.moments[number].time)
    assert.ok(latest - oldest <= fit.window + 1e-9)
    assert.ok(fit.velocity.x < -100 && fit.samples > 2 && fit.confidence > 0.9)
    assert.equal(fitAt(record, 0), null)
  })

  test('shows the whole path and its arrows in the proportions of the canvas, and no less than 40 mm', () => {
    const reach = 0.1
    const isInside = (x, y, area) => x > area.x && x < area.x + area.width && y > area.y && y < area.y + area.height
    for (const proportion of [0.4, 1, 2.5]) {
      const area = areaOf(record, proportion, reach)
      assert.ok(Math.abs(area.width / area.height - proportion) < 1e-9)
      assert.ok(Math.min(area.width, area.height) >= 40 - 1e-9)
      for (const { x, y, fit } of swipe.moments) {
        const [left, top] = [swipe.x + x, swipe.y + y]
        assert.ok(isInside(left, top, area) && isInside(left + fit.x * reach, top + fit.y * reach, area))
      }
    }
  })
})

describe('The trails of the contacts', () => {
  const contact = (number, trail, isDown = true) =>
    ({ number, trail, isDown, x: 0, y: 0, velocity: { x: 0, y: 0 }, size: null })

  test('continue with the new positions of each message, and end with the contact', () => {
    const trails = new Trails()
    trails.add([contact(1, [[0, 0], [1, 0]]), contact(2, [[5, 5]])])
    trails.add([contact(1, [[2, 0]], false)])
    assert.deepEqual(trails.contacts.map(({ number, trail }) => [number, trail]), [[1, [[0, 0], [1, 0], [2, 0]]]])
    assert.equal(trails.down, 0)
    trails.clear()
    assert.deepEqual(trails.contacts, [])
  })

  test('have at most 240 positions', () => {
    const trails = new Trails()
    for (let x = 0; x < 1000; x++) trails.add([contact(1, [[x, 0]])])
    assert.equal(trails.contacts[0].trail.length, 240)
    assert.deepEqual(trails.contacts[0].trail.at(-1), [999, 0])
  })
})

describe('The words of a decision', () => {
  const decision = {
    kind: 'flick', commit: true, by: ['distance', 'velocity'], direction: 'left_up', distance: 53.42,
    distanceThreshold: 31.2, speed: 319, speedThreshold: 125, predicted: null, predictedThreshold: null,
    noCommit: null,
  }

  test('contain margins whose sign shows whether the criterion is met', () => {
    assert.equal(marginOf(53.42, 31.2), '+71 %')
    assert.equal(marginOf(31.2, 31.2), '−0.0 %')
    assert.equal(marginOf(31.21, 31.2), '+0.0 %')
    assert.equal(marginOf(0, 125), '−100 %')
    assert.equal(marginOf(5, 0), '–')
  })

  test('contain the result and the reason', () => {
    assert.equal(sentenceOf({ decision }), 'flick left up: commit, by distance and speed')
    const back = { ...decision, commit: false, by: [], noCommit: 'short_travel', kind: 'drag', direction: null }
    assert.equal(sentenceOf({ decision: back }), 'drag: return, travelled too little for its speed to count')
    assert.equal(sentenceOf({ decision: null, cancelled: 'events_lost' }), 'swipe: cancel, events lost')
    const recoil = { ...decision, by: ['distance'], kind: 'drag', recoil: { x: 2.886, y: 0.5 } }
    assert.equal(reasonOf({ decision: recoil }), 'by distance; recoil 2.9, 0.5 mm')
    // A reason of a later version.
    assert.equal(reasonOf({ decision: { ...back, noCommit: 'other' } }), 'other')
  })

  test('compare speed and distance, and the predicted end if the rule uses it', () => {
    assert.deepEqual(criteriaOf(decision, 'mm').map(({ name, unit, isMet }) => [name, unit, isMet]),
      [['velocity', 'mm/s', true], ['distance', 'mm', true]])
    const three = criteriaOf({ ...decision, predicted: 20, predictedThreshold: 30 }, 'mm')
    assert.deepEqual(three.at(-1), {
      name: 'predicted', label: 'Predicted end', value: 20, threshold: 30, unit: 'mm', isMet: false,
    })
  })

  test('fill a row of the list', () => {
    assert.deepEqual(partsOf({ decision, fingers: 2, zone: 'cards' }), [
      ['arrow', '↖'], ['what', 'flick left up: commit'], ['why', '2 fingers, zone cards, by distance and speed'],
      ['far', '53.4 mm +71 %'], ['fast', '319 mm/s +155 %'],
    ])
    assert.deepEqual(partsOf({ decision: null, cancelled: 'palm', fingers: 1, zone: null }),
      [['arrow', '×'], ['what', 'cancelled'], ['why', 'palm']])
  })
})

describe('The link that saves a report', () => {
  const make = () => {
    const link = { removeAttribute(name) { delete this[name] } }
    return { link, report: new ReportLink(link) }
  }

  test('contains the newest page, and releases the former one', async () => {
    const { link, report } = make()
    assert.equal(link.hidden, true)
    report.offer('<p>one</p>')
    assert.equal(link.hidden, false)
    const first = link.href
    const page = resolveObjectURL(first)
    assert.deepEqual([page.type, await page.text()], ['text/html', '<p>one</p>'])
    report.offer('<p>two</p>')
    assert.equal(await resolveObjectURL(link.href).text(), '<p>two</p>')
    assert.equal(resolveObjectURL(first), undefined)
  })

  test('is hidden without a report, and releases the former page', () => {
    const { link, report } = make()
    report.offer('<p>one</p>')
    const { href } = link
    report.offer(null)
    assert.deepEqual([link.hidden, link.href, resolveObjectURL(href)], [true, undefined, undefined])
  })
})

describe('The room Tune', () => {
  const [full, few] = of('proposal')

  test('reads the report of a session, and why it was not saved', () => {
    assert.match(full.report.page, /<h1>Made panel: people<\/h1>/)
    assert.equal(full.report.note, null)
    assert.match(few.report.note, /: the report is not saved; save the report from this page$/)
    const line = { ...cases.find(({ type }) => type === 'proposal'), report: null }
    assert.equal(readMessage(JSON.stringify(line)).report, null)
  })

  const asked = of('tune').find(({ state, last }) => state === 'asked' && last?.isCounted)

  test('requests what the Swift side reads', () => {
    assert.equal(beginRequest(3), '{"request":"tune","do":"begin","people":3}')
    assert.equal(stepRequest('undo'), '{"request":"tune","do":"undo"}')
    assert.equal(feelRequest('proposed'), '{"request":"tune","do":"feel","rule":"proposed"}')
    assert.equal(fieldRequest([0, 0.5, 1, 0.25]), '{"request":"tune","do":"field","field":[0,0.5,1,0.25]}')
  })

  test('names the person, the exercise and the number of tries', () => {
    assert.equal(progressText(asked), 'Person 1 of 6, exercise 1 of 4: flick')
    assert.ok(asked.exercise.done > 0 && asked.exercise.tries === 10)
    assert.match(asked.last.text, / mm\/s at the lift: /)
    const rejected = of('tune').find(({ last }) => last?.isCounted === false)
    assert.match(lastText(rejected.last), /^✗ not counted: /)
    assert.match(lastText(asked.last), /^✓ \d/)
    assert.equal(lastText({ text: 'took flick 1 back', isCounted: null }), 'took flick 1 back')
    assert.equal(lastText(null), '')
  })

  test('reports its field in fractions of the display, wherever the window is', () => {
    const display = { left: 0, top: 0, width: 1000, height: 500 }
    const box = { left: 100, top: 50, right: 300, bottom: 100 }
    assert.deepEqual(fractionsOf(box, display), [0.1, 0.1, 0.2, 0.1])
    assert.deepEqual(fractionsOf(box, { ...display, left: -200, top: -100 }), [0.3, 0.3, 0.2, 0.1])
    // The window reaches beyond the display.
    assert.deepEqual(fractionsOf(box, { ...display, left: 200 }), [0, 0.1, 0.1, 0.1])
    assert.deepEqual(fractionsOf(box, { ...display, left: -1000 }), [])
    assert.deepEqual(fractionsOf({ left: 0, top: 0, right: 0, bottom: 0 }, display), [])
  })

  test('reports only the part of the row of cards that is not scrolled away', () => {
    const view = { left: 0, top: 100, right: 500, bottom: 400 }
    assert.deepEqual(partWithin({ left: 10, top: 350, right: 90, bottom: 600 }, view),
      { left: 10, top: 350, right: 90, bottom: 400 })
    assert.equal(partWithin({ left: 10, top: 400, right: 90, bottom: 600 }, view), null)
  })

  test('shows the thresholds, with a sign for a change', () => {
    const [distance, speed] = thresholdRows(full.thresholds)
    assert.deepEqual(distance.slice(0, 3), ['distance, mm', '31.2', '= 31.2'])
    assert.equal(speed[0], 'speed, mm/s')
    assert.match(speed[2], /^→ \d+$/)
    assert.match(speed[3], /^\d+–\d+$/)
    assert.deepEqual(thresholdRows(few.thresholds).map(([, , proposed]) => proposed), Array(3).fill('none'))
    const [uncertain] = thresholdRows([{ ...full.thresholds[1], isStable: false }])
    assert.match(uncertain[3], /, not certain$/)
  })

  test('shows the error rates before and after, and how they change', () => {
    const share = (count, of) => ({ count, of, percent: (100 * count / of).toFixed(1) })
    const rate = (present, proposed) => ({ name: 'x', present: share(present, 50), proposed: share(proposed, 50) })
    assert.deepEqual([rate(3, 1), rate(1, 3), rate(2, 2)].map(changeOf), ['better', 'worse', 'same'])
    assert.equal(changeOf({ present: share(1, 2), proposed: null }), null)
    assert.equal(shareOf(share(3, 50)), '3 of 50, 6.0\u00a0%')
    assert.equal(shareOf({ count: 0, of: 0, percent: null }), '–')
    assert.equal(rateRows(full.rates)[0][0], 'flicks that return')
    assert.equal(rateRows(full.rates)[0][3], '▼ fewer')
    assert.equal(rateRows(few.rates)[0][2], '–')
    assert.match(leftOutText(full.rates), /^Each person judged .*: all missed swipes \d+ of \d+, [\d.]+\u00a0%; all false commits /)
    assert.equal(leftOutText(few.rates), '')
  })

  test('names the tries that are decided otherwise, with a sign', () => {
    assert.deepEqual(changeParts(full.changes[0]).slice(0, 2), ['✓', 'Person 1, flick: return → commit'])
    const [one] = full.changes
    assert.equal(changesText([one, { ...one, isBetter: false }, { ...one, isBetter: null }]),
      '3 tries are decided otherwise: 1 now as meant\u00a0✓, 1 no longer\u00a0✗, 1 scroll')
    assert.equal(changesText([one]), '1 try is decided otherwise: 1 now as meant\u00a0✓')
    assert.equal(changesText([]), 'No try is decided otherwise')
    assert.equal(changeParts({ ...one, isBetter: null })[0], '·')
    assert.match(changeParts(one)[2], /^[\d.]+ mm, [\d,.]+ mm\/s$/)
    const order = doubtfulFirst([true, null, true, false].map(isBetter => ({ isBetter })))
    assert.deepEqual(order.map(({ isBetter }) => isBetter), [false, null, true, true])
  })

  test('moves the cards with the finger, and repeats nine of them', () => {
    assert.deepEqual(cardsOf(0, -0.25).map(({ x }) => x), [-2.25, -1.25, -0.25, 0.75, 1.75])
    assert.deepEqual(cardsOf(0, 0).map(({ face }) => face), [8, 9, 1, 2, 3])
    assert.deepEqual(cardsOf(9, 0).map(({ face }) => face), [8, 9, 1, 2, 3])
  })

  test('goes to the card that the decision chooses', () => {
    assert.equal(indexAfter(4, { commit: true, direction: 'left' }), 5)
    assert.equal(indexAfter(4, { commit: true, direction: 'right' }), 3)
    assert.equal(indexAfter(4, { commit: false, direction: 'left' }), 4)
    const [, moving, ended] = of('feel')
    assert.ok(moving.swipe.x < 0 && !moving.swipe.isEnded && ended.swipe.isEnded)
    assert.equal(feltText(ended), 'Back by the present rule; next card by the proposed one')
    assert.equal(feltText({ rule: 'present', swipe: { ...ended.swipe, proposed: null } }), 'Back by the present rule')
    assert.equal(feltText({ rule: 'present', swipe: { isCancelled: true } }), 'flickd cancelled this swipe')
  })
})

describe('The connection of the studio', () => {
  function connect() {
    const sockets = []
    const [states, heard, waits] = [[], [], []]
    class WebSocket {
      readyState = 1
      sent = []
      constructor(url, protocols) {
        Object.assign(this, { url, protocols })
        sockets.push(this)
      }
      send(text) { this.sent.push(text) }
    }
    const link = new Link('ws://127.0.0.1:1/', {
      token: 'T', session: 'S', heard: message => heard.push(message.type),
      changed: ({ state, reason }) => states.push([state, reason]), open: () => link.send('first'),
      WebSocket, wait: next => waits.push(next),
    })
    link.connect()
    return { link, sockets, states, heard, waits }
  }

  test('presents token and session, and requests as soon as it is open', () => {
    const { sockets: [socket] } = connect()
    assert.deepEqual(socket.protocols, ['flickd', 'flickd.token.T', 'flickd.session.S'])
    socket.onopen()
    assert.deepEqual(socket.sent, ['first'])
  })

  test('is connected with the first message, and ignores what is not one', () => {
    const { sockets: [socket], states, heard } = connect()
    socket.onopen()
    for (const data of ['nonsense', new ArrayBuffer(1), lines[0], lines[1]]) socket.onmessage({ data })
    assert.deepEqual(heard, ['studio', 'live'])
    assert.deepEqual(states, [['connecting', null], ['connected', null]])
  })

  test('connects again after a loss, and drops requests until then', () => {
    const { link, sockets, states, waits } = connect()
    sockets[0].onmessage({ data: lines[0] })
    sockets[0].onclose({ code: 1006, reason: '' })
    link.send('lost')
    assert.deepEqual(sockets[0].sent, [])
    assert.deepEqual(states.at(-1), ['waiting', 'flickctl studio does not answer'])
    waits[0]()
    assert.equal(sockets.length, 2)
  })

  test('keeps the reason with which flickctl has ended until it is connected again', () => {
    const { sockets, states, waits } = connect()
    sockets[0].onmessage({ data: lines[0] })
    const gone = 'the panel is gone: plug it in, and run flickctl studio again'
    sockets[0].onclose({ code: 1011, reason: gone })
    waits[0]()
    sockets[1].onclose({ code: 1006, reason: '' })
    waits[1]()
    assert.deepEqual(states.slice(2), [['waiting', gone], ['waiting', gone]])
    sockets[2].onmessage({ data: lines[0] })
    sockets[2].onclose({ code: 1006, reason: '' })
    waits[2]()
    assert.deepEqual(states.slice(4),
      [['connected', null], ['waiting', 'flickctl studio does not answer'], ['connecting', null]])
  })

  test('stays refused with the reason', () => {
    const { sockets: [socket], states, waits } = connect()
    socket.onclose({ code: 1008, reason: 'this address was used already' })
    assert.deepEqual(states.at(-1), ['refused', 'this address was used already'])
    assert.equal(waits.length, 0)
  })
})
