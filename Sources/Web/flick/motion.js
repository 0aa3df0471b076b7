// What moves on the page: a spring on animation frames, which takes over the velocity of whatever let go.
import { Flight, Spring } from './spring.js'

/** Whether the user asked for less motion: then content jumps to where it was going. */
export const prefersReducedMotion = () =>
  globalThis.matchMedia?.('(prefers-reduced-motion: reduce)').matches ?? false

/** Calls `draw(now)` with µs of performance.now() on each frame for as long as it answers true; answers how to stop. */
export function onFrames(draw) {
  let request = requestAnimationFrame(function frame(now) {
    request = draw(now * 1000) ? requestAnimationFrame(frame) : null
  })
  return () => { if (request !== null) cancelAnimationFrame(request) }
}

/** A number that a spring takes to its target; each frame goes to `draw(value, velocity)`. */
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

  /** Puts the value where a finger has it; what was moving stops there. */
  set(value) {
    this.#finish()
    this.#value = value
    this.draw(value, 0)
  }

  /**
   * Goes on to a target from where it is by now, with its own velocity unless another is stated; settles as a promise.
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

/** A promise and what settles it; Chromium knows `Promise.withResolvers` from 119 on, and kiosks are older. */
function deferred() {
  const settled = {}
  settled.promise = new Promise(resolve => { settled.resolve = resolve })
  return settled
}
