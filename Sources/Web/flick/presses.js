// Fingers that rest on zones. The listener of a zone with the option `presses` receives the phase `press` when a first
// finger lands, and then either a begin, or `release` when the last finger lifts. A finger that lands on a zone with an
// active swipe does not press.

export class Presses {
  /** The fingers on each zone, by their ids. */
  #fingers = new Map()

  /**
   * `tell(phase, zone, time)` receives presses and releases; times are in ms. `isSwiped(zone)` returns whether a zone
   * has an active swipe.
   */
  constructor(tell, isSwiped) {
    this.tell = tell
    this.isSwiped = isSwiped
  }

  /** A finger lands on zones, innermost first; it presses the innermost one that asks for presses. */
  down(id, zones, time) {
    const zone = zones.find(({ options }) => options.presses)
    if (!zone || this.isSwiped(zone)) return
    const fingers = this.#fingers.get(zone) ?? new Set()
    this.#fingers.set(zone, fingers.add(id))
    if (fingers.size === 1) this.tell('press', zone, time)
  }

  /** A swipe begins: it ends the press of its zone, and its fingers leave the other zones. */
  begin(zone, ids, time) {
    this.#fingers.delete(zone)
    for (const id of ids) this.up(id, time)
  }

  /** A finger lifts, or the browser takes it. */
  up(id, time) {
    for (const [zone, fingers] of [...this.#fingers]) {
      if (fingers.delete(id) && fingers.size === 0) this.leave(zone, time)
    }
  }

  /** Releases a zone, for example before it is removed. */
  leave(zone, time) { if (this.#fingers.delete(zone)) this.tell('release', zone, time) }

  stop(time) { for (const zone of [...this.#fingers.keys()]) this.leave(zone, time) }
}
