import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { FakeElement, FakeWindow, useClock } from './stage.mjs'

const page = readFileSync(new URL('../../docs/web.md', import.meta.url), 'utf8')
const snippets = [...page.matchAll(/^```js\n([\s\S]*?)^```$/gm)].map(([, code]) => code)
const module = new URL('../../Sources/Web/flick.js', import.meta.url).href

test('The carousel of the guide moves to the next card after a flick', async () => {
  assert.equal(snippets.length, 1)
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
    writeFileSync(file, `${snippets[0].replace('./flick.js', module)}\nexport { carousel, flick }\n`)
    execFileSync(process.execPath, ['--check', file])
    const { carousel, flick } = await import(file)
    const drag = (type, x) => view.pointer(type, row, { x, y: 100, time: clock.now })
    drag('pointerdown', 500)
    for (let x = 480; x >= 380; x -= 20) {
      await clock.pass(16)
      drag('pointermove', x)
    }
    drag('pointerup', 380)
    for (let turn = 0; turn < 200 && frames.length; turn++) {
      await clock.pass(16)
      frames.shift()(clock.now)
    }
    assert.equal(carousel.index, 1)
    assert.match(row.style.transform, /^translate3d\(-29[56]\.?\d*px/)
    assert.equal(frames.length, 0)
    flick.close()
  } finally {
    rmSync(folder, { recursive: true })
    clock.restore()
  }
})
