// One moment of a swipe, from a line of the protocol; the names are those of FlickClient.
import { camel } from './camel.js'
import { Flight, springOfLine } from './spring.js'
import { zero } from './vector.js'

/** What a decision lacks at some levels, and by some rules. */
const absent = {
  distance: 0, distance_threshold: 0, predicted: null, predicted_threshold: null, no_commit: null, travel: 0,
  travel_threshold: 0, recoil: null,
}

/**
 * @typedef {object} HandOff How the content of a zone moves after the release.
 * @property {Spring} spring
 * @property {number} velocity The velocity along the zone's axis.
 * @property {number | null} relativeVelocity The velocity relative to the remaining displacement, in 1/s; null if
 *   almost none remains.
 * @property {number | null} settlingTime In seconds; null if longer than an hour.
 * @property {number | null} target The target of the content in a zone without snap points; null in others, where
 *   `snap` contains it.
 */

/** One moment of a swipe; lengths in CSS pixels. Fields that the level excludes are null or 0. */
export class Swipe {
  /**
   * `time` is on the page's clock, in µs of `performance.now()`.
   * @param {object} line
   * @param {number} [time]
   */
  constructor(line, time = line.t_us) {
    const { zone } = line
    const spring = zone?.spring
    /** @readonly @type {Readonly<Record<string, any>>} The line of the protocol. */
    this.line = line
    /** @readonly @type {number} */
    this.id = line.swipe_id
    /** @readonly @type {Phase} */
    this.phase = line.phase
    /**
     * Why it was cancelled: a word of the protocol, `lost` after a lost connection, or `removed` if the page removed
     * its zone.
     * @readonly
     * @type {string | null}
     */
    this.reason = line.reason ?? null
    /** @readonly @type {string} The panel; `browser` for the browser's own pointer events. */
    this.panelId = line.panel_id
    /** @readonly @type {number} On the page's clock, in µs; flickd's own timestamp is `line.t_us`. */
    this.time = time
    /** @readonly @type {number} The number of fingers whose centroid the swipe follows, 1 to 10. */
    this.fingers = line.fingers ?? 1
    /** @readonly @type {Vector | null} On the panel, or in the viewport for pointer events; null below `positions`. */
    this.startLocation = line.start ?? null
    /** @readonly @type {Vector | null} */
    this.location = line.location ?? null
    /** @readonly @type {Vector} From the start to here, slop included. */
    this.translation = line.translation ?? zero
    /** @readonly @type {Vector} */
    this.velocity = line.velocity ?? zero
    /** @readonly @type {number} τ, in seconds. */
    this.projection = (line.projection_us ?? 0) * 1e-6
    /** @readonly @type {Vector} */
    this.predictedEndTranslation = line.predicted_end_translation ?? this.translation
    /** @readonly @type {Vector | null} */
    this.predictedEndLocation = line.predicted_end_location ?? null
    /** @readonly @type {Vector | null} */
    this.lookaheadTranslation = line.lookahead_translation ?? null
    /** @readonly @type {number | null} The displacement at which the contact became a swipe; only in a begin. */
    this.slop = line.slop ?? null
    /** @readonly @type {number} Since the finger landed, in µs. */
    this.duration = line.duration_us ?? 0
    /** @readonly @type {number | null} */
    this.idle = line.idle_us ?? null
    /** @readonly @type {Edge | null} */
    this.edge = line.edge ?? null
    /** @readonly @type {Decision | null} Provisional until the end; null in a cancel. */
    this.decision = line.decision ? camel({ ...absent, ...line.decision }) : null
    /** @readonly @type {number | null} */
    this.progress = line.progress ?? null
    /** @readonly @type {string | null} The name of the zone; null if it belongs to none. */
    this.zone = zone?.name ?? null
    /** @readonly @type {Snap | null} */
    this.snap = zone?.snap ?? null
    /** @readonly @type {HandOff | null} */
    this.handOff = spring ? {
      spring: springOfLine(spring), velocity: spring.initial_velocity, relativeVelocity: spring.relative_velocity,
      settlingTime: spring.settling_us && spring.settling_us * 1e-6, target: spring.target ?? null,
    } : null
    /** @readonly @type {number} */
    this.merged = line.merged ?? 0
  }

  /** @type {Vector} The velocity that counted: 0 if the swipe travelled too little, and in `decision.recoil`. */
  get decisiveVelocity() { return decisive(this, this.velocity, zero) }
  /** @type {Vector} The displacement to the predicted end with that velocity. */
  get decisiveEndTranslation() { return decisive(this, this.predictedEndTranslation, this.translation) }

  /**
   * The flight of the zone's content from `offset` to the selected snap point, or to the target of a spring without
   * snap points; null before the release.
   * @type {(offset: number) => Flight | null}
   */
  flight(offset) {
    const { snap, handOff } = this
    const target = snap?.offset ?? handOff?.target ?? null
    return handOff && target !== null ? new Flight(offset, target, handOff.velocity, handOff.spring) : null
  }

  /** @type {() => Swipe} The same swipe for a naive rule: without velocity and without a zone. */
  withoutVelocity() {
    const line = { ...this.line, velocity: zero, predicted_end_translation: this.translation, zone: null }
    delete line.decision
    return new Swipe(line, this.time)
  }
}

/** `vector`, with the components of `rest` where the velocity does not count. */
function decisive(swipe, vector, rest) {
  if (isShort(swipe)) return rest
  const recoil = swipe.decision?.recoil ?? {}
  const along = axis => (axis in recoil ? rest : vector)[axis]
  return { x: along('x'), y: along('y') }
}

/** The rounded travel may equal the threshold; then the speed shows what flickd compared. */
const isShort = ({ decision }) =>
  decision !== null &&
  decision.travelThreshold > 0 &&
  decision.speed === 0 &&
  decision.travel <= decision.travelThreshold
