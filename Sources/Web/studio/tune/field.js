// Where on the display the page shows its field. flickctl ignores touches that land elsewhere, such as on buttons.
import { displayOf, fractionsOf, viewOf } from '../display.js'
import { fieldRequest } from './messages.js'

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
  /** The rectangle that was reported; null before a report, and when the page may have moved on the display. */
  #box = null
  /** Whether the page is on the touchscreen: its buttons are touched, not clicked. */
  isOnGlass = true

  constructor(send) {
    this.send = send
    addEventListener('pointerdown', ({ pointerType }) => {
      this.isOnGlass = pointerType !== 'mouse'
      // A browser reports no event when its window moves.
      this.#box = null
    }, { capture: true })
    for (const type of ['resize', 'fullscreenchange']) addEventListener(type, () => { this.#box = null })
  }

  /** Reports again what was reported: flickctl does not know it, because the page is connected again. */
  forget() { this.#sent = this.#box = null }

  /** Reports where an element is visible within a scrolling one; null for nowhere. Cost: a layout, in each frame. */
  report(element, scroller = null) {
    const box = element && boxOf(element, scroller)
    const known = element ? JSON.stringify(box) : 'nowhere'
    if (known === this.#box) return
    this.#box = known
    const text = fieldRequest(element ? this.#fieldOf(box) : [])
    if (text === this.#sent) return
    this.#sent = text
    this.send(text)
  }

  #fieldOf(box) {
    // Beside the touchscreen, no touch reaches the page: the whole panel is the field.
    if (!this.isOnGlass) return [0, 0, 1, 1]
    return box ? fractionsOf(box, displayOf(viewOf(window))) : []
  }
}

/** The visible rectangle of an element within a scrolling one. */
function boxOf(element, scroller) {
  const box = element.getBoundingClientRect()
  return scroller ? partWithin(box, scroller.getBoundingClientRect()) : box
}
