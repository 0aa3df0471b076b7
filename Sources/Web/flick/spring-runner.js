// A number on a spring, on animation frames, for pages without an interaction.
import { onFrames, prefersReducedMotion } from './motion.js'
import { Flight, Spring } from './spring.js'

/**
 * A number that a spring moves to its target on animation frames, each of which calls `draw`; with reduced motion, it
 * jumps.
 */
export class SpringRunner {
  #flight = null
  #since = 0
  #stop = null
  #settled = null
  #value

  /**
   * @param {(value: number, velocity: number) => void} draw
   * @param {{ value?: number, spring?: Spring, tolerance?: number }} [options]
   */
  constructor(draw, { value = 0, spring = Spring.standard, tolerance = 0.5 } = {}) {
    /** @protected */
    this.draw = draw
    /** @type {Spring} */
    this.spring = spring
    /** @protected */
    this.tolerance = tolerance
    this.#value = value
  }

  /** @type {number} */
  get value() { return this.#flight ? this.#flight.offset(this.#elapsed()) : this.#value }
  /** @type {number} */
  get velocity() { return this.#flight ? this.#flight.velocity(this.#elapsed()) : 0 }
  get isMoving() { return this.#flight !== null }

  /** @type {(value: number) => void} Sets the value to that of a finger, and stops the spring. */
  set(value) {
    this.#finish()
    this.#value = value
    this.draw(value, 0)
  }

  /**
   * Moves to a target from the current value; the default velocity is the current one. Resolves at rest.
   * @type {(target: number, options?: { velocity?: number, spring?: Spring }) => Promise<void>}
   */
  to(target, { velocity = this.velocity, spring = this.spring } = {}) {
    if (prefersReducedMotion()) {
      this.set(target)
      return Promise.resolve()
    }
    this.#flight = new Flight(this.value, target, velocity, spring)
    this.#since = performance.now()
    this.#stop ??= onFrames(() => this.#frame())
    this.#settled ??= deferred()
    return this.#settled.promise
  }

  #elapsed() { return (performance.now() - this.#since) / 1000 }

  #frame() {
    const flight = this.#flight
    const elapsed = this.#elapsed()
    if (elapsed >= flight.settlingTime(this.tolerance)) {
      this.set(flight.target)
      return false
    }
    this.draw(flight.offset(elapsed), flight.velocity(elapsed))
    return true
  }

  #finish() {
    this.#stop?.()
    this.#settled?.resolve()
    this.#flight = this.#stop = this.#settled = null
  }
}

/** A promise with its resolver; kiosks have Chromium before 119, which has no `Promise.withResolvers`. */
function deferred() {
  const settled = {}
  settled.promise = new Promise(resolve => { settled.resolve = resolve })
  return settled
}
