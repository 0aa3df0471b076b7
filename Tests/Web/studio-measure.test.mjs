// The pure parts of the room Measure of the studio's page.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { displayOf } from '../../Sources/Web/studio/display.js'
import { Coverage } from '../../Sources/Web/studio/measure/coverage.js'
import { measureRequest, targetsRequest } from '../../Sources/Web/studio/measure/messages.js'
import { diameterOf, roomBeside, targetsOf } from '../../Sources/Web/studio/measure/targets.js'
import {
  countOf, countedOf, fingersOf, gradeOf, gradesOf, missingOf, nameOf, planOf, requestOf, summaryOf, talliesOf, timeOf,
  worstFirst,
} from '../../Sources/Web/studio/measure/words.js'
import { readMessage } from '../../Sources/Web/studio/messages.js'
import { PANEL, READY, REPORT, askedAt, coverageOf, overWith } from './measuring.mjs'

const read = message => readMessage(JSON.stringify(message))

describe('A message of the room Measure', () => {
  test('is read in each of the three types', () => {
    const { state, stations, station, results } = read(askedAt(3, { elapsed: 3.2, contacts: 1, target: 2 }))
    assert.deepEqual([state, stations.length, stations[2], stations[3]],
      ['asked', 12, { word: 'taps', state: 'done' }, { word: 'targets', state: 'asked' }])
    assert.deepEqual(station, {
      word: 'targets', number: 4, count: 12, request: 'tap the middle of each target as it appears', elapsed: 3.2, patience: 60,
      contacts: 1, target: 2, counted: null, needed: null,
    })
    const { station: swipes } = read(askedAt(7, { counted: 3 }))
    assert.deepEqual([swipes.counted, swipes.needed], [3, 5])
    assert.deepEqual(results[0], {
      metric: 'ghosts', axis: 'both', value: 0, unit: 'count', shown: '0', why: null,
      grades: [
        { source: 'w8', name: 'Windows 8', grade: 'pass', limit: '0', judged: null },
        { source: 'w10', name: 'Windows 10', grade: 'pass', limit: '0', judged: null },
      ],
    })
    assert.equal(read(READY).station, null)
    const { added, dead, isReset, columns } = read(coverageOf([0], { hasDead: true, isReset: true }))
    assert.deepEqual([added.length, dead.length, isReset, columns], [68, 76, true, 68])
    assert.equal(read(coverageOf([0])).isReset, false)
    assert.deepEqual(Object.keys(read(REPORT)), ['type', 'page', 'settings', 'command', 'note'])
  })

  test('is null if it lacks its fields', () => {
    for (const line of [{ type: 'measure' }, { type: 'measure', state: 'ready' }, { type: 'coverage', new: [] }]) {
      assert.equal(read(line), null)
    }
  })

  test('requests what the Swift side reads', () => {
    assert.equal(measureRequest('begin'), '{"request":"measure","do":"begin"}')
    assert.equal(measureRequest('skip', 7), '{"request":"measure","do":"skip","station":7}')
    assert.equal(targetsRequest([[0.1, 0.5]]), '{"request":"measure","do":"targets","targets":[[0.1,0.5]]}')
  })
})

describe('The targets', () => {
  const full = {
    screenX: 7, screenY: 9, outerWidth: 1920, outerHeight: 1080, innerWidth: 1920, innerHeight: 1080,
    displayWidth: 1920, displayHeight: 1080, isFull: true,
  }
  const window = {
    screenX: 100, screenY: 50, outerWidth: 1216, outerHeight: 898, innerWidth: 1200, innerHeight: 800,
    displayWidth: 1920, displayHeight: 1080, isFull: false,
  }
  const parts = targets => targets.map(({ x, y }) => [x, y])
  const whole = [0.1, 0.5, 0.9].flatMap(y => [0.1, 0.5, 0.9].map(x => [x, y]))

  test('are at 10, 50 and 90 % of the display in full screen, row by row', () => {
    const targets = targetsOf(full, 60)
    assert.deepEqual(parts(targets), whole)
    assert.deepEqual([targets[0].left, targets[0].top, targets[5].left, targets[5].top], [192, 108, 1728, 540])
  })

  test('are the same parts of the display on a zoomed page', () => {
    const targets = targetsOf({ ...full, innerWidth: 1280, innerHeight: 720 }, 60)
    assert.deepEqual(parts(targets), whole)
    assert.deepEqual([targets[8].left, targets[8].top], [1152, 648])
  })

  test('of a window are drawn where the display has them, without the frame of the window', () => {
    assert.deepEqual(displayOf(window), { left: -108, top: -140, width: 1920, height: 1080 })
    const middle = targetsOf(window, 60)[4]
    assert.deepEqual(middle, { left: 852, top: 400, x: 0.5, y: 0.5 })
    // Without the frame, a tap would be 8 px and 90 px away from where flickctl expects it.
    const naive = targetsOf({ ...window, outerWidth: 1200, outerHeight: 800 }, 60)[4]
    assert.deepEqual([naive.left - middle.left, naive.top - middle.top], [8, 90])
  })

  test('beyond a window are drawn at its edge, and reported where they are drawn', () => {
    for (const { left, top, x, y } of targetsOf(window, 60)) {
      assert.ok(left >= 30 && left <= 1170 && top >= 30 && top <= 770, `${left} ${top}`)
      assert.ok(Math.abs(x * 1920 - 108 - left) < 0.02 && Math.abs(y * 1080 - 140 - top) < 0.02, `${x} ${y}`)
    }
    assert.deepEqual(targetsOf(window, 60)[0].left, 84)
    assert.deepEqual(targetsOf(window, 60)[2].left, 1170)
  })

  test('of a window that is partly beside the display are drawn on the display', () => {
    // flickctl rejects targets that are not on the picture.
    for (const screenX of [-1190, -600, 1000, 1890]) {
      for (const { x, y } of targetsOf({ ...window, screenX, screenY: 700 }, 60)) {
        assert.ok(x > 0 && x < 1 && y > 0 && y < 1, `${screenX}: ${x} ${y}`)
      }
    }
  })

  test('leave the larger part of the page to the buttons', () => {
    assert.deepEqual([60, 400, 740].map(top => roomBeside({ top }, 60, 800)), [445, 615, 355])
    assert.equal(roomBeside({ top: 401 }, 60, 800), 185.5)
  })

  test('are 12 mm large, but neither tiny nor cut by the edge', () => {
    assert.equal(diameterOf(full, { width: 480, height: 270 }), 48)
    // The panel is turned against its display.
    assert.equal(diameterOf(full, { width: 270, height: 480 }), 48)
    assert.equal(diameterOf(full, { width: 1900, height: 1080 }), 32)
    const small = { ...full, innerWidth: 640, innerHeight: 360 }
    assert.ok(diameterOf(small, { width: 60, height: 40 }) / 2 < 0.1 * 360)
  })
})

describe('The map of the panel', () => {
  const message = (added, dead = [], more = {}) => ({ columns: 4, rows: 3, added, dead, isReset: false, ...more })

  test('draws only the cells that are covered since the last time', () => {
    const coverage = new Coverage()
    coverage.add(message([0, 5], [], { isReset: true }))
    assert.deepEqual([coverage.takeFresh(), coverage.isStale], [[0, 5], true])
    coverage.isStale = false
    coverage.add(message([5, 6]))
    assert.deepEqual([coverage.takeFresh(), coverage.isStale], [[6], false])
    assert.deepEqual(coverage.covered, [0, 5, 6])
  })

  test('marks dead cells, and draws everything again if they change', () => {
    const coverage = new Coverage()
    coverage.add(message([0, 5], [5, 6]))
    assert.deepEqual([coverage.covered, coverage.dead, coverage.takeFresh()], [[0], [5, 6], [0]])
    coverage.isStale = false
    coverage.add(message([1], [6, 5]))
    assert.equal(coverage.isStale, false)
    coverage.add(message([], [6]))
    assert.deepEqual([coverage.isStale, coverage.dead, coverage.covered], [true, [6], [0, 5, 1]])
  })

  test('forgets everything at a reset, and ignores cells that it does not have', () => {
    const coverage = new Coverage()
    coverage.add(message([0, 12, -1, 1.5], [99]))
    assert.deepEqual([coverage.covered, coverage.dead], [[0], []])
    coverage.add(message([3], [], { isReset: true }))
    assert.deepEqual(coverage.covered, [3])
  })

  test('has its cells row by row', () => {
    const coverage = new Coverage()
    coverage.add(message([]))
    assert.deepEqual(coverage.areaOf(6, { width: 40, height: 30 }), { x: 20, y: 10, width: 10, height: 10 })
    const last = coverage.areaOf(11, PANEL)
    assert.deepEqual([last.x + last.width, Math.round(last.y + last.height)], [PANEL.width, PANEL.height])
  })
})

describe('The words of the room Measure', () => {
  const { results } = read(overWith())

  test('announce the exercises', () => {
    assert.equal(planOf(READY.stations), 'Twelve short exercises, about four minutes.')
    assert.equal(planOf([{ word: 'taps' }]), 'One short exercise, about four minutes.')
    assert.equal(countOf({ number: 7, count: 12, target: null }), 'Exercise 7 of 12')
    assert.equal(countOf({ number: 4, count: 12, target: 0 }), 'Exercise 4 of 12, target 1 of 9')
    assert.equal(requestOf({ request: 'tap one spot at least 5 times' }), 'Tap one spot at least 5 times.')
    assert.equal(requestOf({ request: 'Done.' }), 'Done.')
    assert.deepEqual([0, 1, 3].map(fingersOf), ['no finger down', '1 finger down', '3 fingers down'])
    assert.equal(countedOf({ counted: 3, needed: 5 }), '3 of 5 counted')
    assert.equal(countedOf({ counted: null, needed: null }), '')
    assert.equal(timeOf({ elapsed: 3.9, patience: 60 }), 'waits 57 s more')
  })

  test('contain a sign and a word for each grade', () => {
    const words = ['pass', 'marginal', 'fail', 'not_measured', 'of_a_later_version'].map(gradeOf)
    assert.deepEqual(words.map(({ word }) => word),
      ['pass', 'marginal', 'fail', 'not measured', 'of a later version'])
    assert.equal(new Set(words.slice(0, 3).map(({ sign }) => sign)).size, 3)
    assert.equal(nameOf({ metric: 'edge_reach', axis: 'x' }), 'Edge reach, x')
    assert.equal(nameOf({ metric: 'report_rate', axis: 'both' }), 'Report rate')
  })

  test('have one grade for each source, in one order', () => {
    const find = metric => gradesOf(results.find(one => one.metric === metric)).map(one => [one.source, one.word])
    assert.deepEqual(find('report_rate'), [['w8', 'pass'], ['w10', 'pass'], ['chromeos', 'pass']])
    assert.deepEqual(find('tap_repeatability'), [['w8', 'no limit'], ['w10', 'no limit'], ['chromeos', 'marginal']])
  })

  test('contain the limit of each grade, and the number that it judges if that is not the value', () => {
    const find = metric => gradesOf(results.find(one => one.metric === metric)).map(one => [one.limit, one.judged])
    assert.deepEqual(find('resting_jitter'), [['0 mm', ''], ['≤ 0.5 mm', '0.18 mm'], ['≤ 1 mm', '']])
    assert.deepEqual(find('diagonal_angle'), [['', ''], ['', ''], ['41–49°', '']])
  })

  test('judge the results in one sentence', () => {
    assert.deepEqual(summaryOf(results), {
      grade: 'fail',
      text: 'Fails limits of 4 metrics: resting jitter, accuracy, edge reach, finger separation.',
      more: 'Marginal: tap repeatability. Not measured: drumroll, latency, stated size.',
    })
    const only = (...words) => results.filter(({ metric }) => words.includes(metric))
    const texts = [['ghosts'], ['ghosts', 'edge_reach'], ['ghosts', 'tap_repeatability'], ['ghosts', 'drumroll']]
      .map(words => summaryOf(only(...words)))
    assert.deepEqual(texts, [
      { grade: 'pass', text: 'Passes every limit that was measured.', more: '' },
      { grade: 'fail', text: 'Fails limits of 1 metric: edge reach.', more: '' },
      { grade: 'marginal', text: 'Fails no limit that was measured.', more: 'Marginal: tap repeatability.' },
      { grade: 'pass', text: 'Passes every limit that was measured.', more: 'Not measured: drumroll.' },
    ])
    const never = ['a', 'b', 'c', 'd'].map(metric => ({ metric, axis: 'both', value: null, why: 'no', grades: [] }))
    assert.match(summaryOf([...only('ghosts'), ...never]).more, /Not measured: 4 metrics\.$/)
    // Without a grade, the page has no summary.
    assert.equal(summaryOf([...only('noise', 'drumroll'), ...never]), null)
  })

  test('count the grades of each source', () => {
    assert.deepEqual(talliesOf(results).map(({ source, pass, marginal, fail }) => [source, pass, marginal, fail]),
      [['w8', 5, 0, 4], ['w10', 6, 0, 2], ['chromeos', 7, 1, 1]])
    const failed = [{ source: 'w8', name: 'Windows 8', grade: 'fail' }]
    const worse = results.map(one => one.metric === 'ghosts' ? { ...one, grades: failed } : one)
    assert.deepEqual(talliesOf(worse)[0], { source: 'w8', name: 'Windows 8', pass: 4, marginal: 0, fail: 5 })
  })

  test('have what fails first, then what is marginal, and keep the order of the rest', () => {
    const order = worstFirst(results).map(({ grades }) => {
      const words = grades.map(({ grade }) => grade)
      return words.includes('fail') ? 'fail' : words.includes('marginal') ? 'marginal' : 'rest'
    })
    assert.deepEqual(order, [...order].sort((one, other) => ['fail', 'marginal', 'rest'].indexOf(one)
      - ['fail', 'marginal', 'rest'].indexOf(other)))
    assert.ok(order[0] === 'fail' && order.includes('marginal'))
    const rest = list => list.filter(({ grades }) => !grades.some(({ grade }) => /fail|marginal/.test(grade)))
    assert.deepEqual(rest(worstFirst(results)), rest(results))
  })

  test('list what was not measured with the reason, once for both axes', () => {
    assert.deepEqual(missingOf(results).map(([name]) => name), ['Drumroll', 'Latency', 'Stated size'])
    assert.match(missingOf(results)[0][1], /do the station drumming/)
    const [x, y] = results.filter(({ metric }) => metric === 'stated_size')
    assert.deepEqual(missingOf([x, { ...y, why: 'another reason' }]).map(([name]) => name),
      ['Stated size, x', 'Stated size, y'])
    assert.deepEqual(missingOf([{ ...x, value: 3 }]), [])
  })
})
