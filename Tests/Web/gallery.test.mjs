import assert from 'node:assert/strict'
import { readFileSync, readdirSync, statSync } from 'node:fs'
import { after, before, beforeEach, describe, mock, test } from 'node:test'
import { gzipSync } from 'node:zlib'
import { Node, parse } from './dom.mjs'
import { FakeStorage, FakeWindow, fakeSockets, hello, settle, state } from './stage.mjs'
import { FakeTimers } from './timers.mjs'

const web = new URL('../../Sources/Web/', import.meta.url)
const read = path => readFileSync(new URL(path, web), 'utf8')
const files = folder => readdirSync(new URL(folder, web)).map(name => folder + name).filter(path => statSync(new URL(path, web)).isFile())
const sources = ['flick.js', 'flick-elements.js', ...files('flick/'), ...files('flick/elements/'), ...files('gallery/'),
  ...files('gallery/art/'), ...files('gallery/bench/'), ...files('gallery/naive/'),
  ...files('gallery/stages/'), ...files('design/'), ...files('studio/'), ...files('studio/live/'),
  ...files('studio/measure/'), ...files('studio/tune/')]
/** What a browser loads: a module, and what it imports. */
const importsOf = (path, found = new Set()) => {
  if (found.has(path)) return found
  found.add(path)
  for (const [, name] of read(path).matchAll(/^(?:import .*|export .*|}) from '(.+)'$/gm)) {
    importsOf(new URL(name, new URL(path, web)).href.slice(web.href.length), found)
  }
  return found
}

/** The page's clock, its frames, its window and the gallery in it. */
let time = 1000
let frames = []
let timers, view, socket, gallery, isReduced = false
const document = new Node('document')
const stage = name => document.getElementById(name).querySelector('.stage')
const data = name => Object.fromEntries([...document.getElementById(name).attributes]
  .filter(([key]) => key.startsWith('data-')).map(([key, value]) => [key.slice(5), value]))

function pass(ms) {
  for (let step = 0; step < ms; step += 4) {
    time += 4
    timers.tick(4)
    const due = frames
    frames = []
    for (const frame of due) frame(time)
  }
}
const rest = () => {
  for (let step = 0; step < 500 && !gallery.isSettled; step++) pass(16)
  pass(40)
  assert.ok(gallery.isSettled)
}

/** Drags a mouse over a stage by `way` in `lasting` ms; calls `atLast` before the release. */
function swipe(name, way, lasting, atLast = () => {}) {
  const at = part => ({ x: 150 + (way.x ?? 0) * part, y: 150 + (way.y ?? 0) * part, time, pointerType: 'mouse' })
  view.pointer('pointerdown', stage(name), at(0))
  for (let gone = 8; gone <= lasting; gone += 8) {
    pass(8)
    view.pointer('pointermove', stage(name), at(gone / lasting))
  }
  pass(4)
  atLast()
  view.pointer('pointerup', stage(name), at(1))
}

before(async () => {
  timers = new FakeTimers()
  mock.method(performance, 'now', () => time)
  view = new FakeWindow()
  view.document = document
  parse(read('gallery/bench/index.html'), document)
  const made = fakeSockets()
  Object.assign(globalThis, {
    document, screen: view.screen, screenX: 0, screenY: 0, innerWidth: 1920, innerHeight: 1080, outerWidth: 1920, outerHeight: 1080,
    location: new URL('http://127.0.0.1:7273/gallery/bench/#token=t'), WebSocket: made.FakeWebSocket,
    history: { replaceState() {} }, sessionStorage: new FakeStorage(),
    ResizeObserver: view.ResizeObserver, getComputedStyle: () => ({ touchAction: 'pan-y' }),
    addEventListener() {}, removeEventListener() {}, matchMedia: () => ({ matches: isReduced }),
    requestAnimationFrame: frame => frames.push(frame), cancelAnimationFrame() {},
  })
  globalThis.window = globalThis
  const { connect } = await import('../../Sources/Web/flick.js')
  assert.ok(connect)
  await import('../../Sources/Web/gallery/bench/bench.js')
  gallery = globalThis.gallery
  await settle()
  ;[socket] = made.sockets
})
beforeEach(() => {
  isReduced = false
  gallery.reset()
  rest()
})
after(() => {
  gallery.flick.close()
  mock.reset()
  timers.restore()
})

describe('The bench with pointer events', () => {
  for (const [words, name, way, lasting, expected] of [
    ['a flick brings the next card', 'carousel', { x: -110 }, 100, { index: 1 }],
    ['a throw passes two cards', 'carousel', { x: -150 }, 80, { index: 2 }],
    ['a slow short drag leaves the card', 'carousel', { x: -100 }, 900, { index: 0 }],
    ['a slow drag past half brings the next card', 'carousel', { x: -170 }, 1200, { index: 1 }],
    ['a flick opens the sheet half', 'sheet', { y: -120 }, 120, { detent: 1, offset: -300 }],
    ['a hard flick opens it wholly', 'sheet', { y: -150 }, 100, { detent: 2, offset: -600 }],
    ['a fast flick dismisses the card', 'dismiss', { y: 90 }, 80, { dismissed: true }],
    ['a slow long pull dismisses it', 'dismiss', { y: 210 }, 1000, { dismissed: true }],
    ['a slow short pull returns', 'dismiss', { y: 120 }, 600, { dismissed: false }],
    ['a flick up returns', 'dismiss', { y: -120 }, 80, { dismissed: false }],
    ['a push past half sends the sheet', 'projected', { y: 100 }, 150, { dismissed: true }],
    ['a soft push leaves the sheet', 'projected', { y: 100 }, 500, { dismissed: false }],
    ['the card springs back', 'drag', { x: 100, y: 50 }, 100, { lifted: false }],
    ['more than 100 px send the card right', 'side', { x: 130 }, 400, { side: 'right', dismissed: true }],
    ['left as well', 'side', { x: -130 }, 400, { side: 'left', dismissed: true }],
    ['a short flick as well', 'side', { x: 80 }, 60, { side: 'right', dismissed: true }],
    ['a hard pull sends the spring card', 'spring', { y: 150 }, 80, { dismissed: true }],
    ['a soft pull does not', 'spring', { y: 120 }, 300, { dismissed: false }],
  ]) {
    test(`shows the decision: ${words}`, () => {
      const ends = gallery.ends(name)
      swipe(name, way, lasting)
      rest()
      assert.equal(gallery.ends(name), ends + 1)
      assert.deepEqual(gallery.states[name], expected)
      for (const [key, value] of Object.entries(expected)) assert.equal(data(name)[key], String(value ?? ''))
      assert.equal(data(name).settled, 'true')
      const { decision } = gallery.last(name)
      assert.equal(data(name).kind, decision.kind)
      if ('dismissed' in expected) assert.equal(expected.dismissed, decision.commit)
      assert.match(document.getElementById(name).querySelector('.verdict').textContent, /^(Flick|Drag) (left|right|up|down): .+\./)
    })
  }

  for (const [name, way, lasting, words] of [
    ['carousel', { x: -110 }, 100, 'card Archive'], ['carousel', { x: -100 }, 900, 'card Inbox'],
    ['sheet', { y: -150 }, 100, 'fully open'], ['dismiss', { y: 90 }, 80, 'it goes'],
    ['dismiss', { y: 120 }, 600, 'it stays'], ['projected', { y: 100 }, 150, 'it goes'],
    ['drag', { x: 100, y: 50 }, 100, 'it springs back'], ['side', { x: 80 }, 60, 'it goes'],
    ['spring', { y: 150 }, 80, 'it goes'],
  ]) {
    test(`predicts a release: ${name}, ${words}`, () => {
      const [meant, verdict] = ['.meant', '.verdict'].map(part => document.getElementById(name).querySelector(part))
      assert.equal(meant.textContent, '')
      let before = null
      swipe(name, way, lasting, () => { before = meant.textContent })
      assert.equal(before, `Let go now: ${words}.`)
      rest()
      assert.equal(meant.textContent, '')
      assert.match(verdict.textContent, new RegExp(`: ${words}\\.`))
    })
  }

  test('predicts a release under the naive rule', () => {
    for (const [name, way, lasting, words] of [
      ['carousel', { x: -110 }, 100, 'card Inbox'], ['dismiss', { y: 90 }, 80, 'it stays'],
      ['side', { x: 130 }, 400, 'it goes'],
    ]) {
      const demo = document.getElementById(name)
      demo.querySelector('input').checked = true
      swipe(name, way, lasting, () => assert.equal(demo.querySelector('.meant').textContent, `Let go now: ${words}.`))
      rest()
      demo.querySelector('input').checked = false
      assert.match(demo.querySelector('.verdict').textContent, new RegExp(`: ${words}\\.`))
    }
  })

  test('rests exactly at its target', () => {
    swipe('carousel', { x: -110 }, 100)
    rest()
    assert.equal(stage('carousel').querySelector('.thing').style.transform, 'translate3d(-296.00px, 0.00px, 0)')
  })

  test('shows which criterion matched, and by how much', () => {
    swipe('dismiss', { y: 96 }, 80)
    rest()
    const demo = document.getElementById('dismiss')
    assert.match(demo.querySelector('.verdict').textContent, /Committed by velocity, with [34]\d\d px\/s to spare\./)
    const [distance, velocity] = demo.querySelectorAll('li')
    assert.ok(!distance.classList.contains('held') && velocity.classList.contains('held'))
    assert.equal(distance.lastElementChild.textContent, '96 / 200 px −52 %')
  })

  test('shows what was missing, or that the direction has no target', () => {
    const verdict = name => document.getElementById(name).querySelector('.verdict').textContent
    swipe('dismiss', { y: 120 }, 1200)
    rest()
    assert.match(verdict('dismiss'), /^Drag down: it stays\. The distance lacked 80 px\.$/)
    swipe('dismiss', { y: -120 }, 80)
    rest()
    assert.equal(verdict('dismiss'), 'Flick up: it stays. It may not go up.')
    swipe('carousel', { x: 120 }, 80)
    rest()
    assert.equal(verdict('carousel'), 'Flick right: card Inbox. There is no further snap point in this direction.')
  })

  test('ignores a flick under the naive rule, and shows the difference', () => {
    const naive = document.getElementById('carousel').querySelector('input')
    naive.checked = true
    swipe('carousel', { x: -110 }, 100)
    rest()
    assert.deepEqual(gallery.states.carousel, { index: 0 })
    assert.match(document.getElementById('carousel').querySelector('.verdict').textContent, /with the velocity: card Archive/)
    naive.checked = false
    swipe('carousel', { x: -110 }, 100)
    rest()
    assert.deepEqual(gallery.states.carousel, { index: 1 })
  })

  test('catches content in flight', () => {
    swipe('carousel', { x: -110 }, 100)
    pass(60)
    assert.equal(data('carousel').settled, 'false')
    swipe('carousel', { x: -12 }, 300)
    rest()
    // The carousel was caught near the second card, which is the nearest after a short drag.
    assert.deepEqual(gallery.states.carousel, { index: 1 })
  })

  test('jumps if reduced motion is preferred', () => {
    isReduced = true
    swipe('carousel', { x: -110 }, 100)
    pass(8)
    assert.ok(gallery.isSettled)
    assert.deepEqual(gallery.states.carousel, { index: 1 })
  })
})

describe('The bench with keys', () => {
  test('moves the carousel and the sheet', () => {
    for (const [name, key, expected] of [
      ['carousel', 'ArrowRight', { index: 1 }], ['carousel', 'End', { index: 4 }], ['carousel', 'ArrowRight', { index: 4 }],
      ['carousel', 'ArrowLeft', { index: 3 }], ['carousel', 'Home', { index: 0 }], ['carousel', 'Enter', { index: 1 }],
      ['sheet', 'ArrowUp', { detent: 1, offset: -300 }], ['sheet', 'ArrowUp', { detent: 2, offset: -600 }],
      ['sheet', 'ArrowDown', { detent: 1, offset: -300 }],
    ]) {
      assert.ok(stage(name).key(key))
      rest()
      assert.deepEqual(gallery.states[name], expected)
    }
    assert.equal(stage('carousel').getAttribute('aria-valuetext'), 'card Archive')
  })

  test('dismisses and restores', () => {
    for (const [name, key, side] of [
      ['dismiss', 'ArrowDown'], ['projected', 'Enter'], ['spring', ' '], ['side', 'ArrowLeft', 'left'], ['side', 'ArrowRight', 'right'],
    ]) {
      stage(name).key(key)
      rest()
      assert.ok(gallery.states[name].dismissed)
      if (side) assert.equal(gallery.states[name].side, side)
      const back = document.getElementById(name).querySelector('button')
      assert.ok(!back.hidden)
      if (key === 'Enter') stage(name).key('Enter')
      else back.click()
      rest()
      assert.ok(!gallery.states[name].dismissed)
      assert.ok(back.hidden)
    }
    assert.ok(!stage('dismiss').key('Tab'), 'Tab goes on')
  })
})

describe('The bench with flickd', () => {
  test('requests a zone for each stage, and shows the received swipes', async () => {
    assert.equal(socket.url, 'ws://127.0.0.1:7273/')
    assert.deepEqual(socket.protocols.slice(0, 2), ['flickd', 'flickd.token.t'])
    assert.match(socket.protocols[2], /^flickd\.session\.[\w-]{32}$/)
    socket.say({ type: 'bridge', state: 'connected', repeated: false }, hello(), state('glass'))
    pass(200)
    await settle()
    const asked = socket.last('subscribe')
    assert.deepEqual(asked.zones.map(zone => zone.name), ['carousel', 'sheet', 'dismiss', 'projected', 'drag', 'side', 'spring'])
    socket.answer(asked)
    await settle()
    const driver = document.getElementById('driver')
    assert.equal(driver.textContent, 'flickd drives this page, at the level positions.')
    let seq = 0
    const line = (phase, fields) => ({
      type: 'swipe', phase, seq: ++seq, swipe_id: 9, panel_id: 'glass', t_us: time * 1000, unit: 'px', fingers: 1,
      start: { x: 100, y: 100 }, translation: { x: -61, y: 1 }, velocity: { x: -1432, y: 20 }, projection_us: 250000,
      predicted_end_translation: { x: -419, y: 6 }, duration_us: 60000, decision: {
        kind: 'flick', commit: true, by: ['predicted'], direction: 'left', distance: 61, distance_threshold: 200, speed: 1432,
        speed_threshold: 800,
      },
      zone: { name: 'carousel', snap: { from: 0, index: 1, steps: 1, offset: -296 } }, ...fields,
    })
    socket.say(line('begin'), line('update'))
    pass(8)
    assert.equal(stage('carousel').querySelector('.ghost').style.opacity, 1)
    const meant = () => document.getElementById('carousel').querySelector('.meant').textContent
    assert.equal(meant(), 'Let go now: card Archive.')
    socket.say(line('update', { zone: { name: 'carousel', snap: { from: 0, index: 2, steps: 2, offset: -592 } } }))
    pass(8)
    assert.equal(meant(), 'Let go now: card Drafts.')
    socket.say(line('cancel', { reason: 'unplugged', decision: undefined }))
    pass(8)
    assert.equal(meant(), '')
    socket.say(line('begin'), line('end'))
    rest()
    assert.deepEqual(gallery.states.carousel, { index: 1 })
    assert.equal(data('carousel').by, 'predicted')
    socket.say({ type: 'bridge', state: 'disconnected', detail: 'flickd was killed' })
    assert.match(driver.textContent, /Looking for flickd \(flickd was killed\)/)
  })
})

describe('The page of the bench', () => {
  const html = read('gallery/bench/index.html')
  const css = read('gallery/bench/bench.css')

  test('is at most 66 kB in transfer', () => {
    const loaded = [...importsOf('gallery/bench/bench.js'), ...files('gallery/bench/').filter(path => !path.endsWith('.js'))]
    assert.ok(loaded.includes('flick/content.js') && loaded.includes('gallery/bench/bench.css'))
    const weight = loaded.reduce((sum, path) => sum + gzipSync(readFileSync(new URL(path, web)), { level: 9 }).length, 0)
    assert.ok(weight <= 66_000, `${weight} bytes`)
  })

  test('names every focusable element', () => {
    const ids = [...document.all()].map(node => node.id).filter(Boolean)
    assert.equal(new Set(ids).size, ids.length, 'ids are unlike')
    const nameOf = node => (node.getAttribute('aria-labelledby') ?? '').split(' ').map(id => document.getElementById(id)?.textContent ?? '').join(' ').trim()
    const taking = [...document.getElementById('demos').all()].filter(node => node.getAttribute('tabindex') || ['input', 'button'].includes(node.tag))
    assert.equal(taking.length, 21)
    for (const node of taking) assert.ok(nameOf(node), node.tag)
    assert.equal(new Set(taking.map(nameOf)).size, 21)
    assert.ok(taking.every(node => node.getAttribute('tabindex') !== '1'), 'the order is that of the page')
    for (const slider of taking.filter(node => node.getAttribute('role') === 'slider')) {
      for (const name of ['aria-valuemin', 'aria-valuemax', 'aria-valuenow', 'aria-valuetext']) assert.notEqual(slider.getAttribute(name), null)
    }
  })

  test('connects only to itself and the bridge, and has no inline script or style', () => {
    for (const path of sources) assert.doesNotMatch(read(path).replace(/^\s*(\/\/|\/\*\*?).*$/gm, ''), /https?:\/\/|\bfetch\(|XMLHttpRequest|@import|eval\(/, path)
    assert.doesNotMatch(html, /\son\w+=|\sstyle=|<style|<script>/)
  })

  test('has a contrast of 4.5 for text and 3 for marks, light and dark', () => {
    const values = block => Object.fromEntries([...block.matchAll(/--([\w-]+):\s*(#[0-9a-f]{6})/g)].map(([, name, value]) => [name, value]))
    const [light, dark] = [...css.matchAll(/:root \{([\s\S]*?)\n\s*\}/g)].map(([, block]) => values(block))
    const luminance = hex => [1, 3, 5].map(at => parseInt(hex.slice(at, at + 2), 16) / 255)
      .map(part => part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4)
      .reduce((sum, part, index) => sum + part * [0.2126, 0.7152, 0.0722][index], 0)
    const contrast = (a, b) => {
      const [high, low] = [luminance(a), luminance(b)].sort((x, y) => y - x)
      return (high + 0.05) / (low + 0.05)
    }
    for (const theme of [light, { ...light, ...dark }]) {
      for (const [text, ground] of [
        ['ink', 'page'], ['ink', 'card'], ['muted', 'page'], ['muted', 'card'], ['yes', 'page'], ['yes', 'card'], ['no', 'card'],
        ['card', 'accent'], ['on-tile', 'blue'], ['on-tile', 'violet'], ['on-tile', 'rust'], ['on-tile', 'green'], ['on-tile', 'red'],
      ]) assert.ok(contrast(theme[text], theme[ground]) >= 4.5, `${text} on ${ground}: ${contrast(theme[text], theme[ground])}`)
      for (const [mark, ground] of [['accent', 'stage'], ['accent', 'card'], ['line', 'card'], ['yes', 'stage'], ['muted', 'stage']]) {
        assert.ok(contrast(theme[mark], theme[ground]) >= 3, `${mark} on ${ground}: ${contrast(theme[mark], theme[ground])}`)
      }
    }
  })

  test('has files of at most 500 lines and 120 columns', () => {
    for (const path of sources) {
      const lines = read(path).split('\n')
      if (lines[0].endsWith('; do not edit.')) continue
      assert.ok(lines.length <= 500, path)
      for (const line of lines) assert.ok(line.length <= 120, `${path}: ${line}`)
    }
  })

  test('has types for every export of flick.js', async () => {
    const types = read('flick.d.ts') + read('flick-interactions.d.ts')
    for (const name of Object.keys(await import('../../Sources/Web/flick.js'))) {
      assert.match(types, new RegExp(`export (class|function|const) ${name}\\b`), name)
    }
  })
})
