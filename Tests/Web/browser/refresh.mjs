// <flick-refresh> in Chromium: pulls, what the browser scrolls, keys, wheel and its state.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { events, open, page, pageOf, settled, stroke, usePages, wheel } from './elements-stage.mjs'

const refreshOf = (rows, style) => `<flick-refresh aria-label="Messages" style="${style}"><span slot="indicator">…</span>
  <ul>${'<li>message</li>'.repeat(rows)}</ul><button slot="refresh">Refresh</button></flick-refresh>`
const PAGES = {
  '/list': pageOf(refreshOf(80, 'height: 500px')),
  '/low': pageOf(refreshOf(80, 'max-height: 500px')),
  '/short': pageOf(refreshOf(2, 'height: 500px')),
}
/** A pull beyond the threshold, without a flick. */
const PULL = [[0, 220, 400], [0, 0, 120]]

const found = () => page.evaluate(() => {
  const element = document.querySelector('flick-refresh')
  const [view, indicator, status] = ['view', 'indicator', 'status'].map(name => element.shadowRoot.querySelector(`[part=${name}]`))
  const style = getComputedStyle(document.querySelector('[slot=indicator]'))
  return {
    state: element.state, attribute: element.getAttribute('state'), isRefreshing: element.hasAttribute('is-refreshing'),
    opening: Math.round(view.getBoundingClientRect().top - view.parentElement.getBoundingClientRect().top),
    pull: style.getPropertyValue('--flick-pull'), progress: style.getPropertyValue('--flick-progress'),
    isSeen: style.visibility === 'visible', height: indicator.clientHeight,
    isBusy: view.getAttribute('aria-busy'), status: status.textContent,
  }
})
const resting = {
  state: 'resting', attribute: 'resting', isRefreshing: false, opening: 0, pull: '0px', progress: '0', isSeen: false, height: 64,
  isBusy: 'false', status: '',
}
const refreshing = {
  state: 'refreshing', attribute: 'refreshing', isRefreshing: true, opening: 64, pull: '64px', progress: '1', isSeen: true, height: 64,
  isBusy: 'true', status: 'Refreshing',
}
const scrolled = () => page.evaluate(() => document.querySelector('flick-refresh').shadowRoot.querySelector('[part=view]').scrollTop)
const scrollTo = async top => {
  await page.evaluate(top => { document.querySelector('flick-refresh').shadowRoot.querySelector('[part=view]').scrollTop = top }, top)
  await page.frames()
  await page.frames()
}
const rest = async () => {
  await settled('flick-refresh')
  await page.frames()
}
const refreshes = async () => (await events('refresh')).length

describe('flick-refresh', () => {
  usePages(PAGES)

  for (const path of ['/list', '/low', '/short']) {
    test(`refreshes if a finger pulls it down at its top, until it is finished (${path})`, async () => {
      await open(path)
      assert.deepEqual(await found(), resting)
      await stroke('flick-refresh', ...PULL)
      await rest()
      assert.deepEqual(await found(), refreshing)
      assert.equal(await refreshes(), 1)
      await page.evaluate(() => document.querySelector('flick-refresh').finish())
      await rest()
      assert.deepEqual(await found(), resting)
      assert.equal(await refreshes(), 1)
    })
  }

  for (const [width, height] of [[320, 640], [3840, 2160]]) {
    test(`refreshes at ${width} × ${height}`, async () => {
      await open('/list', { width, height })
      await stroke('flick-refresh', ...PULL)
      await rest()
      assert.deepEqual(await found(), refreshing)
    })
  }

  test('shows when a release would refresh, and does not refresh by a short pull or a flick', async () => {
    await open('/list')
    await page.evaluate(() => {
      window.states = []
      document.querySelector('flick-refresh').addEventListener('swipe', ({ currentTarget }) => states.push(currentTarget.state))
    })
    await stroke('flick-refresh', [0, 220, 300], [0, -150, 300], [0, 0, 120])
    await rest()
    const states = await page.evaluate(() => states.filter((state, index) => state !== states[index - 1]))
    assert.deepEqual(states, ['pulled', 'ready', 'pulled', 'resting'])
    await stroke('flick-refresh', [0, 120, 60])
    await rest()
    assert.deepEqual([await refreshes(), await found()], [0, resting])
  })

  test('leaves every other swipe to the browser, which scrolls', async () => {
    await open('/list')
    await stroke('flick-refresh', [0, -150, 300], [0, 0, 200])
    await rest()
    const top = await scrolled()
    assert.ok(top > 100 && top < 160, `${top}`)
    assert.deepEqual(await found(), resting)
    await stroke('flick-refresh', [0, 60, 200], [0, 0, 200])
    await rest()
    assert.ok(await scrolled() < top - 30)
    assert.deepEqual(await found(), resting)
    await scrollTo(40)
    await stroke('flick-refresh', [0, 300, 500], [0, 0, 200])
    await rest()
    assert.deepEqual([await scrolled(), await refreshes(), await found()], [0, 0, resting])
    await stroke('flick-refresh', ...PULL)
    await rest()
    assert.equal(await refreshes(), 1)
    // While the content refreshes, a swipe up scrolls it, and does not move it.
    await stroke('flick-refresh', [0, -100, 300], [0, 0, 200])
    await rest()
    assert.ok(await scrolled() > 50)
    assert.deepEqual(await found(), refreshing)
  })

  test('refreshes by its button, and scrolls by keys', async () => {
    await open('/list', { touch: false })
    await page.key('Tab')
    assert.equal(await page.evaluate(() => document.activeElement.textContent), 'Refresh')
    await page.evaluate(() => document.activeElement.click())
    await rest()
    assert.deepEqual([await refreshes(), await found()], [1, refreshing])
    await page.key('Tab')
    await page.key('PageDown')
    await page.until('the list has scrolled', () =>
      document.querySelector('flick-refresh').shadowRoot.querySelector('[part=view]').scrollTop > 100)
    await open('/short')
    assert.equal(await page.evaluate(() =>
      document.querySelector('flick-refresh').shadowRoot.querySelector('[part=view]').hasAttribute('tabindex')), false)
  })

  test('is not pulled by the wheel', async () => {
    await open('/list', { touch: false })
    await wheel('flick-refresh', Array(20).fill([0, -30]))
    await rest()
    assert.deepEqual([await refreshes(), await found()], [0, resting])
    await wheel('flick-refresh', [[0, 120]])
    await page.until('the list has scrolled', () =>
      document.querySelector('flick-refresh').shadowRoot.querySelector('[part=view]').scrollTop > 50)
  })

  test('starts and ends by its attribute and its property, without an event', async () => {
    await open('/list')
    await page.evaluate(() => document.querySelector('flick-refresh').setAttribute('is-refreshing', ''))
    await rest()
    assert.deepEqual(await found(), refreshing)
    await page.evaluate(() => { document.querySelector('flick-refresh').threshold = 80 })
    await page.frames()
    assert.deepEqual(await found(), { ...refreshing, opening: 80, pull: '80px', height: 80 })
    await page.evaluate(() => { document.body.append(document.querySelector('flick-refresh')) })
    await page.frames()
    assert.equal((await found()).opening, 80)
    await page.evaluate(() => { document.querySelector('flick-refresh').isRefreshing = false })
    await rest()
    assert.deepEqual(await found(), { ...resting, height: 80 })
    assert.equal(await refreshes(), 0)
  })

  test('may be finished in its own event', async () => {
    await open('/list')
    await page.evaluate(() => {
      window.seen = []
      document.querySelector('flick-refresh').addEventListener('refresh', ({ currentTarget }) => {
        seen.push(currentTarget.isRefreshing)
        currentTarget.finish()
        seen.push(currentTarget.isRefreshing)
      })
    })
    await stroke('flick-refresh', ...PULL)
    await rest()
    assert.deepEqual(await page.evaluate(() => seen), [true, false])
    assert.deepEqual(await found(), resting)
  })
})
