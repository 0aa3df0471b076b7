// The record of the last swipe, and its replay in slow motion.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { BottomSheet, CardCarousel, CardDeck, DismissibleCard } from '../../Sources/Web/flick.js'
import { makeNaive } from '../../Sources/Web/gallery/naive/naive.js'
import { SwipeRecorder } from '../../Sources/Web/gallery/slow/recorder.js'
import { newest, replayAt, spanOf } from '../../Sources/Web/replay/record.js'
import { Finger, stroke } from './finger.mjs'
import { at, near } from './kit.mjs'

const still = { reducesMotion: false }
/** When the finger of `recorded` lands, in ms. */
const LANDING = 1000

/** Plays strokes to an interaction; returns its recorder, its finger, and the last swipe that ended. */
function recorded(interaction, positions, { resting = 0, after = 3000, from } = {}) {
  const recorder = new SwipeRecorder()
  const ends = []
  const finger = new Finger([interaction], {
    heard: swipe => {
      recorder.hear(swipe, interaction)
      if (swipe.phase === 'end') ends.push(swipe)
    },
  })
  finger.play(positions, { resting, after, from })
  return { recorder, finger, end: ends.at(-1), record: recorder.record }
}

const value = (criteria, name) => criteria.find(criterion => criterion.name === name)

describe('A replay', () => {
  test('has at its end the numbers of the decision', () => {
    for (const [interaction, positions] of [
      [new DismissibleCard(still), stroke({ y: 100 }, 90)],
      [new DismissibleCard(still), stroke({ y: 150 }, 900)],
    ]) {
      const { record, end } = recorded(interaction, positions)
      const { phase, moment, position } = replayAt(record, record.decidedAt)
      const { decision } = end
      assert.equal(phase, 'flying')
      assert.deepEqual([record.decision, moment.decision], [decision, decision])
      assert.deepEqual([moment.velocity, position], [end.velocity, end.translation])
      assert.deepEqual(moment.predictedEnd, end.predictedEndTranslation)
      for (const { name, value, threshold, isMet } of moment.criteria) {
        const [stated, enough] = {
          distance: [decision.distance, decision.distanceThreshold],
          velocity: [decision.speed, decision.speedThreshold],
        }[name]
        assert.deepEqual([value, threshold, isMet], [stated, enough, decision.by.includes(name)])
      }
      assert.ok(moment.criteria.length > 0)
      assert.equal(record.result, interaction.side)
    }
  })

  test('shows at each moment what a lift would do then, and meets each criterion when the finger did', () => {
    const { record } = recorded(new DismissibleCard(still), stroke({ y: 300 }, 1500), { resting: 200 })
    const { decidedAt } = record
    assert.equal(replayAt(record, decidedAt - 0.1).phase, 'held')
    assert.equal(replayAt(record, 0).moment.decision, null)
    let crossed = null
    for (let time = 0; time < decidedAt; time += 1) {
      const { moment: { criteria, decision }, position } = replayAt(record, time)
      const distance = value(criteria, 'distance')
      if (distance) assert.deepEqual([distance.isMet, decision.commit], [distance.value > 200, distance.value > 200])
      if (distance?.isMet) crossed ??= position.y
      assert.ok(!value(criteria, 'velocity')?.isMet)
    }
    near(crossed, 200, 3)
  })

  test('is as long as the swipe with its flight, and begins at most 900 ms before the decision', () => {
    const { record } = recorded(new DismissibleCard(still), stroke({ y: 100 }, 100))
    near(record.decidedAt, 96, 0.1)
    assert.equal(record.to, record.flight.at(-1).time)
    assert.deepEqual(spanOf(record), { from: 0, decided: record.decidedAt, to: record.to })
    assert.equal(replayAt(record, record.to).phase, 'over')
    assert.equal(replayAt(record, -1).phase, 'held')
    const { record: long } = recorded(new DismissibleCard(still), stroke({ y: 100 }, 3000))
    near(spanOf(long).from, long.decidedAt - 900, 1e-9)
  })

  test('finds the newest moment', () => {
    const moments = [0, 10, 10, 20].map(time => ({ time }))
    assert.deepEqual([-5, 0, 9, 10, 19, 20, 90].map(time => newest(moments, time)), [0, 0, 0, 2, 2, 3, 3])
  })

  test('moves the finger and the content as they moved, also between two reports', () => {
    const from = { x: 300, y: 50 }
    const { record } = recorded(new DismissibleCard(still), stroke({ y: 160 }, 200, { from }), { from })
    // 104.4 ms after the landing, between the reports at 104 and 112 ms.
    const shown = replayAt(record, 104.4)
    near(shown.position.y, 160 * 104.4 / 200, 1e-6)
    assert.equal(shown.position.x, 0)
    // The content begins to follow at the slop.
    near(shown.offset, shown.position.y - 10, 1e-6)
  })

  test('flies as the content flew: with the spring of the engine, and with the transition of a naive stage', () => {
    for (const make of [card => card, card => makeNaive(card, 'ease-out')]) {
      const card = make(new DismissibleCard(still))
      const { record, finger } = recorded(card, stroke({ y: 100 }, 96))
      for (const { time, offsets } of finger.frames) {
        const since = time - LANDING
        if (since > record.decidedAt) near(replayAt(record, since).offset, offsets[0], 0.6)
      }
      near(replayAt(record, 1e9).offset, 800, 0.5)
    }
  })

  test('leaves a finger that rests where it is, until just before it moves on', () => {
    const positions = [...stroke({ y: 80 }, 160), ...stroke({ y: 40 }, 80, { from: { x: 0, y: 80 }, start: 1160 })]
    const { record } = recorded(new DismissibleCard(still), positions)
    for (const ms of [200, 600, 1100]) near(replayAt(record, ms).position.y, 80, 1e-9)
    near(replayAt(record, 1200).position.y, 100, 1)
  })
})

describe('The record of a swipe', () => {
  test('has the lines of a card, at its distance in its direction', () => {
    const { record } = recorded(new DismissibleCard(still), stroke({ y: 100 }, 90))
    assert.deepEqual([record.axis, record.lines], ['y', [{ name: 'distance', displacement: 200 }]])
  })

  test('has the middles between snap points as lines, from where the swipe began', () => {
    const carousel = new CardCarousel({ count: 5, index: 1, ...still })
    const { record } = recorded(carousel, stroke({ x: -110 }, 100))
    assert.deepEqual(record.lines.map(({ displacement }) => displacement), [148, -148])
    const { criteria } = replayAt(record, record.to).moment
    assert.equal(value(criteria, 'predicted').threshold, 148)
    assert.ok(value(criteria, 'predicted').value > 148 && value(criteria, 'predicted').isMet)
    assert.ok(!value(criteria, 'distance').isMet)
    assert.equal(record.result, 2)
  })

  test('has one line at the end of a row', () => {
    const { record } = recorded(new BottomSheet(still), stroke({ y: 60 }, 600))
    assert.deepEqual(record.lines, [{ name: 'middle', displacement: -150 }])
  })

  test('follows the card of a deck that has left, and not the next one', () => {
    const deck = new CardDeck({ count: 3, ...still })
    const { record } = recorded(deck, stroke({ x: 150 }, 100))
    assert.equal(record.result, 1)
    near(replayAt(record, record.to).offset, 400, 0.5)
  })

  test('is kept until the next swipe is over', () => {
    const card = new DismissibleCard(still)
    const { recorder, record } = recorded(card, stroke({ y: 60 }, 600))
    for (const swipe of [at(9000, 'begin', { y: 12, id: 8 }), at(9016, 'update', { y: 20, id: 8 })]) {
      card.handle(swipe)
      recorder.hear(swipe, card)
      assert.equal(recorder.record, record)
    }
    // A swipe of which the recorder never heard the begin.
    recorder.hear(at(9020, 'end', { y: 20, id: 7 }), card)
    assert.equal(recorder.record, record)
    const cancel = at(9032, 'cancel', { y: 20, id: 8 })
    card.handle(cancel)
    recorder.hear(cancel, card)
    assert.deepEqual([recorder.record.id, recorder.record.decision, recorder.record.result], [8, null, null])
  })

  test('has a bounded memory for a swipe of a minute at 1000 Hz, from its landing to its lift', () => {
    const card = new DismissibleCard(still)
    const curve = part => Math.sin(part * 200) ** 2
    const { record, end } = recorded(card, stroke({ y: 150 }, 60_000, { period: 1, curve }), { from: { x: 0, y: 0 } })
    assert.ok(record.moments.length <= 1024, `${record.moments.length} moments`)
    assert.ok(record.flight.length <= 513)
    assert.equal(record.moments[0].time, 0)
    near(record.moments.at(-1).time, end.time / 1000 - LANDING, 1e-6)
    const gaps = record.moments.slice(1).map(({ time }, number) => time - record.moments[number].time)
    assert.ok(Math.max(...gaps) <= 260, `${Math.max(...gaps)} ms between two moments`)
    // The last tenth of a second is whole.
    assert.ok(gaps.slice(-200).every(gap => gap <= 1.001))
    assert.deepEqual(replayAt(record, record.decidedAt).moment.velocity, end.velocity)
  })
})
