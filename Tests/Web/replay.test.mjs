// The record of the last swipe, and its replay in slow motion.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import {
  BottomSheet, CardCarousel, CardDeck, CornerThrow, DismissibleCard, DismissibleSheet,
} from '../../Sources/Web/flick.js'
import { makeNaive } from '../../Sources/Web/gallery/naive/naive.js'
import { SwipeRecorder } from '../../Sources/Web/gallery/slow/recorder.js'
import { decisionTimeOf, durationOf, replayAt } from '../../Sources/Web/gallery/slow/replay.js'
import { Finger, stroke } from './finger.mjs'
import { at, near } from './kit.mjs'

const still = { reducesMotion: false }

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
      [new DismissibleSheet(still), stroke({ y: 100 }, 120)],
    ]) {
      const { record, end } = recorded(interaction, positions)
      const shown = replayAt(record, decisionTimeOf(record))
      const { decision } = end
      assert.equal(shown.isDecided, true)
      assert.deepEqual(shown.decision, decision)
      assert.deepEqual([shown.velocity, shown.translation], [end.velocity, end.translation])
      assert.deepEqual(shown.predictedEnd, end.predictedEndTranslation)
      for (const { name, value, threshold, isMet } of shown.criteria) {
        const [stated, enough] = {
          distance: [decision.distance, decision.distanceThreshold],
          velocity: [decision.speed, decision.speedThreshold],
          predicted: [decision.predicted, decision.predictedThreshold],
        }[name]
        assert.deepEqual([value, threshold, isMet], [stated, enough, decision.by.includes(name)])
      }
      assert.ok(shown.criteria.length > 0)
      assert.equal(shown.result, interaction.side)
    }
  })

  test('shows nothing of the decision before its moment, and meets each criterion when the finger did', () => {
    const { record } = recorded(new DismissibleCard(still), stroke({ y: 300 }, 1500), { resting: 200 })
    const decided = decisionTimeOf(record)
    const before = replayAt(record, decided - 1)
    assert.deepEqual([before.isDecided, before.decision, before.result, before.phase], [false, null, null, 'held'])
    let crossed = null
    for (let elapsed = 0; elapsed < decided; elapsed += 10) {
      const { criteria, translation } = replayAt(record, elapsed)
      const distance = value(criteria, 'distance')
      if (distance) assert.equal(distance.isMet, distance.value > 200)
      if (distance?.isMet) crossed ??= translation.y
      assert.ok(!value(criteria, 'velocity')?.isMet)
    }
    near(crossed, 200, 3)
  })

  test('is ten times as long as the swipe with its flight, or as its rate requires', () => {
    const { record } = recorded(new DismissibleCard(still), stroke({ y: 100 }, 100))
    const flight = (record.flight.at(-1).time - record.decidedAt) / 1000
    near(decisionTimeOf(record), 960, 1)
    near(durationOf(record), 960 + 10 * flight, 1)
    near(durationOf(record, 1), durationOf(record) / 10, 1e-6)
    assert.equal(replayAt(record, durationOf(record) + 1).phase, 'over')
    assert.equal(replayAt(record, -5).phase, 'held')
  })

  test('moves the finger and the content as they moved, also between two reports', () => {
    const from = { x: 300, y: 50 }
    const { record } = recorded(new DismissibleCard(still), stroke({ y: 160 }, 200, { from }), { from })
    // 104.4 ms after the landing, between the reports at 104 and 112 ms.
    const shown = replayAt(record, 1044)
    near(shown.translation.y, 160 * 104.4 / 200, 1e-6)
    assert.equal(shown.finger.x, 300)
    near(shown.finger.y, 50 + 160 * 104.4 / 200, 1e-6)
    // The content begins to follow at the slop.
    near(shown.offset, shown.translation.y - 10, 1e-6)
    assert.equal(replayAt(record, decisionTimeOf(record) + 1).finger, null)
  })

  test('flies as the content flew: with the spring of the engine, and with the transition of a naive stage', () => {
    for (const make of [card => card, card => makeNaive(card, 'ease-out')]) {
      const card = make(new DismissibleCard(still))
      const { record, finger } = recorded(card, stroke({ y: 100 }, 96))
      for (const { time, offsets } of finger.frames) {
        const elapsed = (time * 1000 - record.moments[0].time) / 1000 / 0.1
        if (time * 1000 > record.decidedAt) near(replayAt(record, elapsed).offset, offsets[0], 0.6)
      }
      near(replayAt(record, 1e9).offset, 800, 0.5)
    }
  })

  test('leaves a finger that rests where it is, until just before it moves on', () => {
    const positions = [...stroke({ y: 80 }, 160), ...stroke({ y: 40 }, 80, { from: { x: 0, y: 80 }, start: 1160 })]
    const { record } = recorded(new DismissibleCard(still), positions)
    for (const ms of [200, 600, 1100]) near(replayAt(record, ms * 10).translation.y, 80, 1e-9)
    near(replayAt(record, 12_000).translation.y, 100, 1)
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
    const { criteria, result } = replayAt(record, durationOf(record))
    assert.equal(value(criteria, 'predicted').threshold, 148)
    assert.ok(value(criteria, 'predicted').value > 148 && value(criteria, 'predicted').isMet)
    assert.ok(!value(criteria, 'distance').isMet)
    assert.equal(result, 2)
  })

  test('has one line at the end of a row', () => {
    const { record } = recorded(new BottomSheet(still), stroke({ y: 60 }, 600))
    assert.deepEqual(record.lines, [{ name: 'middle', displacement: -150 }])
  })

  test('follows the card of a deck that has left, and not the next one', () => {
    const deck = new CardDeck({ count: 3, ...still })
    const { record } = recorded(deck, stroke({ x: 150 }, 100))
    assert.equal(record.result, 1)
    near(replayAt(record, durationOf(record)).offset, 400, 0.5)
  })

  test('has both axes of a card in a corner', () => {
    const corner = new CornerThrow({ rectangle: { x: 0, y: 0, width: 300, height: 300 }, corner: 'top_left', ...still })
    const { record } = recorded(corner, stroke({ x: 100, y: 100 }, 100))
    assert.deepEqual([record.axis, record.lines, record.result], [null, [], 'bottom_right'])
    const { x, y } = replayAt(record, durationOf(record)).offset
    near(x, 300, 0.5)
    near(y, 300, 0.5)
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
    near(record.moments[0].time, 1_000_000, 1)
    assert.equal(record.moments.at(-1).time, end.time)
    const gaps = record.moments.slice(1).map(({ time }, number) => time - record.moments[number].time)
    assert.ok(Math.max(...gaps) <= 260_000, `${Math.max(...gaps)} µs between two moments`)
    // The last tenth of a second is whole.
    assert.ok(gaps.slice(-200).every(gap => gap <= 1001))
    assert.deepEqual(replayAt(record, decisionTimeOf(record)).velocity, end.velocity)
  })
})
