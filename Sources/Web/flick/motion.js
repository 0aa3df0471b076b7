// Springs on animation frames. A spring starts with the velocity of the release.
import { Flight, Spring } from './spring.js'

/** The present on the page's clock, in µs: the default of each argument that is a time. */
export const now = () => performance.now() * 1000

/** Whether the user prefers reduced motion; content then jumps to its target. */
export const prefersReducedMotion = () =>
  globalThis.matchMedia?.('(prefers-reduced-motion: reduce)').matches ?? false

/** Calls `draw(now)` with µs of performance.now() on each frame until it returns false; returns a stop function. */
export function onFrames(draw) {
  let request = requestAnimationFrame(function frame(now) {
    request = draw(now * 1000) ? requestAnimationFrame(frame) : null
  })
  return () => { if (request !== null) cancelAnimationFrame(request) }
}

/** A number that a spring moves to its target; each frame calls `draw(value, velocity)`. */
export class SpringRunner {
  #flight = null
  #since = 0
  #stop = null
  #settled = null
  #value

  constructor(draw, { value = 0, spring = Spring.standard, tolerance = 0.5 } = {}) {
    this.draw = draw
    this.spring = spring
    this.tolerance = tolerance
    this.#value = value
  }

  get value() { return this.#flight ? this.#flight.offset(this.#elapsed()) : this.#value }
  get velocity() { return this.#flight ? this.#flight.velocity(this.#elapsed()) : 0 }
  get isMoving() { return this.#flight !== null }

  /** Sets the value to that of a finger, and stops the spring. */
  set(value) {
    this.#finish()
    this.#value = value
    this.draw(value, 0)
  }

  /**
   * Moves to a target from the current value; the default velocity is the current one. Resolves at rest.
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
