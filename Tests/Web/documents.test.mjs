import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { FakeElement, FakeWindow, useClock } from './stage.mjs'

const module = new URL('../../Sources/Web/flick.js', import.meta.url).href

/** The JavaScript snippet of a document under a heading; without a heading, the only one. */
function snippet(path, heading) {
  const page = readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8')
  const part = heading ? page.split(/^## /m).find(part => part.startsWith(`${heading}\n`)) : page
  const snippets = [...part.matchAll(/^```js\n([\s\S]*?)^```$/gm)].map(([, code]) => code)
  assert.equal(snippets.length, 1)
  return snippets[0]
}

/** Runs a document's snippet in a window, and drags its row of cards 120 px to the left; calls `check` with the exports. */
async function drag({ path, heading }, exported, check) {
  const clock = useClock()
  const frames = []
  const view = new FakeWindow()
  const box = new FakeElement({ x: 0, y: 0, width: 600, height: 200 })
  const row = Object.assign(new FakeElement({ x: 0, y: 0, width: 1500, height: 200 }, box), { parentElement: box })
  const observing = class { observe() {} unobserve() {} disconnect() {} }
  Object.assign(view.document, {
    querySelector: selector => selector === '.view' ? box : row,
    defaultView: { MutationObserver: observing, document: view.document },
  })
  Object.assign(box, { firstElementChild: row, ownerDocument: view.document })
  class NoBridge { close() {} }
  const { screen, screenX, screenY, innerWidth, innerHeight, outerWidth, outerHeight, document } = view
  Object.assign(globalThis, {
    screen, screenX, screenY, innerWidth, innerHeight, outerWidth, outerHeight, document, WebSocket: NoBridge,
    addEventListener() {}, removeEventListener() {}, requestAnimationFrame: frame => frames.push(frame),
    ResizeObserver: observing, getComputedStyle: () => ({ direction: 'ltr' }),
  })
  const folder = mkdtempSync(join(tmpdir(), 'flick-'))
  try {
    const file = join(folder, 'snippet.mjs')
    writeFileSync(file, `${snippet(path, heading).replace('./flick.js', module)}\nexport { ${exported} }\n`)
    execFileSync(process.execPath, ['--check', file])
    const exports = await import(file)
    const send = (type, x) => view.pointer(type, row, { x, y: 100, time: clock.now })
    send('pointerdown', 500)
    for (let x = 480; x >= 380; x -= 20) {
      await clock.pass(16)
      send('pointermove', x)
    }
    send('pointerup', 380)
    for (let turn = 0; turn < 200 && frames.length; turn++) {
      await clock.pass(16)
      frames.shift()(clock.now)
    }
    check(exports, row)
    assert.equal(frames.length, 0)
    exports.flick.close()
  } finally {
    rmSync(folder, { recursive: true })
    clock.restore()
  }
}

test('The carousel of the guide moves to the next card after a flick', () =>
  drag({ path: 'docs/web.md', heading: 'A carousel step by step' }, 'carousel, flick', ({ carousel }, row) => {
    assert.equal(carousel.index, 1)
    assert.match(row.style.transform, /^translate3d\(-29[56]\.?\d*px/)
  }))

test('The binding of the guide moves to the next card after a flick', async t => {
  const log = t.mock.method(console, 'log', () => {})
  await drag({ path: 'docs/web.md', heading: 'bind' }, 'bound, carousel, flick', ({ bound, carousel }, row) => {
    assert.equal(carousel.index, 1)
    assert.equal(row.style.transform, 'translate3d(-296px, 0px, 0)')
    assert.deepEqual(log.mock.calls.map(call => call.arguments), [['to card', 1]])
    bound.remove()
  })
})

test('The recipe of the README prints the next card after a flick', async t => {
  const log = t.mock.method(console, 'log', () => {})
  await drag({ path: 'README.md' }, 'flick', () => assert.deepEqual(log.mock.calls.map(call => call.arguments), [['to card', 1]]))
})

test('The page about frameworks contains each of its files, in few lines', () => {
  const docs = new URL('../../docs/', import.meta.url)
  const page = readFileSync(new URL('frameworks.md', docs), 'utf8')
  const blocks = [...page.matchAll(/^<!-- file: (\S+) -->\n```\w+\n([\s\S]*?)^```$/gm)]
  const files = Object.fromEntries(blocks.map(([, path, text]) => [path, text]))
  const paths = readdirSync(new URL('examples/web/', docs), { recursive: true }).map(path => `examples/web/${path}`)
  assert.deepEqual(Object.keys(files).sort(), paths.filter(path => /\.\w+$/.test(path)).sort())
  for (const [path, text] of Object.entries(files)) assert.equal(text, readFileSync(new URL(path, docs), 'utf8'), path)
  // Without the style, which each page has of its own.
  const lines = path => files[path].replace(/<style>[\s\S]*<\/style>/, '').match(/^.*\S.*$/gm).length
  assert.ok(lines('examples/web/cards.html') <= 8, `${lines('examples/web/cards.html')} lines of HTML and JavaScript`)
  assert.ok(lines('examples/web/cards.jsx') <= 12, `${lines('examples/web/cards.jsx')} lines with React`)
})
