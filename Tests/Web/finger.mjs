// A finger on a zone without a page: its positions become swipes by the engine's own recogniser.
import { Recognizer } from '../../Sources/Web/flick/recognizer.js'
import { Swipe } from '../../Sources/Web/flick/swipe.js'
import { Zone } from '../../Sources/Web/flick/zone.js'

/** From one position to another in `ms`, at a constant speed or on a curve, as [ms, {x, y}] with a period in ms. */
export function stroke({ x = 0, y = 0 }, ms, {
  period = 8, curve = part => part, from = { x: 0, y: 0 }, start = 0,
} = {}) {
  const positions = []
  for (let time = period; time <= ms + 1e-9; time += period) {
    const part = curve(time / ms)
    positions.push([start + time, { x: from.x + x * part, y: from.y + y * part }])
  }
  return positions
}

/** One frame in ms. */
const FRAME = 1000 / 60

/** Sends each swipe of one finger to interactions and listeners, and draws frames between the positions. */
export class Finger {
  time = 1000
  frames = []
  #id = 1

  /** The zone is that of the first interaction; `heard(swipe)` is called after the interactions. */
  constructor(interactions, { heard = () => {}, extent = 400 } = {}) {
    this.interactions = interactions
    this.heard = heard
    const [first] = interactions
    this.zone = new Zone('zone', first.zone)
    this.zone.extent = () => extent
    this.recognizer = new Recognizer((line, zone) => {
      if (line.phase === 'begin' && first.points) zone.move(first.content.start)
      if (zone) this.report(new Swipe(line))
    })
  }

  report(swipe) {
    for (const interaction of this.interactions) interaction.handle(swipe)
    this.heard(swipe)
  }

  /** A landing, and the press that the client reports. */
  land(at = { x: 0, y: 0 }) {
    if (this.interactions[0].points) this.zone.move(this.interactions[0].content.start)
    this.recognizer.down({ id: this.#id, time: this.time, ...at }, [this.zone])
    this.report(new Swipe({ phase: 'press', swipe_id: null, t_us: this.time * 1000, zone: { name: 'zone' } }))
  }

  /** Positions as `stroke` makes them, with frames between them. */
  move(positions) {
    const start = this.time
    for (const [ms, at] of positions) {
      this.wait(start + ms - this.time)
      this.recognizer.move(this.#id, [{ id: this.#id, time: this.time, ...at }])
      this.last = at
    }
  }

  lift() {
    this.recognizer.up(this.#id, { id: this.#id, time: this.time, ...this.last })
    this.#id++
  }

  /** Draws the frames of this time. */
  wait(ms) {
    const end = this.time + ms
    const first = Math.floor(this.time / FRAME + 1e-9) + 1
    for (let number = first; number * FRAME <= end + 1e-9; number++) {
      const time = number * FRAME
      this.recognizer.advance(time)
      this.frames.push({ time, offsets: this.interactions.map(interaction => interaction.draw(time * 1000)) })
    }
    this.time = end
  }

  /** Lands, moves, waits, lifts, and waits until all content is at rest. */
  play(positions, { resting = 0, after = 3000, from } = {}) {
    this.last = from ?? { x: 0, y: 0 }
    this.land(this.last)
    this.move(positions)
    this.wait(resting)
    this.lift()
    this.wait(after)
  }
}
