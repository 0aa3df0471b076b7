// The page of `flickctl studio`: its connection, and its rooms.
import { enter } from '../gallery/entry.js'
import { LiveRoom } from './live/live.js'
import { Link } from './link.js'
import { MeasureRoom } from './measure/measure.js'
import { liveRequest } from './messages.js'
import { TuneRoom } from './tune/tune.js'

const find = selector => document.querySelector(selector)
const { token, session } = enter(window)

const STATES = {
  connecting: 'connecting', connected: 'connected', waiting: 'not connected', refused: 'not admitted',
}

let isFirst = true
const link = new Link(`ws://${location.host}/`, {
  token, session, heard, changed, open() {
    isFirst = true
    link.send(liveRequest())
  },
})
const send = text => link.send(text)
/** Each room has `greet`, `hear` and `draw`, and perhaps `enter` and `leave`. Its word is the id of its element. */
const rooms = {
  live: new LiveRoom(find('#live'), find('#replay'), send),
  measure: new MeasureRoom(find('#measure'), send),
  tune: new TuneRoom(find('#tune'), send),
}
let shown = 'live'
/** The frame that draws the newest message; null if none is due. */
let frame = null
/** Whether the person has chosen a room, or the page has shown the one with an exercise. */
let isChosen = false

function heard(message) {
  if (message.type === 'studio') {
    describe(message)
    for (const room of Object.values(rooms)) room.greet(message, { isFirst })
    isFirst = false
    return
  }
  for (const room of Object.values(rooms)) room.hear(message)
  // A page that was loaded again goes on where the person was.
  if (!isChosen && message.state === 'asked') show(message.type)
  if (message.type === 'live') frame ??= requestAnimationFrame(draw)
}

function draw() {
  frame = null
  try {
    rooms[shown].draw()
  } finally {
    // The next message follows when this one is on the screen.
    send(liveRequest())
  }
}

/** Shows a room instead of the present one. */
function show(word) {
  isChosen = true
  if (word === shown) return
  rooms[shown].leave?.()
  shown = word
  for (const name of Object.keys(rooms)) find(`#${name}`).hidden = name !== word
  for (const button of document.querySelectorAll('.rooms button')) {
    button.setAttribute('aria-pressed', String(button.value === word))
  }
  rooms[word].enter?.()
  rooms[word].draw()
}

for (const button of document.querySelectorAll('.rooms button')) {
  button.addEventListener('click', () => show(button.value))
}

function describe({ rooms: words, panel, isPrivateIncluded }) {
  // A recording has one room: exercises need a panel.
  find('.rooms').hidden = words.length < 2
  for (const button of document.querySelectorAll('.rooms button')) button.hidden = !words.includes(button.value)
  if (!words.includes(shown)) show('live')
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
window.studio = { ...rooms, link, show }
