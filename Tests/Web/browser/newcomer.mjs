// The first page of docs/web.md as a newcomer copies it: at an origin of its own, with a token, driven by flickd.
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { after, before, describe, test } from 'node:test'
import { finger, framesOf } from './fingers.mjs'
import { openEmpty } from './kit.mjs'
import { recordingOf } from './recording.mjs'
import { Service } from './service.mjs'
import { serve } from './serving.mjs'
import { PATIENCE } from './waiting.mjs'

const guide = readFileSync(new URL('../../../docs/web.md', import.meta.url), 'utf8')
const [, snippet] = guide.match(/^```html\n([\s\S]*?)^```$/m)
const LOOK = { width: 600, height: 800 }

describe('The first page of the guide', () => {
  const pages = {}
  let server, service, page
  before(async () => {
    server = await serve(pages)
    service = await Service.start('positions', { origin: server.url })
    pages['/'] = snippet
      .replace('ws://127.0.0.1:7272/', service.url.replace(/^http/, 'ws')).replace('SECRET', service.token)
      .replace('<!doctype html>', '<!doctype html><link rel="icon" href="data:,"><style>body { margin: 0 }</style>')
    page = await openEmpty()
    await page.look(LOOK)
    await page.visit(server.url)
  })
  after(async () => {
    await page.close()
    await service.stop()
    server.close()
  })

  test('has at most 8 lines', () => assert.ok(snippet.trim().split('\n').length <= 8))

  test('moves its cards by the fingers that flickd reports', async () => {
    const fingers = [finger([[0, -150, 110]], { x: 300, y: 300 })]
    const recording = lead => recordingOf(framesOf(fingers), LOOK, lead)
    const index = () => page.evaluate(() => document.querySelector('flick-carousel').index)
    // A busy machine may send the zones after the first finger.
    for (let lead = 800; lead <= 6400 && await index() === 0; lead *= 2) {
      await page.evaluate(() => {
        window.panels = []
        document.addEventListener('swipe', ({ detail }) => panels.push(detail.panelId))
      })
      await service.play(recording(lead), PATIENCE + lead)
      await page.until('the carousel is at rest', () => document.querySelector('flick-carousel').binding.isSettled)
    }
    assert.equal(await index(), 1)
    assert.deepEqual([...new Set(await page.evaluate(() => panels))], ['replay:fingers.evemu'])
    assert.deepEqual(page.complaints, [])
  })
})
