// A fake window, document and bridge with the parts that the client uses. The test sets the time;
// nothing waits.
import { webcrypto } from 'node:crypto'
import { mock } from 'node:test'
import { FakeTimers } from './timers.mjs'

// Every browser has `crypto` and `CustomEvent`, and Node from 19 on.
globalThis.crypto ??= webcrypto
globalThis.CustomEvent ??= class extends Event {
  constructor(type, { detail, ...options } = {}) {
    super(type, options)
    this.detail = detail
  }
}

export class FakeElement extends EventTarget {
  constructor(box, parent = null) {
    super()
    this.box = box
    this.parent = parent
    this.style = {}
    this.captured = []
  }
  attributes = new Map()
  isConnected = true
  getRootNode() { return this.ownerDocument }
  hasAttribute(name) { return this.attributes.has(name) }
  setAttribute(name, value) { this.attributes.set(name, value) }
  removeAttribute(name) { this.attributes.delete(name) }
  getBoundingClientRect() {
    const { x, y, width, height } = this.box
    return { left: x, top: y, right: x + width, bottom: y + height }
  }
  get clientWidth() { return this.box.width }
  get clientHeight() { return this.box.height }
  get path() { return [this, ...(this.parent?.path ?? [])] }
  setPointerCapture(id) { this.captured.push(id) }
}

export class FakeWindow extends EventTarget {
  screen = { width: 1920, height: 1080 }
  screenX = 0
  screenY = 0
  innerWidth = 1920
  innerHeight = 1080
  outerWidth = 1920
  outerHeight = 1080
  document = new EventTarget()
  observed = new Set()
  ResizeObserver
  constructor() {
    super()
    const { observed } = this
    const view = this
    this.ResizeObserver = class {
      constructor(changed) { view.resized = changed }
      observe(element) { observed.add(element) }
      unobserve(element) { observed.delete(element) }
      disconnect() { observed.clear() }
    }
  }
  getComputedStyle(element) { return { touchAction: element.touchAction ?? 'auto' } }

  /** Sends a pointer event to an element. */
  pointer(type, element, { x = 0, y = 0, time, id = 1, pointerType = 'touch', coalesced = null, button = 0 }) {
    const event = new Event(type, { cancelable: true })
    const fields = {
      pointerId: id, pointerType, clientX: x, clientY: y, timeStamp: time, button, composedPath: () => element.path,
      getCoalescedEvents: () => coalesced ?? [], target: element,
    }
    for (const [name, value] of Object.entries(fields)) Object.defineProperty(event, name, { value })
    this.document.dispatchEvent(event)
  }
}

/** The session storage of a tab. */
export class FakeStorage {
  kept = new Map()
  getItem(key) { return this.kept.get(key) ?? null }
  setItem(key, value) { this.kept.set(key, String(value)) }
}

/** A WebSocket class that keeps each instance in `sockets`. */
export function fakeSockets() {
  const sockets = []
  class FakeWebSocket {
    readyState = 0
    sent = []
    constructor(url, protocols) {
      this.url = url
      this.protocols = protocols
      sockets.push(this)
    }
    send(text) { this.sent.push(JSON.parse(text)) }
    close() {
      if (this.readyState === 3) return
      this.readyState = 3
      this.onclose?.({ code: 1000, reason: '' })
    }
    say(...lines) {
      this.readyState = 1
      this.onmessage({ data: lines.map(line => JSON.stringify(line)).join('\n') })
    }
    drop(code = 1006, reason = '') {
      this.readyState = 3
      this.onclose({ code, reason })
    }
    last(request) { return this.sent.findLast(line => line.request === request) }
    answer(request, reply = { ok: true, swipes: [] }) { this.say({ type: 'reply', id: request.id, ...reply }) }
  }
  return { sockets, FakeWebSocket }
}

export const hello = (level = 'positions') => ({ type: 'hello', server: 'flickd', epoch: 'e', clock: 'monotonic', level })
export const state = (...ids) => ({ type: 'state', panels: ids.map(panel_id => ({ panel_id, name: panel_id })), swipes: [] })

/** Lets pending promises continue. */
export async function settle() { for (let turn = 0; turn < 20; turn++) await null }

/** Advances the timers and the page's clock. */
export function useClock(start = 5000) {
  let time = start
  const timers = new FakeTimers()
  const now = mock.method(performance, 'now', () => time)
  return {
    get now() { return time },
    async pass(ms) {
      for (let step = 0; step < ms; step++) {
        time += 1
        timers.tick(1)
      }
      await settle()
    },
    restore() {
      timers.restore()
      now.mock.restore()
    },
  }
}
