// The studio's page without `flickctl studio`: the messages come from the test, through a WebSocket of its own.
import { finger, framesOf } from './fingers.mjs'
import { boxOf, openEmpty, theService } from './kit.mjs'
import { compareScript, scriptOf } from './script.mjs'

/** Sizes with the least target and the least text, in px. */
export const SIZES = [
  { look: { width: 360, height: 640 }, target: 44, text: 14 },
  { look: { width: 640, height: 360 }, target: 44, text: 14 },
  { look: { width: 768, height: 1024 }, target: 44, text: 14 },
  { look: { width: 1080, height: 1920 }, target: 80, text: 20 },
  { look: { width: 1920, height: 1080 }, target: 80, text: 20 },
  { look: { width: 3840, height: 2160 }, target: 160, text: 40 },
]

/** Replaces the WebSocket of a page: `say` delivers messages, `asked` has the requests. */
function replaceSocket() {
  window.asked = []
  window.WebSocket = class {
    readyState = 1
    constructor() {
      window.deliver = lines => { for (const data of lines) this.onmessage({ data }) }
      window.say = (...messages) => deliver(messages.map(message => JSON.stringify(message)))
      window.hangUp = (code = 1006, reason = '') => this.onclose({ code, reason })
      setTimeout(() => this.onopen())
    }
    send(text) { window.asked.push(JSON.parse(text)) }
  }
}

/** Opens the studio with these messages, in a room. */
export async function openRoom(word, look, ...messages) {
  const page = await openEmpty({ touch: true, ...look })
  await page.send('Page.addScriptToEvaluateOnNewDocument', { source: `(${replaceSocket})()` })
  await page.visit(`${theService().url}studio/`)
  await page.until('the studio is made', () => window.studio !== undefined && asked.length > 0)
  await page.evaluate(word => studio.show(word), word)
  await say(page, ...messages)
  return page
}

/** Delivers messages and a `live` message, and waits until the page has drawn them. */
export async function say(page, ...messages) {
  const drawn = await page.evaluate(messages => {
    const before = asked.filter(({ request }) => request === 'live').length
    say(...messages)
    return before
  }, messages)
  await page.until('the page has drawn', before =>
    asked.filter(({ request }) => request === 'live').length > before, drawn)
}

/** The requests of a room since the last call. */
export const requestsOf = (page, word) => page.evaluate(word => {
  const found = asked.filter(({ request }) => request === word)
  asked.length = 0
  return found
}, word)

/** Taps the middle of an element. */
export async function tap(page, selector) {
  const { x, y, width, height } = await boxOf(page, selector)
  await page.touch(framesOf([finger([[0, 0, 40]], { x: x + width / 2, y: y + height / 2 })]))
}

/** Script of a room in a frame, as a multiple of a script that reads the same lines and draws only trails. */
const MAX_SCRIPT = 4
/** In a round of `checkScript`. */
const FRAMES = 60

/** Fails if a room needs much script for the frames of a round, of which `linesOf(round, frame)` has the messages. */
export async function checkScript(t, page, canvas, linesOf) {
  const play = kind => round => {
    const frames = Array.from({ length: FRAMES }, (_, frame) => linesOf(round, frame).map(line => JSON.stringify(line)))
    return scriptOf(page, () => page.evaluate(playLines, kind, canvas, frames))
  }
  // The second round fills the trails.
  await compareScript(t, page, {
    maxRatio: MAX_SCRIPT, frames: FRAMES, measured: play('room'), calibration: play('calibration'), warming: 2,
  })
}

/** Delivers lines, some in each frame; or only reads them and draws the trails of their contacts. */
async function playLines(kind, selector, frames) {
  const canvas = document.querySelector(selector)
  const context = canvas.getContext('2d')
  const trails = window.calibrated ??= Array.from({ length: 10 }, () => [])
  const draw = contacts => {
    context.clearRect(0, 0, canvas.width, canvas.height)
    for (const [index, { x, y, trail }] of contacts.entries()) {
      trails[index] = [...trails[index], ...trail].slice(-240)
      context.beginPath()
      for (const [left, top] of trails[index]) context.lineTo(left, top)
      context.stroke()
      context.beginPath()
      context.arc(x, y, 20, 0, 7)
      context.fill()
    }
  }
  const calibrate = lines => {
    const { contacts } = lines.map(line => JSON.parse(line)).at(-1)
    requestAnimationFrame(() => draw(contacts))
  }
  const work = kind === 'room' ? deliver : calibrate
  // Chromium counts the script of a frame's callback, but not what follows a promise.
  for (const lines of [...frames, null]) {
    await new Promise(done => {
      requestAnimationFrame(() => {
        if (lines) work(lines)
        done()
      })
    })
  }
}
