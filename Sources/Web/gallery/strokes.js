// The strokes of the ghost hand: a flick that the velocity decides, a drag that the distance decides, and a return.
//
// A hand moves with least jerk: from rest to rest, s(p) = 10p³ − 15p⁴ + 6p⁵ of its displacement at the part p of its
// time. A flick lifts in mid-movement. The rules are lengths and not parts of a stage, so the table has its lengths as
// parts of the distance at which a release commits, and `strokesFor` makes a stroke of them for a stage.
import { MM, SPEED, allows, directionAlong } from '../flick/decision.js'
import { PROJECTION } from '../flick/spring.js'

/** `length` in distances, `speed` at the lift in speed thresholds, `lift` as a part of the time of the movement. */
export const table = [
  { name: 'flick', length: 0.55, speed: 1.25, lift: 0.6, late: 12 },
  { name: 'drag', length: 1.3, peak: 0.6, lift: 1, late: 60 },
  { name: 'return', length: 0.5, peak: 0.35, lift: 1, late: 60 },
]
/** Below this a rule ignores the velocity, 6 mm and a margin. */
const MIN_FLICK_LENGTH = 7 * MM
/** Beyond the slop of 10 px a stroke is a swipe; a return stays below this part of its distance. */
const SWIPE = 15
const MAX_RETURN = 0.8
/** A stroke keeps this part of its stage free. */
const FREE = 0.05
/** A drag passes its threshold by at least this factor, or it is left out. */
const ENOUGH = 1.1

export const minimumJerk = part => part ** 3 * (10 - 15 * part + 6 * part * part)
const slope = part => 30 * part * part * (1 - part) ** 2

/** Where a release at rest commits: its distance, the axis, and 1 or −1 for the direction; null without a target. */
function goalOf({ interaction }) {
  const { points, zone, index } = interaction
  const { axis } = zone
  if (points) {
    const here = points.offset(index)
    const step = [index + 1, index - 1].map(number => points.offset(number) - here).find(step => step !== 0)
    return step === undefined ? null : { axis, sign: Math.sign(step), distance: Math.abs(step) / 2 }
  }
  return { axis, sign: allows(zone, directionAlong(axis, true)) ? 1 : -1, distance: zone.distance }
}

/** The speed at the lift of a flick: a flick by the rule, whose predicted end is at least one snap point further. */
function speedOf(row, length, { distance }, { zone, points }) {
  const minSpeed = row.speed * (zone.velocity ?? SPEED)
  return points ? Math.max(minSpeed, (2 * distance - length) / (zone.projection ?? PROJECTION)) : minSpeed
}

function strokeOf(row, goal, { name, interaction, width, height }) {
  const { axis, sign, distance } = goal
  const room = (axis === 'x' ? width : height) * (1 - 2 * FREE)
  const isFlick = row.speed !== undefined
  const minLength = isFlick ? MIN_FLICK_LENGTH : Math.min(SWIPE, MAX_RETURN * distance)
  const length = Math.min(Math.max(row.length * distance, minLength), room)
  if (row.name === 'drag' && length < ENOUGH * distance) return null
  const whole = length / minimumJerk(row.lift)
  // The speed at the part p is s′(p) · whole / time.
  const [part, speed] = isFlick
    ? [row.lift, speedOf(row, length, goal, interaction)] : [0.5, row.peak * (interaction.zone.velocity ?? SPEED)]
  const time = slope(part) * whole / speed * 1000
  const middle = { x: width / 2, y: height / 2 }
  const from = { ...middle, [axis]: middle[axis] - sign * length / 2 }
  return {
    stage: name, kind: row.name, from, axis, duration: time * row.lift, late: row.late,
    at(elapsed) {
      const gone = whole * minimumJerk(Math.min(Math.max(elapsed / time, 0), row.lift))
      return { ...from, [axis]: from[axis] + sign * gone }
    },
  }
}

/**
 * The strokes for a stage {name, interaction, width, height}, in px of the stage: {stage, kind, from, duration, late,
 * at(elapsed)} with times in ms. A stroke that does not fit into the stage is left out.
 */
export function strokesFor(stage) {
  const goal = goalOf(stage)
  return goal ? table.map(row => strokeOf(row, goal, stage)).filter(Boolean) : []
}
