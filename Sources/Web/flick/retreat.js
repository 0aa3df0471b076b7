// How far a swipe went back against its displacement: see GestureCore/Recognition/Retreat.swift.

/**
 * The retreat behind a decision of flickd with this recoil, or of a swipe whose path is not known: where there is no
 * recoil, the velocity counts.
 */
export function retreatOf({ x = Infinity, y = Infinity } = {}) {
  return { x: { length: x, hasTurned: true }, y: { length: y, hasTurned: true } }
}

/** The velocity without the components against the displacement along which the finger did not go back by `least`. */
export function withoutRecoil(velocity, translation, retreat, least) {
  const counted = axis => {
    const { length, hasTurned } = retreat[axis]
    return velocity[axis] * translation[axis] < 0 && (hasTurned ? length : 0) < least ? 0 : velocity[axis]
  }
  return { x: counted('x'), y: counted('y') }
}

/** Finds the turns of a path along one axis: the furthest position before it went back by more than the slop. */
export class TurnDetector {
  /** The sign of the direction since the last turn; 0 within the slop. */
  #direction = 0
  /** The furthest distance on each side since the last turn; on the side behind, the turn. */
  #furthest = { '-1': 0, 0: 0, 1: 0 }

  /** Adds a position relative to the start; a movement of exactly the slop is not a turn. */
  report(position, slop) {
    for (const side of [-1, 1]) {
      if (this.#direction === -side) continue
      const at = side * position
      this.#furthest[side] = Math.max(this.#furthest[side], at)
      if (this.#furthest[side] - at > slop) {
        this.#direction = -side
        this.#furthest[-side] = -at
        return
      }
    }
  }

  /** The retreat of a finger at a displacement: its distance from the furthest position. */
  retreat(position) {
    const side = Math.sign(position)
    return { length: this.#furthest[side] - side * position, hasTurned: this.#direction * side < 0 }
  }
}
