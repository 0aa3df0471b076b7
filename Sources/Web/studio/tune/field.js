// Where on the display the page shows its field. flickctl ignores touches that land elsewhere, such as on buttons.
import { fieldRequest } from './messages.js'

const PLACES = 4

/**
 * A rectangle of the viewport as fractions of the display: [x, y, width, height]; empty for a rectangle that is not
 * on the display.
 *
 * `origin` is the position of the viewport on the display, in CSS px.
 */
export function fractionsOf({ left, top, right, bottom }, origin, { width, height }) {
  const part = value => Number(Math.min(Math.max(value, 0), 1).toFixed(PLACES))
  const [x, y] = [part((origin.x + left) / width), part((origin.y + top) / height)]
  const [w, h] = [part((origin.x + right) / width) - x, part((origin.y + bottom) / height) - y]
  return w > 0 && h > 0 ? [x, y, part(w), part(h)] : []
}

/** The part of a rectangle within another one; null if there is none. */
export function partWithin(box, other) {
  const part = {
    left: Math.max(box.left, other.left), top: Math.max(box.top, other.top),
    right: Math.min(box.right, other.right), bottom: Math.min(box.bottom, other.bottom),
  }
  return part.right > part.left && part.bottom > part.top ? part : null
}

export class Field {
  #sent = null
  #origin = null
  /** Whether the page is on the touchscreen: its buttons are touched, not clicked. */
  isOnGlass = true

  constructor(send) {
    this.send = send
    addEventListener('pointerdown', ({ pointerType, screenX, screenY, clientX, clientY }) => {
      this.isOnGlass = pointerType !== 'mouse'
      // Only an event shows where the viewport is: a browser's window may have bars at each side.
      this.#origin = { x: screenX - clientX, y: screenY - clientY }
    }, { capture: true })
  }

  /** Reports again what was reported: flickctl does not know it, because the page is connected again. */
  forget() { this.#sent = null }

  /** Reports where an element is visible within a scrolling one; null for nowhere. */
  report(element, scroller = null) {
    const field = element === null ? [] : this.#fieldOf(element, scroller)
    const text = fieldRequest(field)
    if (text === this.#sent) return
    this.#sent = text
    this.send(text)
  }

  #fieldOf(element, scroller) {
    // Beside the touchscreen, no touch reaches the page: the whole panel is the field.
    if (!this.isOnGlass) return [0, 0, 1, 1]
    let box = element.getBoundingClientRect()
    if (scroller) box = partWithin(box, scroller.getBoundingClientRect())
    const origin = this.#origin ?? { x: window.screenX, y: window.screenY + window.outerHeight - window.innerHeight }
    return box ? fractionsOf(box, origin, screen) : []
  }
}
