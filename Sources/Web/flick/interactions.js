// The seven interactions, with the numbers of FlickClient/Interactions. `zone` contains the zone's options, `handle`
// receives its swipes, and `offset` returns where to draw. Times are µs of performance.now(), as in the swipes, and
// their default is now.
//
// flickd decides a swipe of a zone. A swipe without a zone is decided here, by the rule of the zone.
import { SPEED, decide } from './decision.js'
import { now } from './motion.js'
import { Flight, Spring } from './spring.js'
import { SnapPoints } from './snap-points.js'

/** Content on one axis: a finger moves it while it is held, and a spring moves it after the release. */
export class Content {
  #way = 0
  #flight = null
  #since = 0
  #holder = null

  constructor(start = 0) { this.start = start }

  get isHeld() { return this.#holder !== null }

  offset(time = now()) {
    if (this.isHeld) return this.start + this.#way
    return this.#flight ? this.#flight.offset((time - this.#since) / 1e6) : this.start
  }

  /** Whether the spring still moves the content; within half a unit of its target, the content is at rest. */
  isFlying(time = now()) {
    return !this.isHeld && this.#flight !== null && (time - this.#since) / 1e6 < this.#flight.settlingTime()
  }

  /**
   * Follows a swipe; returns `end` or `cancel` at the release. While one swipe holds the content, others are ignored.
   */
  track(swipe, way) {
    if (this.isHeld) {
      if (this.#holder !== swipe.id) return null
    } else {
      this.start = this.offset(swipe.time)
      this.#holder = swipe.id
    }
    this.#way = way
    return swipe.phase === 'end' || swipe.phase === 'cancel' ? swipe.phase : null
  }

  /** Moves to the target on a spring, with this initial velocity in units per second. */
  release(target, velocity = 0, spring = Spring.standard, time = now()) {
    this.#flight = new Flight(this.offset(time), target, velocity, spring)
    this.#since = time
    this.#holder = null
    this.start = target
    this.#way = 0
  }

  /** Moves to the offset at once. */
  put(offset) {
    this.#flight = this.#holder = null
    this.start = offset
    this.#way = 0
  }

  /** Moves to another target on a spring, and keeps the current offset and velocity. */
  go(target, spring = Spring.standard, time = now()) {
    const velocity = this.#flight && !this.isHeld ? this.#flight.velocity((time - this.#since) / 1e6) : 0
    this.release(target, velocity, spring, time)
  }
}

/** Content with several snap points; each swipe selects one. */
class Snapping {
  constructor(axis, points, spring, index = 0) {
    this.points = points
    this.spring = spring
    this.index = index
    this.content = new Content(points.offset(index))
    // Without snap points, flickd reports how the finger moves, and the page selects the point.
    const isInZone = points.count >= 1 && points.count <= SnapPoints.capacity
    this.zone = { axis, snapPoints: isInZone ? points.offsets : undefined, offset: this.content.start, spring }
  }

  handle(swipe) {
    const { axis } = this.zone
    const release = this.content.track(swipe, swipe.translation[axis])
    if (!release) return
    if (release === 'end') this.index = this.meant(swipe)
    this.content.release(this.points.offset(this.index), swipe.decisiveVelocity[axis], this.spring, swipe.time)
  }

  /** The index of the snap point that a release now would select. */
  meant(swipe) {
    const { axis } = this.zone
    const landing = this.content.start + swipe.decisiveEndTranslation[axis]
    return swipe.snap?.index ?? this.points.target(landing, swipe.decisiveVelocity[axis], this.index)
  }

  /** Moves to another snap point without a finger. */
  go(index, time = now()) {
    this.index = Math.max(Math.min(index, this.points.count - 1), 0)
    this.content.go(this.points.offset(this.index), this.spring, time)
  }

  offset(time = now()) { return this.content.offset(time) }
  isMoving(time = now()) { return this.content.isFlying(time) }
}

/** Cards in a row, with one card in front; a flick selects the card at which it would land. */
export class CardCarousel extends Snapping {
  constructor({ count, width = 280, spacing = 16, spring = Spring.standard }) {
    const stride = width + spacing
    const offsets = Array.from({ length: count }, (_, card) => -card * stride || 0)
    super('x', new SnapPoints(offsets, { capacity: Infinity }), spring)
    this.count = count
    this.stride = stride
  }
}

/** A sheet that rests at one of several heights, in offsets; up is negative. */
export class BottomSheet extends Snapping {
  constructor({ detents = [0, -300, -600], index = 0, spring = Spring.standard } = {}) {
    super('y', new SnapPoints(detents), spring, index)
  }
}

/** Content that a committed swipe removes, by the zone's rule. */
class Leaving {
  constructor(zone, { speed = SPEED, reversal = 'follow', spring = Spring.standard, exit }) {
    this.zone = { ...zone, velocity: speed, reversal }
    this.spring = spring
    this.exit = exit
    this.content = new Content()
    this.side = null
  }

  /** The displacement of the content for a displacement of the finger. */
  way(translation) { return translation }

  get isDismissed() { return this.side !== null }

  handle(swipe) {
    const { axis } = this.zone
    if (this.isDismissed && !this.content.isHeld) return
    const release = this.content.track(swipe, this.way(swipe.translation[axis]))
    if (!release) return
    if (release === 'end') this.side = this.meant(swipe)
    this.content.release(this.place, swipe.decisiveVelocity[axis], this.spring, swipe.time)
  }

  /** The direction in which a release now would send the content, or null. */
  meant(swipe) {
    const { axis } = this.zone
    const { commit, direction } = swipe.zone && swipe.decision ? swipe.decision : decide(this.zone, axis, {
      t: swipe.translation[axis], v: swipe.decisiveVelocity[axis], end: swipe.decisiveEndTranslation[axis],
    })
    return commit ? direction : null
  }

  get place() { return this.side === null ? 0 : this.side === 'left' || this.side === 'up' ? -this.exit : this.exit }

  /** Leaves in a direction, or returns if `side` is null, without a finger. */
  go(side, time = now()) {
    this.side = side
    this.content.go(this.place, this.spring, time)
  }

  offset(time = now()) { return this.content.offset(time) }
  isMoving(time = now()) { return this.content.isFlying(time) }
}

/** A card that a swipe down dismisses: a long distance or a high speed is enough. */
export class DismissibleCard extends Leaving {
  constructor({ distance = 200, exit = 800, ...options } = {}) {
    super({ axis: 'y', directions: ['down'], distance }, { exit, ...options })
  }

  way(translation) { return Math.max(translation, 0) }
  progress(time = now()) { return Math.min(Math.max(this.offset(time) / this.zone.distance, 0), 1) }
  opacity(time = now()) {
    const progress = this.progress(time)
    return progress > 0.5 ? 1 - progress : 1
  }
}

/** A sheet that is dismissed if it would land below the middle of its height: one check for drags and flicks. */
export class DismissibleSheet extends Leaving {
  constructor({ height = 400, fraction = 0.5, ...options } = {}) {
    super(
      { axis: 'y', directions: ['down'], commitIf: ['predicted'], predicted: height * fraction },
      { exit: height, ...options })
  }

  /** Never above its original position. */
  offset(time = now()) { return Math.max(super.offset(time), 0) }
}

/** A card that leaves to the left or to the right, and turns slightly as it moves. */
export class SwipeCard extends Leaving {
  constructor({ distance = 100, exit = 400, turn = 0.02, ...options } = {}) {
    super({ axis: 'x', commitIf: ['distance'], distance }, { exit, ...options })
    this.turn = turn
  }

  rotation(time = now()) { return this.turn * this.offset(time) }
}

/** A card that fades as it is pulled down; the distance or the predicted end dismisses it. */
export class SpringCard extends Leaving {
  constructor({ distance = 200, predicted = 500, exit = 1000, fading = 400, ...options } = {}) {
    super(
      { axis: 'y', directions: ['down'], commitIf: ['distance', 'predicted'], distance, predicted },
      { exit, ...options })
    this.fading = fading
  }

  opacity(time = now()) { return 1 - Math.min(Math.max(this.offset(time) / this.fading, 0), 1) * 0.5 }
}

/** A card that is lifted, follows the finger one to one in both directions, and springs back. */
export class DraggableCard {
  constructor({
    spring = new Spring({ response: 0.3, dampingFraction: 0.7 }), liftedScale = 1.05, liftedShadow = 12,
    restingShadow = 6,
  } = {}) {
    Object.assign(this, { spring, liftedScale, liftedShadow, restingShadow })
    this.x = new Content()
    this.y = new Content()
    this.zone = {}
  }

  handle(swipe) {
    this.y.track(swipe, swipe.translation.y)
    if (!this.x.track(swipe, swipe.translation.x)) return
    this.x.release(0, swipe.decisiveVelocity.x, this.spring, swipe.time)
    this.y.release(0, swipe.decisiveVelocity.y, this.spring, swipe.time)
  }

  get isLifted() { return this.x.isHeld }
  get scale() { return this.isLifted ? this.liftedScale : 1 }
  get shadow() { return this.isLifted ? this.liftedShadow : this.restingShadow }
  offset(time = now()) { return { x: this.x.offset(time), y: this.y.offset(time) } }
  isMoving(time = now()) { return this.x.isFlying(time) || this.y.isFlying(time) }
}
