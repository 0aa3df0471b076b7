// The page of `flickctl studio`: its connection, and its rooms.
import { enter } from '../gallery/entry.js'
import { LiveRoom } from './live/live.js'
import { Link } from './link.js'
import { liveRequest } from './messages.js'

const find = selector => document.querySelector(selector)
const { token, session } = enter(window)

const STATES = {
  connecting: 'connecting', connected: 'live', waiting: 'not connected', refused: 'not admitted',
}

let isFirst = true
const link = new Link(`ws://${location.host}/`, {
  token, session, heard, changed, open() {
    isFirst = true
    link.send(liveRequest())
  },
})
const live = new LiveRoom(find('#live'), find('#replay'), text => link.send(text))

function heard(message) {
  if (message.type === 'studio') {
    describe(message)
    live.greet(message, { isFirst })
    isFirst = false
    return
  }
  live.hear(message)
  if (message.type !== 'live') return
  // The next message follows when this one is on the screen.
  requestAnimationFrame(() => {
    live.draw()
    link.send(liveRequest())
  })
}

function describe({ panel, isPrivateIncluded }) {
  const { name, source, width, height, isSizeKnown } = panel
  const size = `${Math.round(width)} × ${Math.round(height)} mm${isSizeKnown ? '' : ', estimated'}`
  find('#panel').textContent = `${name}, ${size} (${source})`
  find('#private').hidden = !isPrivateIncluded
}

function changed({ state, reason }) {
  const chip = find('#link')
  chip.textContent = reason ? `${STATES[state]}: ${reason}` : STATES[state]
  chip.dataset.state = state
  if (state === 'connected') chip.dataset.driver = 'flickd'
  else delete chip.dataset.driver
}

link.connect()

/** The interface for tests and tools. */
window.studio = { live, link }
