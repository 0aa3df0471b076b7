import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { FakeElement, FakeWindow, useClock } from './stage.mjs'

const module = new URL('../../Sources/Web/flick.js', import.meta.url).href

/** The only JavaScript snippet of a document. */
function snippet(path) {
  const page = readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8')
  const snippets = [...page.matchAll(/^```js\n([\s\S]*?)^```$/gm)].map(([, code]) => code)
  assert.equal(snippets.length, 1)
  return snippets[0]
}

/** Runs a document's snippet in a window, and drags its row of cards 120 px to the left; calls `check` with the exports. */
async function drag(path, exported, check) {
  const clock = useClock()
  const frames = []
  const view = new FakeWindow()
  const box = new FakeElement({ x: 0, y: 0, width: 600, height: 200 })
  const row = Object.assign(new FakeElement({ x: 0, y: 0, width: 1500, height: 200 }, box), { parentElement: box })
  view.document.querySelector = () => row
  class NoBridge { close() {} }
  const { screen, screenX, screenY, innerWidth, innerHeight, outerWidth, outerHeight, document } = view
  Object.assign(globalThis, {
    screen, screenX, screenY, innerWidth, innerHeight, outerWidth, outerHeight, document, WebSocket: NoBridge,
    addEventListener() {}, removeEventListener() {}, requestAnimationFrame: frame => frames.push(frame),
  })
  const folder = mkdtempSync(join(tmpdir(), 'flick-'))
  try {
    const file = join(folder, 'snippet.mjs')
    writeFileSync(file, `${snippet(path).replace('./flick.js', module)}\nexport { ${exported} }\n`)
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
  drag('docs/web.md', 'carousel, flick', ({ carousel }, row) => {
    assert.equal(carousel.index, 1)
    assert.match(row.style.transform, /^translate3d\(-29[56]\.?\d*px/)
  }))

test('The recipe of the README prints the next card after a flick', async t => {
  const log = t.mock.method(console, 'log', () => {})
  await drag('README.md', 'flick', () => assert.deepEqual(log.mock.calls.map(call => call.arguments), [['to card', 1]]))
})
