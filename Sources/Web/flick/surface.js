// The positions of the page's elements on the panel, in CSS pixels from its top left corner.

/** The picture on the panel, and the position of the page's viewport in the picture. */
export function surfaceOf(view, stated) {
  if (stated) return { x: 0, y: 0, ...stated }
  const { screen } = view
  // A window has equal borders left and right, and its bars at the top. A kiosk's window has neither, and is at 0, 0.
  return {
    width: screen.width, height: screen.height,
    x: view.screenX + Math.max(view.outerWidth - view.innerWidth, 0) / 2,
    y: view.screenY + Math.max(view.outerHeight - view.innerHeight, 0),
  }
}

/** The visible part of an element as a rectangle on the panel; null if no part is visible. */
export function rectangleOf(element, view, surface) {
  const box = element.getBoundingClientRect()
  const left = Math.max(box.left, 0)
  const top = Math.max(box.top, 0)
  const right = Math.min(box.right, view.innerWidth)
  const bottom = Math.min(box.bottom, view.innerHeight)
  if (!(right - left > 1 && bottom - top > 1)) return null
  const round = value => Math.round(value * 10) / 10
  return {
    x: round(left + surface.x), y: round(top + surface.y), width: round(right - left), height: round(bottom - top),
  }
}

/** Calls `changed` whenever the position of an element may have changed; returns {add, remove, stop}. */
export function watchLayout(view, changed) {
  const observer = view.ResizeObserver ? new view.ResizeObserver(changed) : null
  const options = { capture: true, passive: true }
  view.addEventListener('scroll', changed, options)
  view.addEventListener('resize', changed, options)
  return {
    add: element => observer?.observe(element),
    remove: element => observer?.unobserve(element),
    stop() {
      observer?.disconnect()
      view.removeEventListener('scroll', changed, options)
      view.removeEventListener('resize', changed, options)
    },
  }
}
