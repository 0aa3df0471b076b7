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

/**
 * The visible part of an element as a rectangle on the panel; null if no part is visible.
 *
 * A window can reach beyond the panel. flickd would then refuse all zones.
 */
export function rectangleOf(element, view, surface) {
  const box = element.getBoundingClientRect()
  const round = value => Math.round(value * 10) / 10
  const part = (from, to, viewport, start, panel) => ({
    from: round(Math.max(Math.max(from, 0) + start, 0)), to: round(Math.min(Math.min(to, viewport) + start, panel)),
  })
  const x = part(box.left, box.right, view.innerWidth, surface.x, Math.round(surface.width))
  const y = part(box.top, box.bottom, view.innerHeight, surface.y, Math.round(surface.height))
  if (!(x.to - x.from > 1 && y.to - y.from > 1)) return null
  return { x: x.from, y: y.from, width: round(x.to - x.from), height: round(y.to - y.from) }
}

/** Calls `changed` whenever the position of an element may have changed; returns {add, remove, stop}. */
export function watchLayout(view, changed) {
  const observer = view.ResizeObserver ? new view.ResizeObserver(changed) : null
  const listeners = new AbortController()
  const options = { capture: true, passive: true, signal: listeners.signal }
  for (const name of ['scroll', 'resize']) view.addEventListener(name, changed, options)
  return {
    add: element => observer?.observe(element),
    remove: element => observer?.unobserve(element),
    stop() {
      observer?.disconnect()
      listeners.abort()
    },
  }
}
