// The studio's page without `flickctl studio`: the messages come from the test, through a WebSocket of its own.
import { finger, framesOf } from './fingers.mjs'
import { boxOf, openEmpty, theService } from './kit.mjs'

/** Replaces the WebSocket of a page: `say` delivers messages, `asked` has the requests. */
function replaceSocket() {
  window.asked = []
  window.WebSocket = class {
    readyState = 1
    constructor() {
      window.deliver = lines => { for (const data of lines) this.onmessage({ data }) }
      window.say = (...messages) => deliver(messages.map(message => JSON.stringify(message)))
      window.hangUp = () => this.onclose({ code: 1006, reason: '' })
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
