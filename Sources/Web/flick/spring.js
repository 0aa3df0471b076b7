// A damped spring, ẍ = −stiffness·x − damping·ẋ, in closed form: the numbers of GestureCore/Motion/Spring.swift.
// A state is {displacement, velocity}: the displacement from the target to the content, and its rate of change.

/** A bounce of −1 would be infinite damping; this bounce is a hundred times the critical damping. */
const LEAST_BOUNCE = -0.99
/** ω of half a second. */
const STANDARD_PACE = 4 * Math.PI

export class Spring {
  constructor(spring = {}) {
    let stiffness, damping
    if (spring.stiffness !== undefined) {
      const mass = spring.mass ?? 1
      stiffness = spring.stiffness / mass
      damping = (spring.damping ?? 0) / mass
    } else if (spring.response !== undefined) {
      const pace = 2 * Math.PI / spring.response
      stiffness = pace * pace
      damping = 2 * pace * (spring.dampingFraction ?? 1)
    } else {
      const pace = 2 * Math.PI / (spring.duration ?? 0.5)
      const bounce = Math.min(Math.max(spring.bounce ?? 0, LEAST_BOUNCE), 1)
      stiffness = pace * pace
      damping = bounce >= 0 ? 2 * pace * (1 - bounce) : 2 * pace / (1 + bounce)
    }
    const isSpring = stiffness > 0 && Number.isFinite(stiffness) && Number.isFinite(damping)
    this.stiffness = isSpring ? stiffness : STANDARD_PACE * STANDARD_PACE
    this.damping = isSpring ? Math.max(damping, 0) : 2 * STANDARD_PACE
    Object.freeze(this)
  }

  get duration() { return 2 * Math.PI / Math.sqrt(this.stiffness) }
  get dampingFraction() { return this.damping / (2 * Math.sqrt(this.stiffness)) }
  get bounce() {
    const fraction = this.dampingFraction
    return fraction <= 1 ? 1 - fraction : 1 / fraction - 1
  }

  state(time, start) {
    const half = this.damping / 2
    const [cosine, sine] = waves(this, time)
    const drift = start.velocity + half * start.displacement
    return {
      displacement: start.displacement * cosine + drift * sine,
      velocity: start.velocity * cosine
        - (this.stiffness * start.displacement + half * start.velocity) * sine,
    }
  }

  settlingTime(start, tolerance) {
    const excess = excessOf(this)
    const extreme = firstExtreme(this, start)
    let early = 0
    let late = Infinity
    if (extreme !== null) {
      const peak = Math.abs(this.state(extreme, start).displacement)
      if (peak <= tolerance) {
        // Before this extreme, the content may have been further away.
        if (Math.abs(start.displacement) <= tolerance) return 0
        late = extreme
      } else if (excess < 0) {
        const halfTurn = Math.PI / Math.sqrt(-excess)
        // From one extreme to the next, the logarithm of the displacement falls by this value.
        const fall = this.damping / 2 * halfTurn
        if (!(fall > 0)) return Infinity
        early = extreme + Math.floor(Math.log(peak / tolerance) / fall) * halfTurn
        late = early + halfTurn
      } else {
        early = extreme
      }
    } else if (Math.abs(start.displacement) <= tolerance) {
      return 0
    }
    return crossing(this, start, early, late, tolerance)
  }

  static standard = new Spring()
  static snappy = new Spring({ bounce: 0.15 })
  static bouncy = new Spring({ bounce: 0.3 })
}

/** β² − stiffness with β = damping/2: negative if the spring oscillates, 0 at critical damping. */
function excessOf(spring) { return spring.damping * spring.damping / 4 - spring.stiffness }

/** e^(−βt)·cosh(γt) and e^(−βt)·sinh(γt)/γ with γ² = β² − stiffness; cos and sin if γ² is negative. */
function waves(spring, time) {
  const half = spring.damping / 2
  const excess = excessOf(spring)
  const square = excess * time * time
  if (Math.abs(square) < 0.01) {
    // Near critical damping the closed forms divide 0 by 0; the next term of this series is below 1e-14.
    const decay = Math.exp(-half * time)
    return [
      decay * (1 + square / 2 * (1 + square / 12 * (1 + square / 30 * (1 + square / 56)))),
      decay * time * (1 + square / 6 * (1 + square / 20 * (1 + square / 42))),
    ]
  }
  const rate = Math.sqrt(Math.abs(excess))
  if (excess < 0) {
    const decay = Math.exp(-half * time)
    return [decay * Math.cos(rate * time), decay * Math.sin(rate * time) / rate]
  }
  // β − γ as a quotient: the difference would lose its digits at high damping.
  const slow = Math.exp(-spring.stiffness / (half + rate) * time)
  const fast = Math.exp(-(half + rate) * time)
  return [(slow + fast) / 2, (slow - fast) / (2 * rate)]
}

/** The first moment from now on at which the content changes direction; null if there is none. */
function firstExtreme(spring, start) {
  if (start.velocity === 0) return 0
  const pull = spring.stiffness * start.displacement + spring.damping / 2 * start.velocity
  const excess = excessOf(spring)
  const rate = Math.sqrt(Math.abs(excess))
  if (excess < 0) {
    const angle = Math.atan2(start.velocity * rate, pull)
    return (angle < 0 ? angle + Math.PI : angle) / rate
  }
  // The moment t solves tanh(γt)/γ = quotient.
  if (pull === 0) return null
  const quotient = start.velocity / pull
  const part = rate * quotient
  if (!(quotient > 0 && part < 1)) return null
  return part < 1e-4 ? quotient : Math.log((1 + part) / (1 - part)) / (2 * rate)
}

/** When the displacement falls below the tolerance, between an extreme and the next one or infinity. */
function crossing(spring, start, early, late, tolerance) {
  const sign = spring.state(early, start).displacement < 0 ? -1 : 1
  const isOff = time => sign * spring.state(time, start).displacement > tolerance
  if (late === Infinity) {
    let step = 1 / Math.sqrt(spring.stiffness)
    while (isOff(early + step)) {
      early += step
      step *= 2
      if (!(early < 1e9)) return Infinity
    }
    late = early + step
  }
  // 1e-7 s is below the microsecond of a message; the count bounds the cost of a huge time.
  for (let count = 0; late - early > 1e-7 && count < 100; count++) {
    const middle = (early + late) / 2
    if (isOff(middle)) early = middle
    else late = middle
  }
  return late
}

/** Content that moves to its target on a spring; times in seconds since the release. */
export class Flight {
  #start

  constructor(from, target, velocity = 0, spring = Spring.standard) {
    this.target = target
    this.spring = spring
    this.#start = { displacement: from - target, velocity }
  }

  offset(seconds) { return this.target + this.spring.state(Math.max(seconds, 0), this.#start).displacement }
  velocity(seconds) { return this.spring.state(Math.max(seconds, 0), this.#start).velocity }
  settlingTime(tolerance = 0.5) { return this.spring.settlingTime(this.#start, tolerance) }
  retargeted(target, seconds, spring = this.spring) {
    return new Flight(this.offset(seconds), target, this.velocity(seconds), spring)
  }
}

/** τ in seconds of content that keeps `rate` of its speed every millisecond: −1/(1000 ln rate). */
export const projectionTime = rate => -1 / (1000 * Math.log(rate))

/** The default τ in seconds, as in SwiftUI. */
export const PROJECTION = 0.25

/** Where content would land: translation + τ·velocity, of numbers or of {x, y}. */
export function projection(translation, velocity, seconds = PROJECTION) {
  if (typeof translation === 'number') return translation + seconds * velocity
  return { x: translation.x + seconds * velocity.x, y: translation.y + seconds * velocity.y }
}
