// Drawn frames: random strokes on each interaction at 60 and 120 Hz, with dropped frames and late lines.
//
// The bars: while a finger holds the content, no step exceeds the largest step of the finger in the adjacent frames by
// more than 20 % and 1 px (the rubber band only makes steps smaller); a begin adds no jump; the first free step is
// within 20 % of the velocity of the content before or after the release times the time since the last frame, or of
// what the spring adds; the frame is within 0.5 px of the flight from the last frame; after a press the content moves at
// most 1 px. FLICKD_SEED repeats a run.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import * as flick from '../../Sources/Web/flick.js'
import { random } from './kit.mjs'

const seed = Number(process.env.FLICKD_SEED ?? 26)
/** The number of strokes of each interaction. */
const strokes = 1000
/** The time between two reports of the finger, in ms. */
const REPORT = 8
/** The most by which a drawn frame may exceed each bar, in px. */
const BARS = { held: 0, free: 0, press: 1, model: 0.5 }

const makers = {
  CardCarousel: () => new flick.CardCarousel({ count: 5 }),
  FreeCarousel: () => new flick.CardCarousel({ count: 5, isFree: true }),
  LoopingCarousel: () => new flick.CardCarousel({ count: 5, isLooping: true }),
  FreeLoop: () => new flick.CardCarousel({ count: 5, isLooping: true, isFree: true }),
  WideCarousel: () => new flick.CardCarousel({ count: 8, perView: 3, axis: 'y', maxSteps: 2 }),
  RightToLeftCarousel: () => new flick.CardCarousel({ count: 5, isRightToLeft: true }),
  Pager: () => new flick.Pager({ count: 4, size: 600, nested: [new flick.BottomSheet(), null] }),
  NestedPager: () => new flick.Pager({ count: 4, size: 600, axis: 'y', nested: [new flick.SwipeCard()] }),
  Dial: () => new flick.Dial({ count: 12 }),
  EndedDial: () => new flick.Dial({ count: 12, isWrapping: false, axis: 'x' }),
  CardDeck: () => new flick.CardDeck({ count: 1000 }),
  PullToRefresh: () => new flick.PullToRefresh(),
  CornerThrow: () => new flick.CornerThrow({ rectangle: { x: 0, y: -200, width: 900, height: 200 } }),
  BottomSheet: () => new flick.BottomSheet({ scrollable: 400 }),
  DismissibleCard: () => new flick.DismissibleCard(),
  DismissibleSheet: () => new flick.DismissibleSheet(),
  SwipeCard: () => new flick.SwipeCard(),
  SpringCard: () => new flick.SpringCard(),
  DraggableCard: () => new flick.DraggableCard(),
}
/** The drawn number of an interaction: of a sheet with a list, the displacement of both; of a deck, that of one card. */
const drawnOf = (thing, time, card) => {
  const drawn = thing.draw(time)
  if (thing.pose) return thing.pose(card, time).x
  return drawn.x ?? drawn - (thing.scroll?.(time) ?? 0)
}
/** What is drawn at an offset of the content: a pulled list is drawn behind a rubber band. */
const mapOf = thing =>
  thing.threshold ? offset => new flick.RubberBand(4 * thing.threshold).displacement(offset) : offset => offset

/** What an interaction accepts as its result. */
function kindOf(thing) {
  if (thing.points) return 'index'
  const kind = ['isRefreshing', 'corner'].find(name => name in thing)
  return kind ?? (thing.side === undefined ? 'free' : thing.zone.axis === 'x' ? 'left' : 'down')
}

/** A finger's path: it accelerates to a speed, turns or rests in some strokes, and moves until its lift. */
function strokeOf(dice) {
  const speed = dice(60, 2400) * (dice(0, 1) < 0.5 ? -1 : 1)
  const lasting = Math.round(dice(60, 420) / REPORT) * REPORT
  const turn = dice(0, 1) < 0.3 ? dice(0.3, 0.7) : 2
  const ramp = dice(20, 60)
  const velocity = ms => {
    const raw = speed * Math.min(ms / ramp, 1)
    return ms / lasting < turn ? raw : raw * Math.max(1 - (ms / lasting - turn) * 8, -1)
  }
  const samples = [{ ms: 0, displacement: 0, v: 0 }]
  for (let ms = 1, displacement = 0; ms <= lasting; ms++) {
    displacement += velocity(ms - 0.5) / 1000
    if (ms % REPORT === 0) samples.push({ ms, displacement, v: velocity(ms) })
  }
  return samples
}

/** Plays a stroke; returns the greatest excess over each bar, in px. */
function play(name, dice, state) {
  const { thing } = state
  const axis = thing.zone.axis ?? 'x'
  const samples = strokeOf(dice)
  const hz = dice(0, 1) < 0.5 ? 60 : 120
  const swipe = (phase, { ms, displacement, v }) => {
    const pair = along => axis === 'x' ? { x: along, y: 0 } : { x: 0, y: along }
    return new flick.Swipe({
      phase, swipe_id: state.id, t_us: (state.start + ms) * 1000, translation: pair(displacement), velocity: pair(v),
      predicted_end_translation: pair(displacement + 0.25 * v), slop: phase === 'begin' ? 10 : undefined,
    })
  }
  state.id++
  const lines = []
  let isBegun = false
  for (const sample of samples) {
    const isSwipe = Math.abs(sample.displacement) > 10
    // Below the slop there is no line, but the finger moves.
    lines.push({ ...sample, phase: isBegun ? 'update' : isSwipe ? 'begin' : null })
    isBegun ||= isSwipe
  }
  if (!isBegun) return null
  lines.push({ ...samples.at(-1), ms: samples.at(-1).ms + dice(0, REPORT), phase: 'end' })
  // A press comes before, from the browser; lines of flickd come late, and in order.
  let arrival = 0
  const events = [{ phase: 'press', ms: 0, displacement: 0, v: 0, due: dice(0, 4) }, ...lines].map(line => {
    arrival = Math.max(arrival, line.due ?? line.ms + dice(1, dice(0, 1) < 0.05 ? 40 : 6))
    return { ...line, due: arrival }
  })
  const result = { held: 0, free: 0, press: 0, model: 0 }
  // A card of a deck that has left is no longer its top card.
  const card = thing.index
  const held = thing.top ?? thing
  const content = held.content ?? held.x
  const map = mapOf(thing)
  let last = null
  let fingers = []
  let isPressed = false
  for (let frame = 0, ms = -1000 / hz * dice(0.2, 1); ms < arrival + 70; frame++, ms += 1000 / hz) {
    let released = null
    while (events.length && events[0].due <= ms) {
      const event = events.shift()
      const before = content.velocity(last ? (state.start + last.ms) * 1000 : 0)
      const wasHeld = content.isHeld
      if (event.phase) thing.handle(swipe(event.phase, event))
      if (event.phase === 'press') isPressed = content.isHeld
      if (event.phase === 'begin') isPressed = false
      // The flight begins at the last drawn frame, with the velocity of the content.
      const after = last ? content.velocity((state.start + last.ms) * 1000) : 0
      if (event.phase === 'end' && wasHeld) released = { before, after }
      fingers.push(event)
    }
    if (dice(0, 1) < 0.1 && frame > 0) continue
    const time = (state.start + ms) * 1000
    const drawn = drawnOf(thing, time, card)
    const isHeld = content.isHeld
    if (last !== null) {
      const step = drawn - last.drawn
      if (isPressed) result.press = Math.max(result.press, Math.abs(step))
      if (isHeld && !isPressed) {
        // What the finger moved since the last frame.
        const displacements = [last.displacement, ...fingers.map(({ displacement }) => displacement)]
        const moved = Math.max(...displacements) - Math.min(...displacements)
        result.held = Math.max(result.held, Math.abs(step) - (moved * 1.2 + 1))
      }
      if (released && last.isHeld) {
        const seconds = (ms - last.ms) / 1000
        const spring = held.releaseSpring ?? held.spring
        const flight = new flick.Flight(last.offset, content.start, released.after, spring)
        const model = map(clampTo(content, flight.offset(seconds), last.offset))
        result.model = Math.max(result.model, Math.abs(drawn - model))
        // A spring to a far target adds its acceleration, and its damping takes some speed.
        const steps = [released.before * seconds, released.after * seconds, flight.offset(seconds) - last.offset]
          .map(one => map(clampTo(content, last.offset + one, last.offset)) - last.drawn)
        const [least, most] = [Math.min(...steps), Math.max(...steps)]
        const slack = 0.2 * Math.max(Math.abs(least), Math.abs(most))
        result.free = Math.max(result.free, step - most - slack, least - slack - step)
      }
    }
    const { displacement } = fingers.at(-1) ?? last ?? { displacement: 0 }
    last = { drawn, offset: content.offset(time), ms, isHeld, displacement }
    fingers = []
  }
  state.start += arrival + (dice(0, 1) < 0.4 ? 80 : 3000)
  if (thing.isDismissed && dice(0, 1) < 0.7) thing.put(null)
  if (thing.isRefreshing && dice(0, 1) < 0.7) thing.finish(state.start * 1000)
  if (thing.undo && dice(0, 1) < 0.4) thing.undo(state.start * 1000)
  return result
}

/** Content without a band is not drawn beyond its bounds. */
function clampTo({ bounds: [lower, upper], band }, offset, from) {
  return band ? offset : Math.min(Math.max(offset, Math.min(lower, from)), Math.max(upper, from))
}

describe('Drawn frames', () => {
  for (const [name, make] of Object.entries(makers)) {
    test(`are within the bars: ${name}, ${strokes} strokes, seed ${seed}`, t => {
      const dice = random(seed)
      const state = { thing: make(), start: 1000, id: 1 }
      const worst = { held: 0, free: 0, press: 0, model: 0 }
      let count = 0
      for (let number = 0; number < strokes; number++) {
        if (number % 20 === 0) state.thing = make()
        const result = play(name, dice, state)
        if (!result) continue
        count++
        for (const bar of Object.keys(worst)) {
          worst[bar] = Math.max(worst[bar], result[bar])
          assert.ok(result[bar] <= BARS[bar], `seed ${seed}, stroke ${number}: ${bar} ${result[bar]} px`)
        }
      }
      t.diagnostic(`${count} strokes; ${Object.entries(worst).map(([bar, px]) => `${bar} ${px.toFixed(2)}`).join(', ')} px`)
      assert.ok(count > strokes / 2)
    })

    test(`have finite numbers and an end after 10,000 random calls: ${name}, seed ${seed}`, () => {
      const dice = random(seed)
      const pick = list => list[Math.floor(dice(0, list.length))]
      const number = () => dice(0, 1) < 0.1 ? pick([NaN, Infinity, -Infinity, 1e300, 0]) : dice(-900, 900)
      const pair = () => ({ x: number(), y: number() })
      const results = {
        left: () => pick(['left', 'right', null]), down: () => pick(['down', null]), index: () => Math.floor(dice(-2, 8)),
        isRefreshing: () => dice(0, 1) < 0.5, corner: () => pick(['top_left', 'top_right', 'bottom_left']), free: pair,
      }[kindOf(make())]
      const sizes = () => ({ count: Math.floor(dice(0, 6)), width: dice(1, 500), step: dice(1, 90), size: dice(1, 900) })
      let thing = make()
      let time = 0
      for (let call = 0; call < 10_000; call++) {
        if (call % 200 === 0) thing = make()
        const result = results()
        time += dice(-5_000, 30_000)
        const swipe = new flick.Swipe({
          phase: pick(['begin', 'update', 'end', 'cancel', 'press', 'release']), swipe_id: Math.floor(dice(1, 4)),
          t_us: time, translation: pair(), velocity: pair(), predicted_end_translation: pair(), slop: pick([undefined, 10]),
        })
        pick([
          () => thing.handle(swipe), () => thing.handle(swipe), () => thing.handle(swipe), () => drawnOf(thing, time),
          () => thing.go(result, time), () => thing.put(result), () => thing.cancel(time),
          () => { thing.isDisabled = dice(0, 1) < 0.3 },
          () => thing.resize?.({ ...sizes(), scrollable: dice(0, 500), x: 0, y: 0, height: dice(0, 300) }, time),
          () => thing.finish?.(time), () => thing.undo?.(time),
        ])()
        const words = `call ${call} of seed ${seed}`
        const numbers = at => [
          thing.offset(at), thing.opacity?.(at), thing.rotation?.(at), thing.scale?.(at), thing.scroll?.(at), thing.angle?.(at),
          thing.offsetOf?.(1, at), thing.progress?.(at), thing.pose?.(3, at),
        ].flatMap(one => typeof one === 'object' ? Object.values(one).map(Number) : one ?? 0)
        assert.ok(numbers(time).every(Number.isFinite), `${words}: ${numbers(time)}`)
        if (!thing.isHeld) assert.ok(!thing.isMoving(time + 1e9), words)
      }
    })
  }
})
