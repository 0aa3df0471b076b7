// flick.js on a page of one's own, in Chromium: a zone that is removed, times that are left out, and an origin that the
// bridge does not admit.
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { after, before, describe, test } from 'node:test'
import { finger, framesOf, moved } from './fingers.mjs'
import { openEmpty, theService } from './kit.mjs'

const web = new URL('../../../Sources/Web/', import.meta.url)
const BODY = `<!doctype html><meta name="viewport" content="width=device-width">
  <div id="zone" style="height: 400px; background: silver"></div><div style="height: 4000px"></div>`

/** Serves flick.js and one page, at an origin of its own. */
async function serve() {
  const server = createServer(({ url }, answer) => {
    const isScript = /^\/flick(\.js|\/[a-z-]+\.js)$/.test(url)
    answer.setHeader('content-type', isScript ? 'text/javascript' : 'text/html')
    answer.end(isScript ? readFileSync(new URL(`.${url}`, web)) : BODY)
  })
  await new Promise(resolve => server.listen(0, '127.0.0.1', resolve))
  return server
}

describe('A page of one’s own', () => {
  let server, page
  const stroke = (x, y, ms) => framesOf(moved([finger([[x, y, ms]])], 200, 300))

  before(async () => {
    server = await serve()
    page = await openEmpty()
    await page.look({ width: 600, height: 800, touch: true })
    await page.visit(`http://127.0.0.1:${server.address().port}/`)
    await page.evaluate(async () => {
      Object.assign(window, await import('/flick.js'))
      window.swipes = []
      window.flick = connect()
      window.zone = flick.zone(document.getElementById('zone'), { name: 'zone', axis: 'y' }, ({ phase, reason, time }) =>
        swipes.push({ phase, reason, time }))
    })
  })
  after(async () => {
    await page.close()
    server.close()
  })

  test('receives a cancel if it removes a zone under a finger, and scrolls again', async () => {
    const frames = stroke(0, -200, 300)
    const half = Math.floor(frames.length / 2)
    await page.touch(frames.slice(0, half))
    await page.until('the swipe has begun', () => swipes.some(({ phase }) => phase === 'update'))
    assert.equal(await page.evaluate(() => document.getElementById('zone').style.touchAction), 'pan-x')
    const count = await page.evaluate(() => {
      zone.remove()
      return swipes.length
    })
    await page.touch(frames.slice(half))
    const seen = await page.evaluate(() => ({
      swipes, scroll: scrollY, action: document.getElementById('zone').style.touchAction,
    }))
    assert.equal(seen.swipes.length, count, 'nothing after the cancel')
    assert.deepEqual([seen.swipes.at(-1).phase, seen.swipes.at(-1).reason], ['cancel', 'removed'])
    assert.deepEqual([seen.action, seen.scroll], ['', 0])
    await page.touch(stroke(0, -200, 300))
    await page.until('the page has scrolled', () => scrollY > 50)
  })

  test('moves content to numbers if it leaves out the time', async () => {
    const drawn = await page.evaluate(async () => {
      const carousel = new CardCarousel({ count: 5 })
      carousel.go(1)
      await new Promise(resolve => setTimeout(resolve, 50))
      return [carousel.offset(), carousel.offset(performance.now() * 1000 + 60e6)]
    })
    assert.ok(drawn[0] < 0 && drawn[0] > -296, `${drawn}`)
    assert.ok(Math.abs(drawn[1] + 296) < 1e-6)
  })

  test('reads why the bridge refuses its origin, and does not try again', async () => {
    const { host } = new URL(theService().url)
    const reported = await page.evaluate(async host => {
      const changes = []
      const foreign = connect(`ws://${host}/`)
      foreign.addEventListener('connection', ({ detail: { state, reason } }) => changes.push({ state, reason }))
      await new Promise(resolve => setTimeout(resolve, 1500))
      return changes
    }, host)
    assert.deepEqual(reported.map(({ state }) => state), ['connecting', 'refused'])
    assert.match(reported[1].reason, /pages of this origin are not admitted/)
  })
})
