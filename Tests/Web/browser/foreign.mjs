// Fingers that flickd plays to a page whose origin is not that of the bridge.
import { ending, finger, framesOf, moved } from './fingers.mjs'
import { recordingOf } from './recording.mjs'
import { PATIENCE } from './waiting.mjs'

/** The size of the pages, and of the panel in front of them. */
export const SURFACE = { width: 600, height: 800 }

/**
 * Plays a flick up through flickd until `check` is true in the page.
 *
 * If a busy machine sends the zones after the finger, the flick is played again with a longer lead.
 */
export async function flickUp(page, service, check) {
  const fingers = moved([finger([[0, -200, 150]])], SURFACE.width / 2, 600)
  for (let lead = 400; lead <= 6400; lead *= 2) {
    await service.play(recordingOf(framesOf(fingers), SURFACE, lead), PATIENCE + lead + ending(fingers))
    await page.frames()
    if (await page.evaluate(check)) return
  }
  throw new Error('the page did not receive the flick')
}
