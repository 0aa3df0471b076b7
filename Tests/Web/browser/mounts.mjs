// What the elements leave behind in Chromium: nothing. And what assistive technology finds in them.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { checkWithAxe, isAxeMissing } from './axe.mjs'
import { cards, open, page, pageOf, usePages } from './elements-stage.mjs'

const ALL = `<flick-carousel aria-label="Cards" style="height: 120px">${cards(4)}<button slot="next">Next</button></flick-carousel>
  <flick-pager aria-label="Pages" style="height: 120px"><section>first</section><section>second</section></flick-pager>
  <flick-dial aria-label="Hour" style="height: 120px"><div>1</div><div>2</div><div>3</div></flick-dial>
  <flick-deck aria-label="Suggestions" style="height: 120px">${cards(3)}<button slot="undo">Undo</button></flick-deck>
  <flick-dismiss aria-label="A message" style="height: 60px">read<button slot="close">Close</button></flick-dismiss>
  <flick-refresh aria-label="Messages" style="height: 90px"><span slot="indicator">…</span><button slot="refresh">Refresh</button>
    <ul>${'<li>message</li>'.repeat(9)}</ul></flick-refresh>
  <flick-corner aria-label="Video" corner="top_right"><div>video</div><button slot="next">Move</button></flick-corner>
  <flick-sheet index="1" detents="0 -100 -200" aria-label="Rooms"><ul><li>one</li><li>two</li></ul></flick-sheet>`
const PAGES = {
  '/all': pageOf(ALL),
  '/modal': pageOf('<flick-sheet is-modal detents="0 -200" aria-label="Rooms">text</flick-sheet>'),
  '/strict': `<!doctype html><link rel="icon" href="data:,">
    <meta http-equiv="content-security-policy" content="default-src 'self'; img-src data:; require-trusted-types-for 'script'">
    <script type="module" src="/strict.js"></script><main>${ALL.replace(/ style="[^"]*"/g, '')}</main>`,
  '/strict.js': "import { defineElements } from '/flick-elements.js'\ndefineElements()\nwindow.received = []",
}

/** Of each element of `ALL`, in the order of the page. */
const TOUCH_ACTIONS = ['pan-y', 'pan-y', 'pan-x', 'pan-y', 'pan-x', 'pan-x pan-y', 'auto', 'pan-x']

/** Counts what the page holds: listeners, frames, timers and observers. Runs before the page's own scripts. */
const COUNTING = `
  window.held = { listeners: 0, frames: new Set(), observed: 0 }
  const known = new WeakMap()
  const keyOf = (type, listener, options) => [type, Boolean(typeof options === 'object' ? options?.capture : options)].join()
  const { addEventListener: add, removeEventListener: remove } = EventTarget.prototype
  EventTarget.prototype.addEventListener = function (type, listener, options) {
    const own = known.get(this) ?? new Map()
    known.set(this, own)
    const key = keyOf(type, listener, options)
    const listeners = own.get(key) ?? new Set()
    own.set(key, listeners)
    // A listener of a part of a shadow ends with the shadow; those of elements, the document and the window count.
    const counts = !(this.getRootNode?.() instanceof ShadowRoot || this instanceof Node && !this.isConnected)
    if (counts && !listeners.has(listener)) {
      held.listeners++
      listeners.add(listener)
      const end = () => { if (listeners.delete(listener)) held.listeners-- }
      if (options?.signal) add.call(options.signal, 'abort', end)
    }
    return add.call(this, type, listener, options)
  }
  EventTarget.prototype.removeEventListener = function (type, listener, options) {
    if (known.get(this)?.get(keyOf(type, listener, options))?.delete(listener)) held.listeners--
    return remove.call(this, type, listener, options)
  }
  const { requestAnimationFrame: request, cancelAnimationFrame: cancel } = window
  window.requestAnimationFrame = frame => {
    const id = request(time => {
      held.frames.delete(id)
      frame(time)
    })
    held.frames.add(id)
    return id
  }
  window.cancelAnimationFrame = id => {
    held.frames.delete(id)
    cancel(id)
  }
  for (const name of ['ResizeObserver', 'MutationObserver', 'IntersectionObserver']) {
    const { prototype } = window[name]
    const { observe, unobserve, disconnect } = prototype
    const targets = new WeakMap()
    const of = observer => targets.get(observer) ?? targets.set(observer, new Set()).get(observer)
    prototype.observe = function (target, ...words) {
      if (!of(this).has(target)) held.observed++
      of(this).add(target)
      return observe.call(this, target, ...words)
    }
    if (unobserve) prototype.unobserve = function (target) {
      if (of(this).delete(target)) held.observed--
      return unobserve.call(this, target)
    }
    prototype.disconnect = function () {
      held.observed -= of(this).size
      of(this).clear()
      return disconnect.call(this)
    }
  }`

describe('The elements', () => {
  usePages(PAGES)

  test('leave no listener, zone, frame or observer after 1,000 mounts', { timeout: 240_000 }, async () => {
    await open('/all', {}, COUNTING)
    const { before, most, zones } = await page.evaluate(async html => {
      const { bind, CardCarousel } = await import('/flick.js')
      const main = document.querySelector('main')
      const names = new Set()
      const { zone } = flick
      flick.zone = (element, options, listener) => {
        const handle = zone.call(flick, element, options, listener)
        names.add(handle.name)
        const { remove } = handle
        handle.remove = () => {
          names.delete(handle.name)
          remove()
        }
        return handle
      }
      const frames = () => new Promise(resolve => { setTimeout(resolve, 40) })
      const count = () => ({ listeners: held.listeners, frames: held.frames.size, observed: held.observed })
      main.replaceChildren()
      await frames()
      const before = count()
      let most = 0
      for (let round = 0; round < 1000; round++) {
        main.innerHTML = html
        const plain = document.createElement('div')
        plain.append(document.createElement('div'))
        main.append(plain)
        bind(plain, new CardCarousel({ count: 3 }), { flick })
        // Every tenth time it is drawn, and content moves as it leaves.
        if (round % 10 === 0) {
          await frames()
          document.querySelector('flick-carousel').go(2)
          document.querySelector('flick-refresh').go(true)
          document.querySelector('flick-corner').go('bottom_left')
        }
        most = Math.max(most, held.listeners)
        main.replaceChildren()
      }
      await frames()
      return { before, most, zones: names.size }
    }, ALL)
    // A plain element may come back for as long as it exists.
    await page.send('HeapProfiler.collectGarbage')
    const after = await page.evaluate(async () => {
      document.body.append(document.createElement('div'))
      await new Promise(resolve => { setTimeout(resolve, 40) })
      return { listeners: held.listeners, frames: held.frames.size, observed: held.observed }
    })
    assert.ok(most > before.listeners, `${most} listeners at a time are counted`)
    assert.deepEqual(after, before)
    assert.equal(zones, 0)
  })

  test('work under a strict policy of the page', async () => {
    await open('/strict')
    await page.evaluate(() => document.querySelector('flick-carousel').go(1))
    await page.until('it is at rest', () => document.querySelector('flick-carousel').binding.isSettled)
    const found = await page.evaluate(() => [...document.querySelectorAll('main > *')].map(element =>
      getComputedStyle(element).touchAction))
    assert.deepEqual(found, TOUCH_ACTIONS)
    assert.equal(await page.evaluate(() => document.querySelector('flick-carousel').index), 1)
  })

  test('have their style in a browser without constructable style sheets', async () => {
    await open('/all', {}, "window.CSSStyleSheet = class { constructor() { throw new TypeError('Illegal constructor') } }")
    const found = await page.evaluate(() => [...document.querySelectorAll('main > :not(h1)')].map(element =>
      [getComputedStyle(element).touchAction, element.shadowRoot.querySelectorAll('style').length]))
    assert.deepEqual(found, TOUCH_ACTIONS.map(action => [action, 1]))
  })

  test('move to another place of the page, and keep their state', async () => {
    await open('/all')
    const found = await page.evaluate(async () => {
      const carousel = document.querySelector('flick-carousel')
      carousel.put(2)
      const frame = document.body.appendChild(document.createElement('div'))
      frame.append(carousel)
      await new Promise(resolve => { setTimeout(resolve, 60) })
      return { index: carousel.index, zone: carousel.binding.zone !== null, x: carousel.children[2].getBoundingClientRect().x }
    })
    assert.deepEqual(found, { index: 2, zone: true, x: 0 })
  })

  test('need one connection, and are defined only once', async () => {
    await open('/all')
    const words = await page.evaluate(async () => {
      const { connect, defineElements } = await import('/flick-elements.js')
      if (defineElements() !== flick || defineElements(flick) !== flick) return 'another connection'
      try {
        defineElements(connect())
      } catch (error) {
        return error.message
      }
    })
    assert.match(words, /already have a connection: define all of them with the same one/)
  })

  test('get properties that a framework has set before they were defined', async () => {
    await open('/all')
    const found = await page.evaluate(async () => {
      const frame = document.createElement('iframe')
      document.body.append(frame)
      const own = frame.contentDocument.createElement('flick-carousel')
      own.spacing = 40
      own.index = 1
      own.innerHTML = '<div></div><div></div>'
      document.querySelector('main').append(own)
      await new Promise(resolve => { setTimeout(resolve, 60) })
      return { attribute: own.getAttribute('spacing'), spacing: own.interaction?.spacing, index: own.interaction?.index }
    })
    assert.deepEqual(found, { attribute: '40', spacing: 40, index: 1 })
  })
})

describe('The elements in assistive technology', () => {
  usePages(PAGES)

  for (const [words, path, prepare] of [
    ['at rest', '/all', () => {}],
    ['after a change', '/all', () => {
      document.querySelector('flick-carousel').go(1)
      document.querySelector('flick-deck').go('left')
      document.querySelector('flick-sheet').go(2)
      document.querySelector('flick-refresh').go(true)
      document.querySelector('flick-corner').go('top_left')
    }],
    ['with a modal sheet', '/modal', () => { document.querySelector('flick-sheet').index = 1 }],
  ]) {
    test(`are without a finding of axe-core ${words}`,
      { skip: isAxeMissing }, async () => {
        await open(path)
        await page.evaluate(prepare)
        await page.until('everything is at rest', () =>
          [...document.querySelectorAll('main *')].every(element => element.binding?.isSettled ?? true))
        await checkWithAxe(page)
      })
  }

  test('have names, roles and values', async () => {
    await open('/all')
    await page.send('Accessibility.enable')
    const { nodes } = await page.send('Accessibility.getFullAXTree')
    const found = nodes.filter(({ ignored }) => !ignored).map(({ role, name, value }) =>
      `${role?.value} ${name?.value ?? ''} ${value?.value ?? ''}`.trim())
    for (const words of [
      'group Cards', 'article 1 of 4', 'group Pages', 'group 1 of 2', 'spinbutton Hour 0', 'group Suggestions', 'article 1 of 3',
      'group A message', 'group Messages', 'group Video', 'region Rooms', 'slider Height 1',
    ]) assert.ok(found.includes(words), `${words} is not in ${found.join('; ')}`)
    assert.ok(!found.includes('article 2 of 4'), 'a card out of view is not there')
  })

  test('have the order of the page in the focus, and targets of at least 24 px', async () => {
    await open('/all', { width: 320, height: 800 })
    const order = []
    for (let count = 0; count < 16; count++) {
      await page.key('Tab')
      order.push(await page.evaluate(() => {
        let node = document.activeElement
        while (node.shadowRoot?.activeElement) node = node.shadowRoot.activeElement
        const { width, height } = node.getBoundingClientRect()
        const isSmall = node.localName !== 'button' && (width < 24 || height < 24)
        return `${node.getAttribute('aria-label') ?? node.textContent}${isSmall ? ` ${width} × ${height}` : ''}`
      }))
    }
    assert.deepEqual(order, [
      'Cards', 'in 1', 'Next', 'Pages', 'Hour', 'Suggestions', 'in 1', 'Undo', 'A message', 'Close', 'Refresh', '', 'Video',
      'Move', 'Height', order.at(-1),
    ])
  })
})
