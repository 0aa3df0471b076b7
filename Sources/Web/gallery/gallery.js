// The gallery: seven demos on one page, driven by flickd over the bridge that served the page, or by pointer events.
//
// Options after the # of the address: token=…, panel=ID, surface=WIDTHxHEIGHT, bridge=URL or bridge=none.
import { connect } from '../flick/client.js'
import { demos } from './demos.js'
import { Demo } from './demo.js'
import { enter } from './entry.js'

const { token, session, options: asked } = enter(window)
const bridge = asked.get('bridge') ?? new URL('/', location.href).href.replace(/^http/, 'ws')
const [width, height] = (asked.get('surface') ?? '').split('x').map(Number)
const flick = connect(bridge === 'none' ? null : bridge, {
  token,
  session,
  panelId: asked.get('panel') ?? undefined,
  surface: width > 0 && height > 0 ? { width, height } : undefined,
})

const template = document.getElementById('demo')
const shown = Object.fromEntries(demos.map(is => [is.name, new Demo(is, template, innerHeight)]))
document.getElementById('demos').append(...Object.values(shown).map(demo => demo.root))
for (const demo of Object.values(shown)) demo.connect(flick)
const sheet = shown.sheet
new ResizeObserver(() => sheet.fit()).observe(sheet.parts.list)

const driver = document.getElementById('driver')
flick.addEventListener('connection', ({ detail }) => {
  driver.dataset.driver = detail.driver
  driver.dataset.state = detail.state
  const why = detail.reason ? ` (${detail.reason})` : ''
  const own = 'the browser’s pointer events drive this page.'
  const told = {
    connecting: 'Looking for flickd.',
    connected: `Connected at the level ${detail.level}: ${own}`,
    waiting: `Looking for flickd${why}. Meanwhile ${own}`,
    refused: `The bridge refuses this page${why}: ${own}`,
    closed: `Without a bridge ${own}`,
  }
  driver.textContent = detail.driver === 'flickd'
    ? `flickd drives this page, at the level ${detail.level}.` : told[detail.state]
})
flick.addEventListener('refusal', ({ detail }) => { driver.textContent = `flickd refuses: ${detail.message}` })

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
