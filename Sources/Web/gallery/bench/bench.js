// The bench: seven interactions with all their numbers on one page, driven by flickd over the bridge that served the
// page, or by pointer events.
import { connectPage, showDriver } from '../driver.js'
import { demos } from './demos.js'
import { Demo } from './demo.js'

const flick = connectPage(window)
const template = document.getElementById('demo')
const shown = Object.fromEntries(demos.map(is => [is.name, new Demo(is, template, innerHeight)]))
document.getElementById('demos').append(...Object.values(shown).map(demo => demo.root))
for (const demo of Object.values(shown)) demo.connect(flick)
const sheet = shown.sheet
new ResizeObserver(() => sheet.fit()).observe(sheet.parts.list)

showDriver(flick, document.getElementById('driver'))

/** The interface for tests and tools. */
window.gallery = {
  flick,
  /** The final state of each demo: card index, sheet detent, dismissed or not. */
  get states() { return Object.fromEntries(Object.entries(shown).map(([name, demo]) => [name, demo.state])) },
  /** Whether no content is held or moves. */
  get isSettled() { return Object.values(shown).every(demo => demo.isSettled) },
  /** The number of swipes of a demo that ended or were cancelled. */
  ends: name => shown[name].ends,
  /** The last swipe of a demo. */
  last: name => shown[name].last,
  /** Resets one demo, or all of them. */
  reset: name => { for (const demo of name ? [shown[name]] : Object.values(shown)) demo.reset() },
}
