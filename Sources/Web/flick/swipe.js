// One moment of a swipe, from a line of the protocol; the names are those of FlickClient.
import { Flight, springOfLine } from './spring.js'

const zero = Object.freeze({ x: 0, y: 0 })

export class Swipe {
  /** `time` is on the page's clock, in µs of performance.now(). */
  constructor(line, time = line.t_us) {
    this.line = line
    this.id = line.swipe_id
    this.phase = line.phase
    this.reason = line.reason ?? null
    this.panelId = line.panel_id
    this.time = time
    this.fingers = line.fingers ?? 1
    this.startLocation = line.start ?? null
    this.location = line.location ?? null
    this.translation = line.translation ?? zero
    this.velocity = line.velocity ?? zero
    this.projection = (line.projection_us ?? 0) * 1e-6
    this.predictedEndTranslation = line.predicted_end_translation ?? this.translation
    this.predictedEndLocation = line.predicted_end_location ?? null
    this.lookaheadTranslation = line.lookahead_translation ?? null
    this.slop = line.slop ?? null
    this.duration = line.duration_us ?? 0
    this.idle = line.idle_us ?? null
    this.edge = line.edge ?? null
    const decision = line.decision
    this.decision = decision ? {
      kind: decision.kind, commit: decision.commit, by: decision.by, direction: decision.direction,
      distance: decision.distance ?? 0, distanceThreshold: decision.distance_threshold ?? 0,
      speed: decision.speed, speedThreshold: decision.speed_threshold,
      predicted: decision.predicted ?? null, predictedThreshold: decision.predicted_threshold ?? null,
      noCommit: decision.no_commit ?? null, travel: decision.travel ?? 0,
      travelThreshold: decision.travel_threshold ?? 0, recoil: decision.recoil ?? null,
    } : null
    this.progress = line.progress ?? null
    this.zone = line.zone?.name ?? null
    this.snap = line.zone?.snap ?? null
    const spring = line.zone?.spring
    this.handOff = spring ? {
      spring: springOfLine(spring), velocity: spring.initial_velocity, relativeVelocity: spring.relative_velocity,
      settlingTime: spring.settling_us === null ? null : spring.settling_us * 1e-6,
      target: spring.target ?? null,
    } : null
    this.merged = line.merged ?? 0
  }

  /** The velocity that the decision used: 0 if the swipe travelled too little, and without a recoil. */
  get decisiveVelocity() { return decisive(this, this.velocity, zero) }
  /** The predicted end with that velocity. */
  get decisiveEndTranslation() { return decisive(this, this.predictedEndTranslation, this.translation) }

  /** The flight of the zone's content from `offset` to the snap point or the target; null before the release. */
  flight(offset) {
    const { snap, handOff } = this
    const target = snap?.offset ?? handOff?.target ?? null
    return handOff && target !== null ? new Flight(offset, target, handOff.velocity, handOff.spring) : null
  }

  /** The same swipe for a naive rule: without velocity and without a zone. */
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
