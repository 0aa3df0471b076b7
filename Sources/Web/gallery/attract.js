// Attract mode: after a time without a touch, a ghost hand plays strokes on the stages, until a touch ends it.
//
//     waiting ── 20 s ──▶ playing ── touch ──▶ swallowing ── last lift ──▶ waiting
//        │                   └── key, wheel ──▶ waiting
//        └── 20 s, less motion ──▶ hint ── touch, key, wheel ──▶ waiting          hidden ◀──▶ waiting
//
// Time is an argument, in ms of performance.now(). The touch that ends the ghost does nothing else until it lifts.

/** Between two positions of the ghost, in ms: 125 Hz. */
const PERIOD = 8
/** flickd may report the landing of a touch this much earlier than the browser does, in ms. */
const SLACK = 150

export class Attract {
  #options
  #fingers = new Set()
  #swallowed = new Set()
  /** Landings from the first time to the second one belong to touches that do nothing. */
  #window = null
  #since
  #round = 0
  /** The stroke that is played: {stroke, start, played (ms)}. */
  #play = null
  /** The cancel of a stroke that a touch or a hidden page has ended. */
  #ended = []
  #isReduced
  state = 'waiting'

  /**
   * `strokes(round)` returns the stroke of a round, or null; `after` is the time without a touch, and `pause` the time
   * between two strokes, in ms.
   */
  constructor({ strokes, after = 20_000, pause = 2500, isReduced = false, time = 0 }) {
    this.#options = { strokes, after, pause }
    this.#isReduced = isReduced
    this.#since = time
  }

  /** A finger lands: whether the page must not see it. The stroke of the ghost ends with the next `advance`. */
  down(id, time) {
    if (this.state === 'playing') this.#swallow(time)
    this.#fingers.add(id)
    if (this.state === 'swallowing') return true
    this.activity(time)
    return false
  }

  /** A finger moves: whether the page must not see it. */
  move() { return this.state === 'swallowing' }

  /** A finger lifts, or the browser takes it. */
  up(id, time) {
    this.#fingers.delete(id)
    const isSwallowed = this.state === 'swallowing'
    this.#since = time
    this.#release(time)
    return isSwallowed
  }

  /** A key or the wheel: it ends the ghost, and does what it always does. */
  activity(time) {
    this.#since = time
    if (this.state === 'playing' || this.state === 'hint') this.#become('waiting')
  }

  /** Whether a swipe that flickd reports may reach its stage: not if its finger ended the ghost. */
  admits(swipe) {
    const { phase, id } = swipe
    const time = swipe.time / 1000
    if (phase === 'press') {
      if (this.state === 'playing') this.#swallow(time)
      return this.state !== 'swallowing'
    }
    if (phase === 'release') {
      const isSwallowed = this.state === 'swallowing'
      this.#release(time)
      return !isSwallowed
    }
    if (phase === 'begin') return this.#admitsBegin(id, time, time - swipe.duration / 1000)
    if (this.#swallowed.has(id)) {
      if (phase === 'end' || phase === 'cancel') {
        this.#swallowed.delete(id)
        this.#since = time
        this.#release(time)
      }
      return false
    }
    this.#since = Math.max(this.#since, time)
    return true
  }

  #admitsBegin(id, time, landed) {
    if (this.state === 'playing') this.#swallow(time)
    const [from, to] = this.#window ?? [Infinity, -Infinity]
    if (this.state !== 'swallowing' && !(landed >= from - SLACK && landed <= to)) {
      this.activity(time)
      return true
    }
    this.#swallowed.add(id)
    return false
  }

  hide() {
    // No one lifts the fingers of a hidden page.
    this.#fingers.clear()
    this.#window = null
    this.#become('hidden')
  }

  show(time) {
    if (this.state !== 'hidden') return
    this.#since = time
    this.#become('waiting')
  }

  /** The user prefers less motion: a still hint is shown instead of the hand. */
  set isReduced(isReduced) {
    this.#isReduced = isReduced
    if (isReduced && this.state === 'playing') this.#become('hint')
    if (!isReduced && this.state === 'hint') this.#become('waiting')
  }

  /** Returns {feed, next}: the events of the ghost up to a time, and when to call again; null for never. */
  advance(time) {
    const feed = this.#ended.splice(0).map(event => ({ ...event, time }))
    if (this.state === 'waiting' && this.#fingers.size === 0 && time >= this.#since + this.#options.after) {
      this.state = this.#isReduced ? 'hint' : 'playing'
      this.#since = time - this.#options.pause
    }
    if (this.state === 'playing') feed.push(...this.#playTo(time))
    return { feed, next: this.#next() }
  }

  /** Where the hand is: {stage, x, y, isDown, kind}, or null between two strokes. */
  hand(time) {
    if (this.state !== 'playing' || !this.#play) return null
    const { stroke, start } = this.#play
    const { stage, kind } = stroke
    return { stage, kind, isDown: true, ...stroke.at(time - start) }
  }

  #playTo(time) {
    const feed = []
    const { strokes, pause } = this.#options
    if (!this.#play && time >= this.#since + pause) {
      const stroke = strokes(this.#round++)
      this.#since = time
      if (!stroke) return feed
      this.#play = { stroke, start: time, played: 0 }
      feed.push({ phase: 'down', stage: stroke.stage, ...stroke.at(0), time })
    }
    if (!this.#play) return feed
    const { stroke, start } = this.#play
    const { stage, duration, late } = stroke
    const end = Math.min(time - start, duration)
    while (this.#play.played < end) {
      const played = Math.min(this.#play.played + PERIOD, duration)
      if (played > end) break
      this.#play.played = played
      feed.push({ phase: 'move', stage, ...stroke.at(played), time: start + played })
    }
    if (time - start >= duration + late) {
      this.#since = start + duration + late
      feed.push({ phase: 'up', stage, ...stroke.at(duration), time: this.#since })
      this.#play = null
    }
    return feed
  }

  #next() {
    const { after, pause } = this.#options
    if (this.#ended.length > 0) return 0
    if (this.state === 'waiting') return this.#fingers.size > 0 ? null : this.#since + after
    if (this.state !== 'playing') return null
    return this.#play ? this.#play.start + this.#play.played + PERIOD : this.#since + pause
  }

  #swallow(time) {
    this.#window = [time, Infinity]
    this.#become('swallowing')
  }

  /** The last finger has lifted, and each of its swipes is over. */
  #release(time) {
    if (this.state !== 'swallowing' || this.#fingers.size > 0 || this.#swallowed.size > 0) return
    this.#window[1] = time
    this.#become('waiting')
  }

  #become(state) {
    if (this.#play) {
      const { stroke, played } = this.#play
      this.#ended.push({ phase: 'cancel', stage: stroke.stage, ...stroke.at(played) })
      this.#play = null
    }
    this.state = state
  }
}
