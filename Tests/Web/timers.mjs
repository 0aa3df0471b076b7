// Timers that a test controls. Node's own mock timers differ between its versions.

/** Replaces `setTimeout` until it is restored. */
export class FakeTimers {
  #real = { setTimeout: globalThis.setTimeout, clearTimeout: globalThis.clearTimeout }
  #time = 0
  #last = 0
  #waiting = new Map()

  constructor() {
    globalThis.setTimeout = (run, delay = 0) => {
      this.#last += 1
      // As in browsers, no timer runs in the turn that set it.
      this.#waiting.set(this.#last, { run, due: this.#time + Math.max(delay, 1) })
      return this.#last
    }
    globalThis.clearTimeout = timer => this.#waiting.delete(timer)
  }

  /** Advances the time by `ms` and runs the due timers in order of time. */
  tick(ms) {
    const end = this.#time + ms
    for (;;) {
      const [timer, next] = [...this.#waiting].reduce(
        (first, one) => (first[1] && first[1].due <= one[1].due ? first : one), [])
      if (!next || next.due > end) break
      this.#waiting.delete(timer)
      this.#time = next.due
      next.run()
    }
    this.#time = end
  }

  restore() { Object.assign(globalThis, this.#real) }
}
