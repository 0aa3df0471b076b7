// `bind` on a fake page: frames, zones, keys, wheel, size, and what it releases.
import assert from 'node:assert/strict'
import { afterEach, beforeEach, describe, test } from 'node:test'
import {
  BottomSheet, CardCarousel, CornerThrow, DismissibleCard, DraggableCard, Pager, SwipeCard, bind, connect,
} from '../../Sources/Web/flick.js'
import { FakeElement, FakeWindow, useClock } from './stage.mjs'

/** An element of a page that counts its listeners. */
class PageElement extends FakeElement {
  listeners = 0
  constructor(page, box = { x: 0, y: 0, width: 600, height: 400 }, parent = null) {
    super(box, parent)
    this.ownerDocument = page.document
  }
  addEventListener(...words) {
    this.listeners++
    super.addEventListener(...words)
  }
  removeEventListener(...words) {
    this.listeners--
    super.removeEventListener(...words)
  }
}

let clock, page, frames, sizes, mutations, directions, isReduced, direction, flick, element, content
const GLOBALS = ['requestAnimationFrame', 'cancelAnimationFrame', 'ResizeObserver', 'getComputedStyle', 'matchMedia']

beforeEach(() => {
  clock = useClock()
  page = new FakeWindow()
  page.document.defaultView = page
  page.document.documentElement = {}
  frames = new Map()
  sizes = new Set()
  mutations = new Set()
  directions = new Set()
  isReduced = false
  direction = 'ltr'
  let last = 0
  globalThis.requestAnimationFrame = frame => {
    frames.set(++last, frame)
    return last
  }
  globalThis.cancelAnimationFrame = id => frames.delete(id)
  globalThis.ResizeObserver = class {
    constructor(changed) { this.changed = changed }
    observe() { sizes.add(this) }
    disconnect() { sizes.delete(this) }
  }
  page.MutationObserver = class {
    constructor(changed) { this.changed = changed }
    observe(target, { childList }) { (childList ? mutations : directions).add(this) }
    disconnect() { for (const all of [mutations, directions]) all.delete(this) }
  }
  globalThis.getComputedStyle = () => ({ direction })
  globalThis.matchMedia = () => ({ matches: isReduced })
  flick = connect(null, { window: page })
  element = new PageElement(page)
  content = new PageElement(page, element.box, element)
  element.firstElementChild = content
})
afterEach(() => {
  flick.close()
  clock.restore()
  for (const name of GLOBALS) delete globalThis[name]
})

/** Lets the page draw for some time. */
async function draw(ms) {
  for (let passed = 0; passed < ms; passed += 16) {
    await clock.pass(16)
    const due = [...frames.values()]
    frames.clear()
    for (const frame of due) frame(clock.now)
  }
}
async function rest() {
  for (let turn = 0; turn < 300 && frames.size; turn++) await draw(16)
  assert.equal(frames.size, 0, 'nothing is drawn of what rests')
}
const send = (type, x, y = 100) => page.pointer(type, content, { x, y, time: clock.now })
/** Moves a finger that is down, by steps of a frame. */
async function move(from, to, steps, along = 'x') {
  for (let step = 1; step <= steps; step++) {
    await draw(16)
    const at = from + (to - from) * step / steps
    if (along === 'x') send('pointermove', at)
    else send('pointermove', 100, at)
  }
}
async function swipe(from, to, steps = 6, along = 'x') {
  const at = position => along === 'x' ? [position] : [100, position]
  send('pointerdown', ...at(from))
  await move(from, to, steps, along)
  send('pointerup', ...at(to))
}
function key(name, target = element, fields = {}) {
  const event = new Event('keydown', { cancelable: true })
  for (const [field, value] of Object.entries({ key: name, composedPath: () => [target], ...fields })) {
    Object.defineProperty(event, field, { value })
  }
  element.dispatchEvent(event)
  return event.defaultPrevented
}
function wheel(deltaX, deltaY, fields = {}) {
  const event = new Event('wheel', { cancelable: true })
  const pixels = { deltaX, deltaY, deltaMode: 0, wheelDeltaX: -3 * deltaX, wheelDeltaY: -3 * deltaY, ctrlKey: false }
  const known = { ...pixels, ...fields }
  for (const [field, value] of Object.entries(known)) Object.defineProperty(event, field, { value })
  element.dispatchEvent(event)
  return event.defaultPrevented
}
const x = () => Number(content.style.transform?.match(/translate3d\((-?[\d.]+)px/)[1])
const row = options => new CardCarousel({ count: 5, ...options })

describe('A binding', () => {
  test('moves its content with a finger and to rest, on one chain of frames', async () => {
    const changes = []
    const binding = bind(element, row(), { flick, changed: index => changes.push(index) })
    await rest()
    assert.equal(x(), 0)
    send('pointerdown', 500)
    await move(500, 400, 6)
    assert.equal(x(), -73.33333333333331, 'the last drawn frame is one step behind the finger, and without the slop')
    assert.equal(frames.size, 1)
    send('pointerup', 400)
    await rest()
    assert.deepEqual([x(), binding.zone.offset, changes], [-296, -296, [1]])
    binding.remove()
  })

  test('begins a swipe where the finger caught the content in flight', async () => {
    const binding = bind(element, row(), { flick })
    await swipe(500, 300)
    await draw(100)
    const caught = x()
    assert.ok(caught < -100 && caught % 296 !== 0)
    send('pointerdown', 500)
    await draw(100)
    assert.equal(x(), caught)
    send('pointermove', 480)
    assert.equal(binding.zone.offset, caught)
    send('pointerup', 480)
    await rest()
    binding.remove()
  })

  test('calls `draw`, `heard` and `rested`, and draws {x, y} of a card that moves in both directions', async () => {
    const calls = []
    const binding = bind(element, new DraggableCard(), {
      flick, name: 'card', draw: ({ x, y }) => calls.push(`${x.toFixed()} ${y.toFixed()}`),
      heard: ({ phase }) => calls.push(phase), rested: result => calls.push(result),
    })
    assert.equal(binding.zone.name, 'card')
    await swipe(100, 150, 2)
    await rest()
    assert.deepEqual(calls.filter(call => !/\d/.test(call)), ['press', 'begin', 'update', 'end', null])
    assert.equal(calls.at(-2), '0 0')
    assert.ok(!element.hasAttribute('tabindex'), 'no key moves a card that always springs back')
    binding.remove()
  })

  test('jumps if the user prefers less motion', async () => {
    isReduced = true
    const binding = bind(element, row(), { flick })
    binding.go(3)
    await draw(16)
    assert.deepEqual([x(), frames.size], [-888, 0])
    binding.remove()
  })
})

describe('The keys of a binding', () => {
  test('move a row along its axis, and report the change', async () => {
    const changes = []
    const binding = bind(element, row(), { flick, changed: index => changes.push(index) })
    assert.equal(element.attributes.get('tabindex'), '0')
    assert.deepEqual(['ArrowRight', 'End', 'ArrowLeft', 'Home'].map(name => key(name)), [true, true, true, true])
    assert.deepEqual(changes, [1, 4, 3, 0])
    assert.equal(key('ArrowDown'), false)
    binding.go(2)
    assert.deepEqual(changes, [1, 4, 3, 0], 'a call is not the user')
    assert.equal(binding.zone.offset, -592)
    binding.remove()
  })

  test('follow the direction of writing', () => {
    direction = 'rtl'
    const carousel = row()
    const binding = bind(element, carousel, { flick })
    assert.equal(carousel.isRightToLeft, true)
    key('ArrowLeft')
    assert.deepEqual([carousel.index, carousel.target, binding.zone.offset], [1, 296, 296])
    direction = 'ltr'
    for (const { changed } of directions) changed()
    assert.deepEqual([carousel.isRightToLeft, carousel.target], [false, -296])
    key('ArrowLeft')
    assert.equal(carousel.index, 0)
    binding.remove()
    assert.equal(directions.size, 0)
  })

  test('raise a sheet, and send a card in its directions', () => {
    const sheet = new BottomSheet()
    bind(element, sheet, { flick }).remove()
    const bound = bind(element, sheet, { flick })
    key('ArrowUp')
    key('ArrowRight')
    assert.equal(sheet.index, 2)
    key('ArrowDown')
    assert.equal(sheet.index, 1)
    bound.remove()
    for (const [card, name, side] of [
      [new DismissibleCard(), 'Escape', 'down'], [new DismissibleCard(), 'ArrowDown', 'down'],
      [new DismissibleCard(), 'ArrowUp', null], [new SwipeCard(), 'ArrowLeft', 'left'],
      [new SwipeCard(), 'Delete', null],
    ]) {
      const binding = bind(element, card, { flick })
      assert.equal(key(name), side !== null)
      assert.equal(card.side, side)
      binding.remove()
    }
  })

  test('send a card to the corner beside its own', () => {
    const changes = []
    const card = new CornerThrow({ rectangle: { x: 0, y: 0, width: 300, height: 200 } })
    const binding = bind(element, card, { flick, changed: corner => changes.push(corner) })
    assert.equal(element.attributes.get('tabindex'), '0')
    for (const name of ['ArrowUp', 'ArrowLeft', 'ArrowLeft', 'ArrowDown', 'ArrowRight']) assert.equal(key(name), true)
    assert.equal(key('Home'), false)
    assert.deepEqual(changes, ['top_right', 'top_left', 'bottom_left', 'bottom_right'])
    binding.remove()
  })

  test('belong to a field in which people type, to shortcuts, and to nobody while disabled', () => {
    const carousel = row()
    const binding = bind(element, carousel, { flick })
    const field = { matches: () => true }
    assert.equal(key('ArrowRight', field), false)
    assert.equal(key('ArrowRight', { matches: () => false }), true)
    assert.equal(key('ArrowRight', element, { altKey: true }), false)
    carousel.isDisabled = true
    assert.equal(key('ArrowRight'), false)
    assert.equal(carousel.index, 1)
    binding.remove()
  })
})

describe('The wheel of a binding', () => {
  test('moves content by the pixels of a trackpad, and ends 150 ms after the last event', async () => {
    const changes = []
    const binding = bind(element, row(), { flick, changed: index => changes.push(index) })
    for (let count = 0; count < 8; count++) {
      assert.equal(wheel(25, 4), true)
      await draw(16)
    }
    assert.equal(x(), -200)
    await draw(112)
    assert.deepEqual(changes, [])
    await draw(48)
    assert.deepEqual(changes, [1])
    await rest()
    assert.deepEqual([x(), binding.zone.offset], [-296, -296])
    binding.remove()
  })

  test('moves one card for each notch, and leaves the rest to the page', async () => {
    const carousel = row({ count: 3 })
    const binding = bind(element, carousel, { flick })
    const notch = { wheelDeltaX: -120 }
    assert.equal(wheel(120, 0, { ctrlKey: true, ...notch }), false, 'the page zooms')
    assert.equal(wheel(0, 120), false, 'across the axis')
    assert.equal(wheel(-120, 0, { wheelDeltaX: 120 }), false, 'before the first card')
    assert.deepEqual([wheel(120, 0, notch), wheel(120, 0, notch)], [true, true])
    assert.equal(carousel.index, 2)
    assert.equal(wheel(120, 0, notch), true, 'the gesture is not over')
    await draw(200)
    assert.equal(wheel(120, 0, notch), false, 'after the last card')
    binding.remove()
  })

  test('never pulls content beyond its bounds', async () => {
    const binding = bind(element, row({ count: 2 }), { flick })
    for (let count = 0; count < 20; count++) wheel(40, 0)
    await draw(16)
    assert.equal(x(), -296)
    binding.remove()
  })

  test('turns one page of a pager, whatever the momentum of the trackpad', async () => {
    const pager = new Pager({ count: 4, size: 400 })
    const binding = bind(element, pager, { flick })
    for (let count = 0; count < 60; count++) {
      assert.equal(wheel(49, 0), true)
      await draw(16)
    }
    assert.equal(x(), -400)
    await draw(200)
    await rest()
    assert.deepEqual([pager.index, x()], [1, -400])
    const notch = { wheelDeltaX: -120 }
    for (let count = 0; count < 3; count++) wheel(120, 0, notch)
    assert.equal(pager.index, 2)
    binding.remove()
  })

  test('gives way to a finger', async () => {
    const binding = bind(element, row(), { flick })
    wheel(40, 0)
    await draw(16)
    await swipe(500, 400)
    await rest()
    assert.equal(binding.interaction.index, 1)
    binding.remove()
  })

  test('does not dismiss a card that leaves downwards, unless the page wants it', () => {
    const one = bind(element, new DismissibleCard(), { flick })
    assert.equal(wheel(0, -40), false)
    one.remove()
    const other = bind(element, new DismissibleCard(), { flick, wheel: true })
    assert.equal(wheel(0, -40), true)
    other.remove()
  })
})

describe('The size of a binding', () => {
  test('moves a card at rest with its corner', async () => {
    const card = new CornerThrow({ rectangle: { x: 0, y: 0, width: 300, height: 200 } })
    const measure = () => ({ x: 0, y: 0, width: element.clientWidth - 100, height: element.clientHeight - 100 })
    const binding = bind(element, card, { flick, measure })
    await rest()
    assert.deepEqual(card.offset(), { x: 500, y: 300 })
    element.box.width = 320
    for (const { changed } of sizes) changed()
    await draw(16)
    assert.deepEqual([card.offset(), card.corner, frames.size], [{ x: 220, y: 300 }, 'bottom_right', 0])
    binding.remove()
  })

  test('is that of the element, and content at rest keeps its card', async () => {
    const carousel = row()
    const binding = bind(element, carousel, { flick, measure: () => ({ width: element.clientWidth, spacing: 0 }) })
    binding.put(2)
    await rest()
    assert.equal(x(), -1200)
    element.box.width = 320
    for (const { changed } of sizes) changed()
    await draw(16)
    assert.deepEqual([x(), frames.size], [-640, 0])
    binding.remove()
  })

  test('changes under a finger without ending its swipe', async () => {
    const phases = []
    const binding = bind(element, row({ count: 2 }), { flick, heard: ({ phase }) => phases.push(phase) })
    const before = binding.zone
    send('pointerdown', 500)
    await move(500, 420, 4)
    binding.resize({ count: 6, width: 184 })
    assert.equal(binding.zone, before)
    await move(420, 340, 4)
    send('pointerup', 340)
    assert.equal(phases.at(-1), 'end')
    assert.notEqual(binding.zone, before)
    await rest()
    assert.equal(x(), -200 * binding.interaction.index)
    binding.remove()
  })
})

describe('A binding releases', () => {
  const mutate = () => { for (const { changed } of mutations) changed() }

  test('everything when its element leaves the page, and takes it up when it comes back', async () => {
    const listeners = element.listeners
    const binding = bind(element, row(), { flick })
    send('pointerdown', 500)
    await move(500, 400, 4)
    wheel(40, 0)
    assert.equal(element.style.touchAction, 'pan-y')
    element.isConnected = false
    mutate()
    assert.deepEqual([element.listeners, sizes.size, frames.size, binding.zone], [listeners, 0, 0, null])
    assert.deepEqual([element.style.touchAction, element.hasAttribute('tabindex')], ['', false])
    element.isConnected = true
    mutate()
    await rest()
    assert.equal(x(), 0)
    await swipe(500, 400)
    await rest()
    assert.equal(x(), -296)
    binding.remove()
    assert.deepEqual([element.listeners, sizes.size, mutations.size], [listeners, 0, 0])
  })

  test('the observer of its document after the last one', () => {
    const first = bind(element, row(), { flick })
    const second = bind(new PageElement(page), row(), { flick, content })
    assert.equal(mutations.size, 1)
    first.remove()
    assert.equal(mutations.size, 1)
    second.remove()
    assert.equal(mutations.size, 0)
  })

  test('nothing of another binding with another name', () => {
    const first = bind(element, row(), { flick })
    const second = bind(element, new DismissibleCard(), { flick })
    assert.notEqual(first.zone.name, second.zone.name)
    first.remove()
    assert.ok(second.zone)
    second.remove()
  })
})
