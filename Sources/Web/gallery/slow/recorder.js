// The facts of the last swipe of a stage, as plain data in bounded memory: the record of a replay.
import { allows, directionAlong } from '../../flick/decision.js'
import { criteriaOf } from '../../replay/criteria.js'
import { resultOf } from '../result.js'

/** The newest moments are kept whole: more than the window of the velocity at 1000 Hz. */
const WHOLE = 256
/** Older moments have equal spacing, of at first 4 ms. */
const OLDER = 768
const SPACING = 4000
/** A flight has at most this many offsets, at first 4 ms apart, and ends after 10 s at the latest. */
const OFFSETS = 512
const LONGEST = 10_000_000

const still = Object.freeze({ x: 0, y: 0 })

/** Moments in the order of their times; their number is bounded, however long the swipe lasts. */
class Trail {
  #older = []
  #whole = []
  #spacing = SPACING

  add(moment) {
    this.#whole.push(moment)
    if (this.#whole.length <= WHOLE) return
    this.#keep(this.#whole.shift())
    if (this.#older.length < OLDER) return
    this.#spacing *= 2
    const all = this.#older.splice(0)
    for (const one of all) this.#keep(one)
  }

  get moments() { return [...this.#older, ...this.#whole] }

  #keep(moment) {
    const last = this.#older.at(-1)
    if (!last || moment.time - last.time >= this.#spacing) this.#older.push(moment)
  }
}

export class SwipeRecorder {
  #active = null
  /** The last swipe that is over; null before the first one. */
  record = null

  /** Hears a swipe of a stage, after its interaction has handled it. */
  hear(swipe, interaction) {
    const { phase, id } = swipe
    if (phase === 'press' || phase === 'release') return
    if (phase === 'begin') this.#active = beginOf(swipe, interaction)
    const active = this.#active
    if (active?.id !== id) return
    active.trail.add(momentOf(swipe, active))
    if (phase !== 'end' && phase !== 'cancel') return
    this.#active = null
    this.record = recordOf(swipe, active)
  }
}

/** What stays the same during a swipe. In a deck, the top card is another one after the swipe. */
function beginOf(swipe, interaction) {
  const part = interaction.top ?? interaction
  const { content, zone, points } = part
  const base = content.start
  const active = {
    id: swipe.id, landedAt: swipe.time - swipe.duration, interaction, zone, points, content, axis: zone.axis, base,
    from: points?.nearest(base) ?? 0, trail: new Trail(),
  }
  active.lines = linesOf(active)
  // The finger landed before the swipe began, and no swipe reports the positions up to the slop.
  active.trail.add({
    time: active.landedAt, position: still, velocity: still, predictedEnd: still,
    offset: content.offset(swipe.time), swipe: null,
  })
  return active
}

function momentOf(swipe, active) {
  const { time, translation: position, velocity, decisiveEndTranslation: predictedEnd } = swipe
  return { time, position, velocity, predictedEnd, offset: active.content.offset(time), swipe }
}

function recordOf(swipe, active) {
  const { id, axis, lines, trail, interaction, landedAt } = active
  const since = time => (time - landedAt) / 1000
  // While a finger moves, each frame has more urgent work.
  const moments = trail.moments.map(({ time, swipe, ...moment }) => ({
    ...moment, time: since(time), decision: swipe?.decision ?? null, criteria: swipe ? criteriaIn(active, swipe) : [],
  }))
  const flight = flightOf(active.content, swipe.time).map(({ time, offset }) => ({ time: since(time), offset }))
  return {
    id, axis, lines, moments, flight, decidedAt: since(swipe.time), to: flight.at(-1).time,
    decision: swipe.decision, result: resultOf(interaction),
  }
}

/** The offsets of the content after the lift, until it is at rest: the flight is known as soon as it begins. */
function flightOf(content, start) {
  let step = SPACING
  let offsets = []
  let time = start
  const isFlying = () => time - start < LONGEST && content.isFlying(time)
  for (; isFlying(); time += step) {
    offsets.push({ time, offset: content.offset(time) })
    if (offsets.length < OFFSETS) continue
    step *= 2
    offsets = offsets.filter((_, number) => number % 2 === 0)
  }
  return [...offsets, { time, offset: content.offset(time) }]
}

/** The displacements at which a threshold is: {name, displacement}, along the axis. */
function linesOf({ axis, zone, points, base, from }) {
  if (points) return middles(points, base, from).map(displacement => ({ name: 'middle', displacement }))
  return [-1, 1].filter(sign => allows(zone, directionAlong(axis, sign > 0)))
    .map(sign => ({ name: 'distance', displacement: sign * zone.distance }))
}

/** The displacements to the middles between the snap point at which the swipe began and its neighbours. */
function middles(points, base, from) {
  const here = points.offset(from)
  return [from - 1, from + 1].map(number => points.offset(number)).filter(offset => offset !== here)
    .map(offset => (here + offset) / 2 - base)
}

/** The criteria that apply, with the numbers of the decision. */
function criteriaIn(active, swipe) {
  const { decision, snap } = swipe
  if (!decision) return []
  if (active.points) return snap ? snapCriteria(active, swipe) : []
  return criteriaOf(decision, 'px', ['distance', 'velocity'])
    .map(one => ({ ...one, isMet: decision.by.includes(one.name) }))
}

/** Beyond the middle to the next snap point, the finger itself or its predicted end is enough; the speed says how. */
function snapCriteria({ axis, lines }, { decision, translation, decisiveEndTranslation }) {
  const end = decisiveEndTranslation[axis]
  const line = lines.find(({ displacement }) => Math.sign(displacement) === (Math.sign(end) || 1))
  if (!line) return []
  const sign = Math.sign(line.displacement)
  const threshold = Math.abs(line.displacement)
  const criterion = (name, value, isMet) => ({ name, value: sign * value, threshold, unit: 'px', isMet })
  const { speed, speedThreshold, kind } = decision
  return [
    criterion('distance', translation[axis], decision.by.includes('distance')),
    { name: 'velocity', value: speed, threshold: speedThreshold, unit: 'px/s', isMet: kind === 'flick' },
    criterion('predicted', end, decision.commit),
  ]
}
