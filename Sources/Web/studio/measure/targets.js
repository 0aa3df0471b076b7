// Where the page draws the targets on the display.
import { displayOf } from '../display.js'

/** The targets are at these parts of the display's width and height. */
const PARTS = [0.1, 0.5, 0.9]
/** The diameter of a target on the glass, in mm. */
const DIAMETER = 12
/** The least diameter in px, and the largest as a part of the page's short side: the targets lie 10 % from the edge. */
const MIN_DIAMETER = 32
const MAX_FRACTION = 0.16
const DIGITS = 1e5

/** The diameter of a target in px, for a panel {width, height} in mm. */
export function diameterOf(view, panel) {
  const { width, height } = displayOf(view)
  // A panel may be turned against its display, so the long sides belong together.
  const scale = Math.max(width, height) / Math.max(panel.width, panel.height, 1)
  return Math.min(Math.max(DIAMETER * scale, MIN_DIAMETER), MAX_FRACTION * Math.min(view.innerWidth, view.innerHeight))
}

/** Moves the middle of a target to where it is whole on the page and on the display, if there is room. */
function fitted(middle, diameter, page, start, length) {
  const [from, to] = [Math.max(0, start), Math.min(page, start + length)]
  if (to - from < diameter) return (from + to) / 2
  return Math.min(Math.max(middle, from + diameter / 2), to - diameter / 2)
}
const rounded = value => Math.round(value * DIGITS) / DIGITS

/**
 * The nine targets, row by row: {left, top} in px of the page, and {x, y} as parts of the display.
 *
 * A target that the page does not reach is drawn at the nearest position where it is whole.
 */
export function targetsOf(view, diameter) {
  const display = displayOf(view)
  return PARTS.flatMap(y => PARTS.map(x => {
    const left = fitted(display.left + x * display.width, diameter, view.innerWidth, display.left, display.width)
    const top = fitted(display.top + y * display.height, diameter, view.innerHeight, display.top, display.height)
    return {
      left, top, x: rounded((left - display.left) / display.width), y: rounded((top - display.top) / display.height),
    }
  }))
}

/** The middle of the larger part of the page above or below a target, in px from the top: there is room for buttons. */
export function roomBeside({ top }, diameter, height) {
  const [above, below] = [top - diameter / 2, height - top - diameter / 2]
  return above > below ? above / 2 : height - below / 2
}
