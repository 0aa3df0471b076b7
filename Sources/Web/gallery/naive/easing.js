// Motions of a fixed duration, as CSS transitions have them, in the form of a spring: `Content` can fly them.
//
// The duration does not depend on the distance, and the motion begins from rest: the speed of the finger is lost.

/** The step for the slope of a curve, as a part of its duration. */
const STEP = 1e-4

export const linear = part => part

/** A curve of CSS from 0 to 1 with two control points: `cubic-bezier(x1, y1, x2, y2)`. */
function bezier(x1, y1, x2, y2) {
  const at = (u, a, b) => 3 * (1 - u) ** 2 * u * a + 3 * (1 - u) * u * u * b + u ** 3
  return part => {
    let [low, high] = [0, 1]
    // 40 halvings are more exact than a position needs.
    for (let count = 0; count < 40; count++) {
      const middle = (low + high) / 2
      if (at(middle, x1, x2) < part) low = middle
      else high = middle
    }
    return at(high, y1, y2)
  }
}

/** The keyword `ease-out` of CSS. */
export const easeOut = bezier(0, 0, 0.58, 1)

/** A transition with a duration in seconds. It has the methods of a `Spring` that a `Flight` calls. */
export class Easing {
  constructor(duration, curve = easeOut) {
    this.duration = duration
    this.curve = curve
    Object.freeze(this)
  }

  /** The displacement from the target and its rate of change; the velocity at the start is ignored. */
  state(time, { displacement }) {
    const part = time / this.duration
    if (part >= 1) return { displacement: 0, velocity: 0 }
    const [from, to] = [Math.max(part - STEP, 0), Math.min(part + STEP, 1)]
    const slope = (this.curve(to) - this.curve(from)) / (to - from)
    return { displacement: displacement * (1 - this.curve(part)), velocity: -displacement * slope / this.duration }
  }

  /** A transition takes its whole duration, however short its distance is. */
  settlingTime() { return this.duration }
}
