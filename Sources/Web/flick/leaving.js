// Content that a committed swipe removes, by the zone's rule.
import { Content, RubberBand } from './content.js'
import { SPEED, decisionOf } from './decision.js'
import { Interaction } from './interaction.js'
import { now } from './motion.js'

const part = (value, whole) => Math.min(Math.max(value / whole, 0), 1)

/**
 * @typedef {object} LeavingRule How a release dismisses content: by the rule of a zone.
 * @property {number} [speedThreshold] The speed beyond which a release is a flick, whose direction counts; the default
 *   is 800 px per second.
 * @property {Reversal} [reversal] What a flick against the displacement means; the default is `follow`.
 */
/** @typedef {InteractionOptions & LeavingRule} LeavingOptions */
/** @typedef {{ distanceThreshold?: number }} DistanceOption The displacement beyond which it is dismissed, in px. */

/**
 * Content that a committed swipe removes.
 * @extends {Interaction<Direction | null>}
 */
export class Leaving extends Interaction {
  /** @protected */
  constructor(zone, {
    speedThreshold = SPEED, reversal = 'follow', exit, bounds = null, band = null, keepsSlop, ...options
  }) {
    super({ ...zone, velocity: speedThreshold, reversal }, new Content(0, { bounds, band, keepsSlop }), options)
    /** @protected */
    this.exit = exit
    /** @readonly @type {Direction | null} The direction in which it left; null while it has not. */
    this.side = null
  }

  /** @type {boolean} */
  get isDismissed() { return this.side !== null }
  /** @protected */
  get canFollow() { return !this.isDismissed || this.content.isHeld }

  /** @type {(swipe: Swipe) => Direction | null} The direction in which a release now would send the content. */
  meant(swipe) {
    const { commit, direction } = decisionOf(this.zone, swipe)
    return commit ? direction : null
  }

  /** @protected */
  choose(side) { this.side = side }

  /** @type {number} The offset at which the content rests. */
  get target() { return this.side === null ? 0 : this.side === 'left' || this.side === 'up' ? -this.exit : this.exit }
}

/** A card that a swipe down dismisses: a long distance or a high speed is enough. */
export class DismissibleCard extends Leaving {
  /** @param {LeavingOptions & DistanceOption & { exit?: number }} [options] */
  constructor({ distanceThreshold = 200, exit = 800, ...options } = {}) {
    super({ axis: 'y', directions: ['down'], distance: distanceThreshold }, { exit, bounds: [0, Infinity], ...options })
  }

  progress(time = now()) { return part(this.offset(time), this.zone.distance) }

  /** Falls smoothly from 1 at half of the distance to 0.7, at which white text is readable. */
  opacity(time = now()) {
    const faded = Math.max(2 * this.progress(time) - 1, 0)
    return 1 - 0.3 * faded * faded * (3 - 2 * faded)
  }
}

/** A sheet that is dismissed if it would land below the middle of its height: one check for drags and flicks. */
export class DismissibleSheet extends Leaving {
  /** @param {LeavingOptions & { height?: number, fraction?: number }} [options] */
  constructor({ height = 400, fraction = 0.5, ...options } = {}) {
    super(
      { axis: 'y', directions: ['down'], commitIf: ['predicted'], predicted: height * fraction },
      { exit: height, bounds: [0, Infinity], ...options })
  }
}

/** A card that leaves to the left or to the right by distance or by speed, and turns slightly as it moves. */
export class SwipeCard extends Leaving {
  /** @param {LeavingOptions & DistanceOption & { exit?: number, turn?: number }} [options] */
  constructor({ distanceThreshold = 100, exit = 400, turn = 0.02, ...options } = {}) {
    super({ axis: 'x', distance: distanceThreshold }, { exit, ...options })
    /** @protected */
    this.turn = turn
  }

  rotation(time = now()) { return this.turn * this.offset(time) }
}

/** A card that fades as it is pulled down; the distance or the predicted end dismisses it. */
export class SpringCard extends Leaving {
  /**
   * `predictedThreshold` (500) is the displacement of the predicted end beyond which the card is dismissed; `extent`
   * (400) limits what a finger pulls the card up.
   * @param {LeavingOptions & DistanceOption &
   *   { predictedThreshold?: number, exit?: number, fading?: number, extent?: number }} [options]
   */
  constructor({
    distanceThreshold = 200, predictedThreshold = 500, exit = 1000, fading = 400, extent = 400, ...options
  } = {}) {
    super(
      {
        axis: 'y', directions: ['down'], commitIf: ['distance', 'predicted'],
        distance: distanceThreshold, predicted: predictedThreshold,
      },
      { exit, bounds: [0, Infinity], band: new RubberBand(extent), ...options })
    /** @protected */
    this.fading = fading
  }

  opacity(time = now()) { return 1 - part(this.offset(time), this.fading) * 0.5 }
}
