// What a key does to an interaction.
import { directionAlong } from './decision.js'

const ARROWS = {
  ArrowLeft: ['x', false], ArrowRight: ['x', true], ArrowUp: ['y', false], ArrowDown: ['y', true],
}
/** The fields in which people type, or which have arrow keys of their own. */
const TYPING = 'input, textarea, select, video, audio, [contenteditable]'

/** Whether a key belongs to an element inside of the bound one, or to the browser. */
export function isForeign(event) {
  if (event.defaultPrevented || event.ctrlKey || event.altKey || event.metaKey || event.isComposing) return true
  const [target] = event.composedPath()
  return target !== event.currentTarget && (target.matches?.(TYPING) ?? false)
}

/** Whether an interaction is a value, as a slider: up raises it. In a row of cards, down shows the next one. */
const isValue = ({ stride, step }) => stride === undefined || step !== undefined

/** The part of an element by which a page key scrolls its list. */
const PAGE = 0.8

/** What a key does to an interaction on an element: a function of the interaction; null if it does nothing. */
export function actionOf(interaction, key, element) {
  const result = resultOf(interaction, key)
  if (result !== undefined) return () => interaction.go(result)
  if (key === 'Backspace' && interaction.undo) return () => interaction.undo()
  if (!(interaction.scrollable > 0) || (key !== 'PageDown' && key !== 'PageUp')) return null
  const distance = element.clientHeight * (key === 'PageDown' ? PAGE : -PAGE)
  return () => interaction.scrollTo(interaction.scroll() + distance)
}

/** The result to go to; undefined if the key asks for none. */
function resultOf(interaction, key) {
  const { axis } = interaction.zone
  if (interaction.points) return indexOf(interaction, key, axis)
  if (interaction.corner) return ARROWS[key] && cornerOf(interaction.corner, ...ARROWS[key])
  if (!('side' in interaction) || interaction.isDismissed || interaction.isEmpty) return undefined
  const directions = interaction.zone.directions ?? [false, true].map(isPositive => directionAlong(axis, isPositive))
  if ((key === 'Escape' || key === 'Delete') && directions.length === 1) return directions[0]
  return directions.find(direction => ARROWS[key] && direction === directionAlong(...ARROWS[key]))
}

/** The corner beside another one, in the direction of an arrow key. */
function cornerOf(corner, axis, isPositive) {
  const [vertical, horizontal] = corner.split('_')
  if (axis === 'x') return `${vertical}_${isPositive ? 'right' : 'left'}`
  return `${isPositive ? 'bottom' : 'top'}_${horizontal}`
}

function indexOf(interaction, key, axis) {
  const { index, points, isRightToLeft = false } = interaction
  if (key === 'Home') return 0
  if (key === 'End') return points.count - 1
  if (!ARROWS[key]) return undefined
  const [along, isPositive] = ARROWS[key]
  // A row has the arrow keys of its axis; a value has both pairs, as a slider has.
  if (along !== axis && !isValue(interaction)) return undefined
  const isNext = isPositive !== (along === 'x' ? isRightToLeft : isValue(interaction))
  return index + (isNext ? 1 : -1)
}
