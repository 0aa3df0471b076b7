// The mistakes of pages that handle swipes themselves, each with what is wrong, and how it changes an interaction.
//
// The numbers in `seeds` are those of the five prompts by which people build such interactions: 000 projects a
// carousel, 001 snaps a sheet, 002 dismisses a card, 003 drags a card, 004 animates a gesture. The last table of
// docs/feel.md lists the same mistakes, and more.
import { PROJECTION, projection } from '../../flick/spring.js'
import { Swipe } from '../../flick/swipe.js'
import { Easing, easeOut, linear } from './easing.js'

/** The duration of seed 004 for a release, and for each movement of the finger, in seconds. */
const RELEASE = 0.3
const MOVEMENT = 0.1

/** The same swipe, for a page that decides by its own rule: without the snap point and the spring of the engine. */
export function withoutZone(swipe, changes = {}) {
  const { line } = swipe
  return new Swipe({ ...line, zone: line.zone ? { name: line.zone.name } : null, ...changes }, swipe.time)
}

/** Projects with another velocity. Pages know no minimum travel, so a decision of the engine does not apply either. */
function withVelocity(swipe, velocity) {
  const end = projection(swipe.translation, velocity, swipe.projection || PROJECTION)
  return withoutZone(swipe, { velocity, predicted_end_translation: end, decision: undefined })
}

/** Seed 000: a card more or less beyond half of the width of a card; 140 px of the usual 280. */
function byOneCard(swipe, { interaction }) {
  const { width, index, points, content, zone, isRightToLeft } = interaction
  const displacement = swipe.translation[zone.axis] * (isRightToLeft ? -1 : 1)
  const steps = displacement < -width / 2 ? 1 : displacement > width / 2 ? -1 : 0
  const next = points.period === null
    ? Math.min(Math.max(index + steps, 0), points.count - 1) : points.index(index + steps)
  const snap = { from: index, index: next, steps, offset: content.start }
  const blind = swipe.withoutVelocity()
  return new Swipe({ ...blind.line, zone: { name: swipe.zone, snap } }, swipe.time)
}

/**
 * By name: {title, why, seeds}, and the difference from the engine: `see(swipe, {interaction, lastVelocity})` returns
 * what the rule of the page sees of a swipe; `motion` is how its content moves. `one-card` is only for a carousel.
 */
export const mistakes = {
  distance: {
    title: 'Distance only', seeds: ['000', '001', '002'],
    why: 'A hard flick over a short distance returns, so the user swipes again, harder.',
    see: swipe => swipe.withoutVelocity(),
  },
  'one-card': {
    title: 'One card a swipe', seeds: ['000'],
    why: 'A long drag or a throw moves a single card, and a short flick none.',
    see: byOneCard,
  },
  'last-two-points': {
    title: 'Velocity of the last two points', seeds: [],
    why: 'The newest step alone is mostly noise, and after a rest it is old: a finger that has stopped throws.',
    see: (swipe, { lastVelocity }) => withVelocity(swipe, lastVelocity),
  },
  linear: {
    title: 'Linear tracking', seeds: ['003', '004'],
    why: 'An animation for each movement leaves the content behind the finger, and nothing resists beyond an end.',
    see: swipe => swipe.withoutVelocity(),
    motion: { follow: new Easing(MOVEMENT, linear), isLoose: true },
  },
  'ease-out': {
    title: 'Ease-out at the lift', seeds: ['004'],
    why: 'The lift discards the speed of the finger, and content that a finger catches in flight jumps to its target.',
    see: swipe => withoutZone(swipe),
    motion: { spring: new Easing(RELEASE, easeOut), isUncaught: true },
  },
}
