// The finger of the ghost hand: its positions become swipes by the engine's own recogniser, and reach the listeners of
// the zones as the swipes of a real finger do.
import { Presses } from '../flick/pointers.js'
import { Recognizer } from '../flick/recognizer.js'
import { Swipe } from '../flick/swipe.js'
import { Zone } from '../flick/zone.js'

/** Ids of fingers rise from 1, those of the wheel fall from −1. After negative ids, a binding reports its offset. */
const FIRST = -1_000_000
const POINTER = 'ghost'

export class GhostClient {
  #flick
  /** The zone of the ghost for each zone of the page, by its name. */
  #zones = new Map()
  #recognizer
  #presses
  /** Whether a swipe of the page may reach its listener. */
  admits = () => true

  /** `flick` is a connection; pass this client to `bind` instead. */
  constructor(flick) {
    this.#flick = flick
    this.#presses = new Presses(
      (phase, zone, time) => this.#report({ type: phase, phase, swipe_id: null, time }, zone),
      zone => this.#recognizer.isSwiped(zone))
    this.#recognizer = new Recognizer((line, zone, ids) => {
      if (line.phase === 'begin' && zone) this.#presses.begin(zone, ids, line.t_us / 1000)
      this.#report({ ...line, swipe_id: FIRST - line.swipe_id }, zone)
    })
  }

  zone(element, options, listener) {
    const real = this.#flick.zone(element, options, swipe => { if (this.admits(swipe)) listener(swipe) })
    const zone = new Zone(options.name, options)
    zone.extent = axis => axis === 'x' ? element.clientWidth : element.clientHeight
    Object.assign(zone, { real, listener })
    this.#zones.set(options.name, zone)
    return {
      name: real.name, element, get offset() { return real.offset },
      update: offset => {
        real.update(offset)
        zone.move(offset)
      },
      remove: () => {
        const time = performance.now()
        this.#recognizer.leave(zone, 'removed', time)
        this.#presses.leave(zone, time)
        if (this.#zones.get(options.name) === zone) this.#zones.delete(options.name)
        real.remove()
      },
    }
  }

  /** Feeds events of the ghost: {phase, stage, x, y, time (ms)} in px of the stage, which has the name of its zone. */
  feed(events) { for (const event of events) this.#feed(event) }

  #feed({ phase, stage, x, y, time }) {
    const point = { id: POINTER, x, y, time }
    if (phase === 'down') {
      const zone = this.#zones.get(stage)
      if (!zone) return
      zone.move(zone.real.offset)
      this.#recognizer.down(point, [zone])
      this.#presses.down(POINTER, [zone], time)
    } else if (phase === 'move') this.#recognizer.move(POINTER, [point])
    else {
      if (phase === 'up') this.#recognizer.up(POINTER, point)
      else this.#recognizer.cancel(POINTER, 'lost', time)
      this.#presses.up(POINTER, time)
    }
  }

  #report({ time, ...line }, zone) {
    if (!zone) return
    const t_us = line.t_us ?? Math.round(time * 1000)
    zone.listener(new Swipe({ zone: { name: zone.name }, ...line, panel_id: 'ghost', t_us }))
  }
}
