// Swipes for a page: from flickd over the bridge, or else from the browser's pointer events.
//
//     level       what flickd does            what the page does
//     positions   resolves the zones, decides shows
//     motion      sends facts                 finds the zone by its own touch events, decides by the same rules
//     decisions   sends ends                  recognises pointer events
//     no bridge   nothing                     recognises pointer events
import { Connection, FINAL_PHASES, PHASES } from './connection.js'
import { retreatOf } from './decision.js'
import { Pointers, TouchActions } from './pointers.js'
import { randomSession } from './session.js'
import { Swipe } from './swipe.js'
import { zero } from './vector.js'
import { Zone, predict } from './zone.js'
import { rectangleOf, surfaceOf, watchLayout } from './surface.js'

/** The least time between two requests of a page that scrolls, in ms: a connection may send 32 KiB per second. */
const MIN_REQUEST_INTERVAL = 100
const NO_TOUCH = 'swipes arrive, but the page receives no touch: a demo, a recording or another screen needs =positions'
const FIELDS_NOT_IN_CANCEL = [
  'velocity', 'projection_us', 'decision', 'estimate', 'progress', 'slop', 'predicted_end_translation',
  'predicted_end_location', 'lookahead_translation']

/**
 * The state of the connection: `connecting`, `connected`, `waiting` (the page connects again after `retryIn` ms; null:
 * the bridge connects to flickd again), `refused` (the page does not connect again), `closed` (no bridge, or closed by
 * the page).
 * @typedef {'connecting' | 'connected' | 'waiting' | 'refused' | 'closed'} ConnectionState
 */
/** @typedef {'flickd' | 'pointer'} Driver The source of swipes: flickd, or the browser's pointer events. */
/**
 * @typedef {object} ConnectionChange
 * @property {ConnectionState} state
 * @property {string | null} reason Why; while connected, what the page lacks if swipes cannot reach its zones.
 * @property {number | null} retryIn In ms.
 * @property {Driver} driver A mouse always uses pointer events.
 * @property {Level | null} level
 */
/**
 * @typedef {object} FlickOptions
 * @property {string} [token] The token for the bridge, sent as a subprotocol: a page can set no other header, and
 *   addresses are logged.
 * @property {string} [session] A secret of 32 characters or more, by which a bridge that admits one page recognises
 *   this page after a reload. The default is a new secret, which recognises the page until a reload.
 * @property {string} [panelId] The only panel; the default is the first.
 * @property {{ width: number, height: number, x?: number, y?: number }} [surface] The picture on the panel, and the
 *   position of the viewport in the picture, in CSS pixels. The default is the screen and the window's position. Set
 *   this if the panel shows only a part of the desktop, or if the page is zoomed.
 * @property {number} [maxRate] The most updates of one swipe per second, 1 to 1000.
 * @property {number} [lookahead] The time of `lookaheadTranslation`, in ms.
 * @property {any} [window] For tests.
 * @property {any} [WebSocket] For tests.
 */
/**
 * @typedef {object} FlickEventMap
 * @property {CustomEvent<ConnectionChange>} connection
 * @property {CustomEvent<Swipe>} swipe Every swipe, also without a zone; from pointer events, only swipes that begin in
 *   a zone.
 * @property {CustomEvent<object>} panel A panel was added, removed or changed: the protocol's line.
 * @property {CustomEvent<{ code: string, message: string }>} refusal flickd refused the zones; `code` is the
 *   protocol's.
 */

/** A page's connection to flickd, which reconnects automatically, and its zones. */
export class Flick extends EventTarget {
  #options
  #view
  #zones = new Map()
  #connection = null
  #pointers
  #layout
  #touchActions
  #hello = null
  #panels = []
  #isSubscribed = false
  #wantsPositions = true
  #lastRequest = ''
  #resolved = new Set()
  #timer = null
  #active = new Map()
  /** Swipes whose zone was removed: their page has received a cancel. */
  #cancelled = new Set()
  #seq = 0
  #clockOffset = Infinity
  #announced = ''

  /**
   * @param {string | null} [url]
   * @param {FlickOptions} [options]
   */
  constructor(url, options = {}) {
    super()
    this.#options = options
    this.#view = options.window ?? globalThis
    this.#pointers = new Pointers(this.#view.document, {
      report: (line, zone) => this.#report(new Swipe(line), zone),
      press: (phase, zone, time) => this.#press(phase, zone, time),
      lookahead: options.lookahead,
      zonesOf: path => path.flatMap(node => this.#zonesOf(node)),
      ignoresTouch: () => this.driver === 'flickd',
      isSwiped: zone => [...this.#active.values()].some(known => known.zone === zone),
      surface: () => ({ width: this.#view.innerWidth, height: this.#view.innerHeight }),
    })
    this.#layout = watchLayout(this.#view, () => this.#scheduleSubscription())
    this.#touchActions = new TouchActions(this.#view)
    if (!url) return
    this.#connection = new Connection(url, {
      // Without a session, a browser hides from the page why the bridge refuses it.
      token: options.token, session: options.session ?? randomSession(), WebSocket: options.WebSocket,
      heard: line => this.#hear(line),
      changed: change => this.#changed(change),
    })
    // The caller can add its listeners first.
    queueMicrotask(() => this.#connection.open())
  }

  /** @type {Level | null} */
  get level() { return this.#hello?.level ?? null }
  /** @type {ReadonlyArray<Record<string, any>>} */
  get panels() { return this.#panels }
  /** @type {ConnectionState} */
  get state() { return this.#connection?.state ?? 'closed' }
  /** @type {Driver} */
  get driver() { return this.#isSubscribed && this.level !== 'decisions' && this.#panel ? 'flickd' : 'pointer' }

  /**
   * Makes an element a zone; `listener` receives its swipes. The rectangle is updated after scrolling, resizing, and a
   * change of the element's size. Throws if the name is in use.
   * @type {(element: Element, options: ZoneOptions, listener: (swipe: Swipe) => void) => ZoneHandle}
   */
  zone(element, options, listener) {
    const zone = new Zone(options.name, options)
    if (this.#zones.has(zone.name)) throw new Error(`there is already a zone ${zone.name}`)
    if (!element) throw new TypeError(`there is no element of zone ${zone.name}`)
    zone.element = element
    zone.listener = listener
    // A browser computes all styles before it states a size.
    const size = {}
    zone.measure = () => { Object.assign(size, { x: element.clientWidth, y: element.clientHeight }) }
    zone.extent = axis => size[axis]
    this.#zones.set(zone.name, zone)
    this.#touchActions.add(element)
    this.#touchActions.update(element, this.#zonesOf(element))
    this.#layout.add(element)
    this.#scheduleSubscription()
    return {
      name: zone.name,
      element,
      get offset() { return zone.offset },
      update: offset => {
        if (this.#zones.get(zone.name) !== zone) return
        zone.move(offset)
        if (this.#resolved.has(zone.name)) this.#connection.request('update', { zone: zone.name, offset })
      },
      remove: () => this.#remove(zone),
    }
  }

  #zonesOf(element) { return [...this.#zones.values()].filter(zone => zone.element === element) }

  /** Cancels the swipes of a zone and forgets the zone. */
  #remove(zone) {
    const { name, element } = zone
    if (this.#zones.get(name) !== zone) return
    this.#zones.delete(name)
    this.#resolved.delete(name)
    const rest = this.#zonesOf(element)
    this.#touchActions.update(element, rest)
    if (rest.length === 0) this.#layout.remove(element)
    for (const known of [...this.#active.values()].filter(known => known.zone === zone)) {
      this.#cancelled.add(known.line.swipe_id)
      this.#cancel(known, 'removed')
    }
    this.#pointers.recognizer.leave(zone, 'removed', performance.now())
    this.#pointers.presses.leave(zone, performance.now())
    this.#scheduleSubscription()
  }

  /**
   * Sends a request of the protocol, such as `stats`; resolves to the reply, or null without a connection.
   * @param {string} request
   * @param {object} [fields]
   * @returns {Promise<Record<string, any> | null>}
   */
  request(request, fields) { return this.#connection?.request(request, fields) ?? Promise.resolve(null) }

  close() {
    clearTimeout(this.#timer)
    this.#layout.stop()
    this.#touchActions.stop()
    this.#pointers.stop()
    this.#connection?.close()
  }

  get #panel() {
    const { panelId } = this.#options
    return this.#panels.find(panel => !panelId || panel.panel_id === panelId)
  }

  #hear(line) {
    // Most lines are swipes, and no swipe changes the driver.
    if (line.type === 'swipe') {
      this.#swipe(line)
      return
    }
    if (line.type === 'hello') this.#restart(line)
    else if (line.type === 'state') this.#panels = line.panels
    else if (line.type === 'panel') this.#changePanel(line)
    if (line.type === 'state' || line.type === 'panel') this.#scheduleSubscription(0)
    if (!['hello', 'state', 'bye', 'bridge'].includes(line.type)) this.#dispatch(line.type, line)
    // After a hello, the connection itself reports the change.
    if (line.type !== 'hello') this.#announce()
  }

  #changePanel({ change, ...panel }) {
    delete panel.type
    this.#panels = this.#panels.filter(one => one.panel_id !== panel.panel_id)
    if (change !== 'removed') this.#panels.push(panel)
    else if (!this.#panel) this.#unsubscribe()
  }

  #changed(change) {
    if (change.state !== 'connected') this.#restart(null)
    if (change.state === 'refused') console.warn(change.reason)
    this.#announce(change)
  }

  /** Discards what is known about flickd, and cancels the active swipes. */
  #restart(hello) {
    this.#hello = hello
    this.#panels = hello ? this.#panels : []
    this.#seq = 0
    this.#clockOffset = Infinity
    this.#wantsPositions = true
    this.#unsubscribe()
  }

  #unsubscribe() {
    this.#cancelled.clear()
    this.#isSubscribed = false
    this.#lastRequest = ''
    this.#resolved.clear()
    this.#cancelActiveSwipes()
  }

  #cancelActiveSwipes() { for (const known of [...this.#active.values()]) this.#cancel(known, 'lost') }

  #cancel({ line, zone, time }, reason) {
    const cancel = { ...line, phase: 'cancel', reason }
    for (const field of FIELDS_NOT_IN_CANCEL) delete cancel[field]
    if (zone) Object.assign(cancel, zone.evaluate(line.swipe_id, 'cancel', line.translation, zero))
    this.#finish(cancel, zone)
    this.#report(new Swipe(cancel, time), zone)
  }

  /** Schedules a subscription with the current zones; waits while a swipe is active, which would lose its zone. */
  #scheduleSubscription(wait = MIN_REQUEST_INTERVAL) {
    if (this.#timer !== null || !this.#hello) return
    this.#timer = setTimeout(() => {
      this.#timer = null
      if (this.#active.size === 0) this.#subscribe()
    }, wait)
  }

  /**
   * Sends the current zones to flickd, unless the last subscription was the same; falls back to motion if positions are
   * forbidden.
   */
  async #subscribe() {
    const panel = this.#panel
    const { level } = this
    if (!panel || !level) return
    const surface = surfaceOf(this.#view, this.#options.surface)
    const sendsZones = level === 'positions' && this.#wantsPositions
    const zones = []
    for (const zone of sendsZones ? this.#zones.values() : []) {
      const rectangle = rectangleOf(zone.element, this.#view, surface)
      if (rectangle) zones.push(zone.request(rectangle))
    }
    const receivesMotion = level !== 'decisions'
    const { maxRate, lookahead } = receivesMotion ? this.#options : {}
    const subscription = {
      phases: receivesMotion ? PHASES : FINAL_PHASES, unit: 'px', panel_id: panel.panel_id,
      surface: { width: Math.round(surface.width), height: Math.round(surface.height) },
      max_rate_hz: maxRate, lookahead_ms: lookahead, zones,
    }
    // A new offset alone does not need a new subscription: `update` sends it.
    const serialized = JSON.stringify(subscription, (key, value) => key === 'offset' ? undefined : value)
    if (serialized === this.#lastRequest) return
    this.#lastRequest = serialized
    const reply = await this.#connection.request('subscribe', subscription)
    // Closed, or replaced by a newer subscription.
    if (!reply || serialized !== this.#lastRequest) return
    if (reply.ok) {
      this.#resolved = new Set(zones.map(zone => zone.name))
      if (!this.#isSubscribed && receivesMotion) this.#pointers.recognizer.cancelAll('lost', performance.now())
      this.#isSubscribed = true
      this.#announce()
    } else if (reply.error?.code === 'forbidden' && sendsZones) {
      this.#wantsPositions = false
      this.#subscribe()
    } else {
      console.warn(reply.error?.message, zones.map(zone => zone.name))
      this.#dispatch('refusal', reply.error)
    }
  }

  #swipe(line) {
    if (this.#seq && line.seq !== this.#seq + 1) this.#cancelActiveSwipes()
    this.#seq = line.seq
    const id = line.swipe_id
    const isOver = FINAL_PHASES.includes(line.phase)
    if (this.#cancelled.has(id)) {
      if (isOver) this.#cancelled.delete(id)
      return
    }
    const time = this.#pageTime(line.t_us)
    let known = this.#active.get(id)
    if (!known) {
      const named = this.#zones.get(line.zone?.name)
      known = { zone: named ?? this.#touched(line, time), isEvaluated: Boolean(named) }
      if (!isOver) this.#active.set(id, known)
    }
    Object.assign(known, { line, time })
    const { zone } = known
    if (zone && !known.isEvaluated) {
      const velocity = line.velocity ?? zero
      const { travel, recoil } = line.decision ?? {}
      line = { ...line, ...zone.evaluate(id, line.phase, line.translation, velocity, travel, retreatOf(recoil ?? {})) }
      if (line.phase !== 'cancel') Object.assign(line, predict(line.translation, velocity, zone.projection))
    }
    if (isOver) this.#finish(line, zone)
    if (isOver && !zone) this.#warn()
    if (line.phase === 'begin' && zone) this.#pointers.presses.begin(zone, [], time / 1000)
    this.#report(new Swipe(line, time), zone)
    if (this.#active.size === 0) this.#scheduleSubscription()
  }

  #finish(line, zone) {
    zone?.settle(line.swipe_id, line.zone)
    this.#active.delete(line.swipe_id)
  }

  /** At the level `motion`: the zone on which this finger landed. */
  #touched(line, time) {
    if (!line.translation || line.start) return null
    const candidates = this.#pointers.takeLanding((time - line.duration_us) / 1000)
    // The page may have removed a zone since the landing.
    return candidates.find(zone => this.#zones.get(zone.name) === zone && zone.accepts(line.translation)) ?? null
  }

  /** Maps a timestamp of flickd to the page's clock, in µs. The line with the least delay gives the clock offset. */
  #pageTime(stamp) {
    const now = performance.now() * 1000
    const offset = now - stamp
    // A recording that starts over has a new clock.
    if (offset < this.#clockOffset || offset - this.#clockOffset > 2e6) this.#clockOffset = offset
    return stamp + this.#clockOffset
  }

  /** Only the listener of the zone receives presses: they are not swipes. */
  #press(phase, zone, time) {
    const line = { type: phase, phase, swipe_id: null, panel_id: 'browser', zone: { name: zone.name } }
    zone.listener?.(new Swipe({ ...line, t_us: Math.round(time * 1000) }))
  }

  #report(swipe, zone) {
    zone?.listener?.(swipe)
    this.#dispatch('swipe', swipe)
  }

  /** Reports once why no zone moves: below `positions`, only the page's own touches show where a finger is. */
  #warn() {
    if (this.#pointers.isTouched || this.level === 'positions' || !this.#zones.size) return
    this.#pointers.isTouched = true
    console.warn(NO_TOUCH)
    this.#announce({ reason: NO_TOUCH })
  }

  /** Reports a change of the page's driver. */
  #announce(change) {
    const { state, driver, level } = this
    const detail = { state, reason: null, retryIn: null, ...change, driver, level }
    const announced = `${detail.state} ${driver} ${level}`
    if (announced === this.#announced && detail.reason === null) return
    this.#announced = announced
    this.#dispatch('connection', detail)
  }

  #dispatch(type, detail) { this.dispatchEvent(new CustomEvent(type, { detail })) }
}

/**
 * Connects a page to flickd over the bridge at `url`; without a URL, the page uses the browser's pointer events.
 * @type {(url?: string | null, options?: FlickOptions) => Flick}
 */
export function connect(url = null, options = {}) { return new Flick(url, options) }
