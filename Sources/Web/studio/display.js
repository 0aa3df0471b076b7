// Where the page is on its display. flickctl knows touches only as positions on the whole picture of the display.
//
// In full screen, the page and the display are the same. In a window, the browser reports the position of the window,
// but not the widths of its frame. The screen positions of a touch do not show it: a browser may report them for a
// frame that the display does not have.

const DIGITS = 4

/** What a window knows of its area and its display, in px. */
export function viewOf(window) {
  const { screenX, screenY, outerWidth, outerHeight, innerWidth, innerHeight, screen, document } = window
  return {
    screenX, screenY, outerWidth, outerHeight, innerWidth, innerHeight,
    displayWidth: screen.width, displayHeight: screen.height,
    isFull: document.fullscreenElement !== null || innerWidth >= screen.width && innerHeight >= screen.height,
  }
}

/** The display in px of the page: {left, top, width, height}, relative to the page's own corner. */
export function displayOf(view) {
  const { screenX, screenY, outerWidth, outerHeight, innerWidth, innerHeight, isFull } = view
  // A zoomed page has fewer px than its display, also in full screen.
  if (isFull) return { left: 0, top: 0, width: innerWidth, height: innerHeight }
  // The frame is as wide on both sides and below; the rest of its height is above the page.
  const frame = Math.max(0, (outerWidth - innerWidth) / 2)
  const above = Math.max(0, outerHeight - innerHeight - frame)
  return {
    left: -(screenX + frame), top: -(screenY + above), width: view.displayWidth, height: view.displayHeight,
  }
}

/**
 * A rectangle of the page as fractions of the display: [x, y, width, height]; empty for one that is not on the display.
 */
export function fractionsOf({ left, top, right, bottom }, display) {
  const part = value => Number(Math.min(Math.max(value, 0), 1).toFixed(DIGITS))
  const [x, y] = [part((left - display.left) / display.width), part((top - display.top) / display.height)]
  const w = part((right - display.left) / display.width) - x
  const h = part((bottom - display.top) / display.height) - y
  return w > 0 && h > 0 ? [x, y, part(w), part(h)] : []
}

/** Fills the display with the page, and ends only a full screen that it began. */
export class FullScreen {
  #isOwn = false

  /** Fills the display; only the handler of a click may. */
  begin() {
    const { documentElement: root } = document
    if (document.fullscreenElement || !root.requestFullscreen) return
    this.#isOwn = true
    // In a window, the exercises work as well.
    root.requestFullscreen().catch(() => { this.#isOwn = false })
  }

  /** A touchscreen has no key that ends the full screen. */
  end() {
    if (this.#isOwn && document.fullscreenElement) document.exitFullscreen().catch(() => {})
    this.#isOwn = false
  }
}
