// A page with the custom elements in Chromium, and what a test does to them.
import assert from 'node:assert/strict'
import { after, afterEach, before } from 'node:test'
import { finger, framesOf, moved } from './fingers.mjs'
import { boxOf, openEmpty } from './kit.mjs'
import { serve } from './serving.mjs'

export const cards = count => Array.from({ length: count }, (_, number) =>
  `<article>${number + 1}<button>in ${number + 1}</button></article>`).join('')
/** A page with these elements, which keeps their events in `received`. */
export const pageOf = (body, dir = 'ltr') => `<!doctype html><html lang="en" dir="${dir}"><title>Elements</title>
  <meta name="viewport" content="width=device-width"><link rel="icon" href="data:,"><style>body { margin: 0 }</style><main><h1>Elements</h1>${body}</main>
  <script type="module">
    import { connect, defineElements } from '/flick-elements.js'
    window.flick = connect()
    defineElements(flick)
    window.received = []
    for (const type of ['change', 'dismiss', 'refresh', 'swipe']) {
      addEventListener(type, ({ detail, target }) => {
        const { index, corner, direction, phase } = detail ?? {}
        received.push({ type, name: target.localName, index, corner, direction, phase })
      })
    }
  </script></html>`

let server
export let page
/** Opens one of the pages; `first` is a script that runs before its own. */
export async function open(path, look = {}, first = '') {
  page = await openEmpty()
  await page.send('Page.addScriptToEvaluateOnNewDocument', { source: first })
  await page.look({ width: 600, height: 800, touch: true, ...look })
  await page.visit(server.url + path)
  await page.until('the elements are defined', () => window.received !== undefined)
  await page.frames()
}
export const middleOf = async selector => {
  const { x, y, width, height } = await boxOf(page, selector)
  return { x: x + width / 2, y: y + height / 2 }
}
/** Strokes an element from its middle by [dx, dy, ms]. */
export async function stroke(selector, ...steps) {
  const { x, y } = await middleOf(selector)
  await page.touch(framesOf(moved([finger(steps)], x, y)))
}
export const settled = selector => page.until(`${selector} is at rest`, selector =>
  document.querySelector(selector).binding.isSettled, selector)
export const events = type => page.evaluate(type => received.filter(one => one.type === type), type)
export const indexOf = selector => page.evaluate(selector => document.querySelector(selector).index, selector)
/** Which card is in the middle of the element, by its position on the screen. */
export const shown = selector => page.evaluate(selector => {
  const box = document.querySelector(selector).getBoundingClientRect()
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2]
  return [...document.querySelectorAll(`${selector} > *`)].findIndex(card => {
    const one = card.getBoundingClientRect()
    return one.left < x && one.right > x && one.top < y && one.bottom > y
  })
}, selector)
/** Turns the wheel in steps over the middle of an element. */
export async function wheel(selector, steps) {
  const { x, y } = await middleOf(selector)
  for (const [deltaX, deltaY] of steps) {
    await page.send('Input.dispatchMouseEvent', { type: 'mouseWheel', x, y, deltaX, deltaY })
  }
}

/** Serves pages for the tests of a suite, and closes what each test opened. */
export const usePages = pages => {
  before(async () => { server = await serve(pages) })
  afterEach(async () => {
    const complaints = page?.complaints ?? []
    await page?.close()
    page = null
    assert.deepEqual(complaints, [])
  })
  after(() => server.close())
}
