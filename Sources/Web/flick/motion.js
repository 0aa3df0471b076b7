// Time and animation frames.

/** The present on the page's clock, in µs: the default of each argument that is a time. */
export const now = () => performance.now() * 1000

/** @type {() => boolean} Whether the user prefers reduced motion; content then jumps to its target. */
export const prefersReducedMotion = () =>
  globalThis.matchMedia?.('(prefers-reduced-motion: reduce)').matches ?? false

/**
 * Calls `draw` with µs of `performance.now()` on each frame until it returns false; returns a stop function.
 * @type {(draw: (now: number) => boolean) => () => void}
 */
export function onFrames(draw) {
  let request = requestAnimationFrame(function frame(now) {
    request = draw(now * 1000) ? requestAnimationFrame(frame) : null
  })
  return () => { if (request !== null) cancelAnimationFrame(request) }
}
