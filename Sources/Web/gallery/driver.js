// The connection of a page of the gallery: to the bridge that served the page, or to none, and its state in words.
//
// Options after the # of the address: token=…, panel=ID, surface=WIDTHxHEIGHT, bridge=URL or bridge=none.
import { connect } from '../flick/client.js'
import { enter } from './entry.js'

/** Connects a page as the options in its address ask for. */
export function connectPage(view) {
  const { token, session, options: asked } = enter(view)
  const bridge = asked.get('bridge') ?? new URL('/', view.location.href).href.replace(/^http/, 'ws')
  const [width, height] = (asked.get('surface') ?? '').split('x').map(Number)
  return connect(bridge === 'none' ? null : bridge, {
    token,
    session,
    panelId: asked.get('panel') ?? undefined,
    surface: width > 0 && height > 0 ? { width, height } : undefined,
  })
}

const why = reason => reason ? ` (${reason})` : ''
/** Which program drives the page, in a few words; only a refusal needs its reason. */
const words = {
  flickd: () => 'driven by flickd',
  connecting: () => 'looking for flickd',
  connected: () => 'the browser decides',
  waiting: () => 'without flickd, the browser decides',
  refused: ({ reason }) => `The bridge refuses this page${why(reason)}`,
  closed: () => 'without flickd, the browser decides',
}

/** Shows in an element which program drives the page. */
export function showDriver(flick, element) {
  flick.addEventListener('connection', ({ detail }) => {
    element.dataset.driver = detail.driver
    element.dataset.state = detail.state
    element.textContent = words[detail.driver === 'flickd' ? 'flickd' : detail.state](detail)
  })
  flick.addEventListener('refusal', ({ detail }) => { element.textContent = `flickd refuses: ${detail.message}` })
}
