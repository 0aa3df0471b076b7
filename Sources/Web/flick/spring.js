// A damped spring, ẍ = −stiffness·x − damping·ẋ, in closed form: the numbers of GestureCore/Motion/Spring.swift.
// A state is {displacement, velocity}: the displacement from the target to the content, and its rate of change.
import { clamp } from './clamp.js'

/** The limits of a spring in each of its forms. Content on a spring beyond them would move almost for ever. */
const DURATION = [0.001, 60]
const FRACTION = [0.01, 100]
const BOUNCE = [-0.99, 0.99]
const FORMS = [['duration', 'bounce'], ['response', 'dampingFraction'], ['mass', 'stiffness', 'damping']]
const DEFAULTS = { duration: 0.5, bounce: 0, dampingFraction: 0.825, mass: 1 }
/** The rounding between two forms of a spring must not decide whether it is valid. */
const ROUNDING = 1e-9

/** @typedef {{ displacement: number, velocity: number }} SpringState Content relative to its target. */

/**
 * A damped spring that brings content to rest, as SwiftUI's `Spring`.
 *
 * The default is half a second without bounce. In each form, a spring has a duration of 0.001 to 60 s and a damping
 * fraction of 0.01 to 100, which is a bounce of 0.99 to −0.99: such a spring always comes to rest. Throws a RangeError
 * for other numbers, and a TypeError for keys that are not of one form.
 */
export class Spring {
  /** @param {SpringForm} [spring] */
  constructor(spring = {}) {
    const form = formOf(spring)
    let stiffness, damping
    if (form === FORMS[2]) {
      const mass = above0(spring, 'mass')
      stiffness = above0(spring, 'stiffness') / mass
      damping = above0(spring, 'damping') / mass
      checkPhysical(stiffness, damping)
    } else if (form === FORMS[1]) {
      const pace = 2 * Math.PI / within(spring, 'response', DURATION, ' s')
      stiffness = pace * pace
      damping = 2 * pace * within(spring, 'dampingFraction', FRACTION)
    } else {
      const pace = 2 * Math.PI / within(spring, 'duration', DURATION, ' s')
      const bounce = within(spring, 'bounce', BOUNCE)
      stiffness = pace * pace
      damping = bounce >= 0 ? 2 * pace * (1 - bounce) : 2 * pace / (1 + bounce)
    }
    /** @readonly @type {number} The acceleration to the target per displacement, in 1/s². */
    this.stiffness = stiffness
    /** @readonly @type {number} The deceleration per velocity, in 1/s. */
    this.damping = damping
    Object.freeze(this)
  }

  /** The period without damping, in seconds: the perceived duration. */
  get duration() { return 2 * Math.PI / Math.sqrt(this.stiffness) }
  /** The damping as a fraction of the critical damping. */
  get dampingFraction() { return this.damping / (2 * Math.sqrt(this.stiffness)) }
  /** The bounce, −0.99 to 0.99. */
  get bounce() {
    const fraction = this.dampingFraction
    return fraction <= 1 ? 1 - fraction : 1 / fraction - 1
  }

  /** @type {(time: number, start: SpringState) => SpringState} The state after this number of seconds. */
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

  /**
   * When the displacement stays within `tolerance`, which is above 0; in seconds. Costs about 60 states.
   * @type {(start: SpringState, tolerance: number) => number}
   */
  settlingTime(start, tolerance) {
    if (!(tolerance > 0)) throw new RangeError(`the tolerance is ${tolerance}: use a number above 0`)
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

  /** @readonly @type {Spring} Half a second without bounce. */
  static smooth = new Spring()
  /** @readonly @type {Spring} Half a second with a small bounce, 0.15. */
  static snappy = new Spring({ bounce: 0.15 })
  /** @readonly @type {Spring} Half a second with a bounce of 0.3. */
  static bouncy = new Spring({ bounce: 0.3 })
  /** @readonly @type {Spring} A response of 0.15 s and a damping fraction of 0.86: content that follows a finger. */
  static interactive = new Spring({ response: 0.15, dampingFraction: 0.86 })
  /** @readonly @type {Spring} The default: `smooth`. */
  static standard = Spring.smooth
}

/** The form of a spring: all of its keys belong to one form, and those without a default are present. */
function formOf(spring) {
  const keys = Object.keys(spring).filter(key => spring[key] !== undefined)
  const form = FORMS.find(names => keys.every(key => names.includes(key)))
  const missing = form?.find(name => spring[name] === undefined && !(name in DEFAULTS))
  if (form && !missing) return form
  const fault = missing ? `${missing} is missing` : `these keys are not of one form: ${keys.join(', ')}`
  const forms = FORMS.map(names => names.join(', ')).join('; or ')
  throw new TypeError(`${fault}. A spring has the keys ${forms}`)
}

function isWithin(value, [min, max]) {
  return value >= min - ROUNDING * Math.abs(min) && value <= max + ROUNDING * max
}

function within(spring, name, limits, unit = '') {
  const value = spring[name] ?? DEFAULTS[name]
  const [min, max] = limits
  if (typeof value === 'number' && isWithin(value, limits)) return value
  throw new RangeError(`${name} is ${value}${unit}: use ${min} to ${max}${unit}`)
}

function above0(spring, name) {
  const value = spring[name] ?? DEFAULTS[name]
  if (typeof value === 'number' && value > 0 && value < Infinity) return value
  throw new RangeError(`${name} is ${value}: use a finite number above 0`)
}

/** Applies the limits of the other forms to a stiffness and a damping per unit of mass. */
function checkPhysical(stiffness, damping) {
  const duration = 2 * Math.PI / Math.sqrt(stiffness)
  if (!isWithin(duration, DURATION)) {
    throw new RangeError(
      `stiffness is ${stiffness} per mass, which is a duration of ${duration} s: use ${DURATION.join(' to ')} s`)
  }
  const fraction = damping / (2 * Math.sqrt(stiffness))
  if (!isWithin(fraction, FRACTION)) {
    throw new RangeError(
      `damping is ${damping} per mass, which is ${fraction} of the critical damping: use ${FRACTION.join(' to ')}`)
  }
}

/**
 * The spring of a hand-off: the nearest one within the limits. A zone of flickd's configuration may have a spring that
 * never comes to rest.
 */
export function springOfLine({ stiffness, damping }) {
  const [stiffest, softest] = DURATION.map(duration => (2 * Math.PI / duration) ** 2)
  const nearest = clamp(stiffness, softest, stiffest)
  const settles = clamp(damping, ...FRACTION.map(fraction => fraction * 2 * Math.sqrt(nearest)))
  return Number.isNaN(nearest + settles) ? Spring.standard : new Spring({ stiffness: nearest, damping: settles })
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

/**
 * Content that moves to its target on a spring; times in seconds since the release. Throws a RangeError if a number is
 * not finite.
 */
export class Flight {
  #start

  /**
   * @param {number} from
   * @param {number} target
   * @param {number} [velocity]
   * @param {Spring} [spring]
   */
  constructor(from, target, velocity = 0, spring = Spring.standard) {
    for (const [name, value] of Object.entries({ from, target, velocity })) {
      if (!Number.isFinite(value)) throw new RangeError(`${name} is ${value}: use a finite number`)
    }
    /** @readonly @type {number} */
    this.target = target
    /** @readonly @type {Spring} */
    this.spring = spring
    this.#start = { displacement: from - target, velocity }
  }

  /** @type {(seconds: number) => number} */
  offset(seconds) { return this.target + this.spring.state(Math.max(seconds, 0), this.#start).displacement }
  /** @type {(seconds: number) => number} */
  velocity(seconds) { return this.spring.state(Math.max(seconds, 0), this.#start).velocity }
  /** When the content stays within `tolerance` of its target, in seconds. The default is half a unit. */
  settlingTime(tolerance = 0.5) { return this.spring.settlingTime(this.#start, tolerance) }
  /**
   * A flight from here to another target, with continuous offset and velocity.
   * @type {(target: number, seconds: number, spring?: Spring) => Flight}
   */
  retargeted(target, seconds, spring = this.spring) {
    return new Flight(this.offset(seconds), target, this.velocity(seconds), spring)
  }
}

/**
 * τ in seconds of content that keeps `rate` of its speed every millisecond: −1/(1000 ln rate).
 * @type {(rate: number) => number}
 */
export const projectionTime = rate => -1 / (1000 * Math.log(rate))

/** The default τ in seconds, as in SwiftUI. */
export const PROJECTION = 0.25

/**
 * Where content would land: translation + τ·velocity, of numbers or of {x, y}; the default τ is 0.25 s, as in SwiftUI.
 * @type {{
 *   (translation: number, velocity: number, seconds?: number): number
 *   (translation: Vector, velocity: Vector, seconds?: number): Vector
 * }}
 */
export const projection = (translation, velocity, seconds = PROJECTION) => {
  if (typeof translation === 'number') return translation + seconds * velocity
  return { x: translation.x + seconds * velocity.x, y: translation.y + seconds * velocity.y }
}
