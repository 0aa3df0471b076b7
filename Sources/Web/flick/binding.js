// An interaction on an element: its zone, frames, keys, wheel, writing direction and size, while the element is on
// the page.
import { actionOf, isForeign } from './keys.js'
import { now, onFrames } from './motion.js'
import { drawBy } from './transform.js'
import { Wheel } from './wheel.js'

/** The names of zones without their own name. */
let lastNumber = 0

/** The result of an interaction, as `go` accepts it; null for content that springs back. In a deck, the index. */
const resultIn = ({ index, side, corner, isRefreshing }) => index ?? side ?? corner ?? isRefreshing ?? null

/** The browser drags pictures and links by itself, and takes the pointer from the page. */
const keepPointer = event => { if (!event.target.closest?.('[draggable=true]')) event.preventDefault() }

export class Binding {
  #options
  #wheel
  /** The zones of the interaction and of the one inside of the page in front, by their interactions. */
  #zones = new Map()
  #stopFrames = null
  /** Ends the listeners of the element. */
  #listeners = null
  #sizes = null
  #directions = null
  #isOn = false
  /** Whether `rested` waits for the end of a movement. */
  #hasMoved = false
  /** The measured size that the interaction has, as text. */
  #size = ''
  /** Whether the zone waits for the end of a swipe to be made again. */
  #isStale = false
  #hadTabIndex = true

  /** @param options Those of `bind`; here `flick` is required. */
  constructor(element, interaction, options) {
    const { content = element.firstElementChild, zoneElement = element, focus = element, wheel } = options
    this.element = element
    this.interaction = interaction
    this.#options = {
      draw: (offset, time) => drawBy(content, interaction, offset, time), ...options, zoneElement, focus,
      name: options.name ?? `flick-${++lastNumber}`,
      // A page that scrolls must not dismiss the content on which the pointer happens to be.
      wheel: wheel ?? (interaction.points !== undefined || interaction.zone.axis === 'x'),
    }
    this.#wheel = new Wheel(interaction, {
      handle: swipe => this.#feed(swipe), go: result => this.asUser(interaction => interaction.go(result)),
    })
  }

  /** The zone; null while the element is not on the page. */
  get zone() { return this.#zones.get(this.interaction) ?? null }
  /** Whether no finger holds the content, and no spring moves it. */
  get isSettled() { return !this.#isHeld && !this.#isMoving() }

  /** Moves the content on its spring, or immediately. */
  go(result) { this.#act(interaction => interaction.go(result)) }
  put(result) { this.#act(interaction => interaction.put(result)) }

  /** Passes another size to `resize` of the interaction; an active swipe continues. */
  resize(size) {
    this.interaction.resize(size)
    this.moveZone()
  }

  /** Makes the zones again: the element of the zone has another position. An active swipe keeps its zone. */
  moveZone() {
    this.#isStale = true
    this.#moved()
  }

  /** Calls methods of the interaction as a user does, so that `changed` is called. */
  asUser(act) {
    const before = resultIn(this.interaction)
    this.#act(act)
    this.#report(before)
  }

  #act(act) {
    act(this.interaction)
    this.#hasMoved = true
    this.#moved()
  }

  /** Draws the next frames, after a call of the interaction's own methods. */
  redraw() { this.#moved() }

  /** Starts when the element is on the page. */
  start() {
    if (this.#isOn) return
    this.#isOn = true
    const { element } = this
    const { focus, wheel, observed = [] } = this.#options
    this.#hadTabIndex = focus.hasAttribute?.('tabindex') ?? true
    if (!this.#hadTabIndex && this.#hasKeys) focus.setAttribute('tabindex', '0')
    const { signal } = this.#listeners = new AbortController()
    focus.addEventListener('keydown', event => this.#key(event), { signal })
    // Touches do not wait for this listener, only wheels.
    if (wheel) element.addEventListener('wheel', event => this.#wheel.turn(event), { passive: false, signal })
    element.addEventListener('dragstart', keepPointer, { signal })
    this.#sizes = new ResizeObserver(() => this.measure())
    for (const one of [element, ...observed]) this.#sizes.observe(one)
    this.#watchDirection()
    this.measure()
    this.#makeZones()
    this.#run()
  }

  /** Releases everything: the element is not on the page. */
  stop() {
    if (!this.#isOn) return
    this.#isOn = false
    this.#listeners.abort()
    if (!this.#hadTabIndex) this.#options.focus.removeAttribute('tabindex')
    this.#sizes.disconnect()
    this.#directions?.disconnect()
    this.#wheel.end('cancel')
    for (const zone of this.#zones.values()) zone.remove()
    this.#zones.clear()
    this.#stopFrames?.()
    this.#stopFrames = null
  }

  /** Measures the element again: its size, its parts or its writing direction may have changed. */
  measure() {
    if (!this.#isOn) return
    const { interaction } = this
    const size = { ...this.#options.measure?.() }
    if (interaction.isRightToLeft !== undefined) {
      size.isRightToLeft = getComputedStyle(this.element).direction === 'rtl'
    }
    const text = JSON.stringify(size)
    if (text === this.#size || text === '{}') return
    this.#size = text
    // Content at rest on a snap point or in a corner stays there, without a movement.
    const stays = this.isSettled && this.#isAtPoint
    this.resize(size)
    if (stays) interaction.put(resultIn(interaction))
    this.#options.measured?.()
  }

  /** A page in another language changes its direction without another size. Other ancestors are read at a press. */
  #watchDirection() {
    if (this.interaction.isRightToLeft === undefined) return
    const { MutationObserver, document } = this.element.ownerDocument.defaultView
    this.#directions = new MutationObserver(() => this.measure())
    for (const one of [document.documentElement, this.element]) {
      this.#directions.observe(one, { attributes: true, attributeFilter: ['dir'] })
    }
  }

  get #hasKeys() { return ['points', 'side', 'corner'].some(name => name in this.interaction) }
  get #isHeld() { return this.#parts.some(part => part.isHeld) }
  /** The interaction, and the one inside of the page in front. */
  get #parts() { return [this.interaction, this.interaction.front].filter(Boolean) }
  #isMoving(time = now()) { return this.#parts.some(part => part.isMoving(time)) }
  get #contents() {
    return this.#parts.flatMap(({ content, x, y, top }) => content ?? top?.content ?? [x, y]).filter(Boolean)
  }

  /** Whether the content rests at a snap point, and not between two of them; a card always rests in a corner. */
  get #isAtPoint() {
    const { points, content, corner } = this.interaction
    if (points === undefined) return corner !== undefined
    return points.offset(points.nearest(content.start)) === content.start
  }

  #makeZones() {
    const { flick, name, zoneElement } = this.#options
    for (const zone of this.#zones.values()) zone.remove()
    this.#zones.clear()
    this.#isStale = false
    for (const [number, part] of this.#parts.entries()) {
      const own = number === 0 ? name : `${name}-${number}`
      this.#zones.set(part, flick.zone(zoneElement, { name: own, ...part.zone }, swipe => {
        // A finger ends a swipe of the wheel, so that the content follows the finger.
        this.#wheel.end()
        this.#feed(swipe)
      }))
    }
  }

  #feed(swipe) {
    const { interaction } = this
    const { phase } = swipe
    if (phase === 'press') this.measure()
    const before = resultIn(interaction)
    interaction.handle(swipe)
    // If the finger caught the moving content, the swipe begins where the content is now.
    if (phase === 'begin') this.#reportOffsets()
    if (phase === 'end' || phase === 'cancel') this.#hasMoved = true
    this.#options.heard?.(swipe)
    this.#report(before)
    this.#moved(swipe.id < 0)
  }

  #report(before) {
    const result = resultIn(this.interaction)
    if (result !== before) this.#options.changed?.(result)
  }

  #key(event) {
    const { interaction } = this
    if (isForeign(event) || interaction.isDisabled) return
    this.#wheel.end()
    if (this.#isHeld) return
    this.measure()
    const act = actionOf(interaction, event.key, this.element)
    if (!act) return
    event.preventDefault()
    this.asUser(act)
  }

  /** Reports the offsets of the contents to their zones. */
  #reportOffsets() {
    for (const [{ points, content }, zone] of this.#zones) {
      if (points && zone.offset !== content.start) zone.update(content.start)
    }
  }

  /** The content has moved without a swipe of the zone, if `isElsewhere`. */
  #moved(isElsewhere = true) {
    if (!this.#isOn) return
    const isOther = this.#isStale || this.#parts.some(part => !this.#zones.has(part))
    if (isOther && !this.#isHeld && this.zone) this.#makeZones()
    else if (isElsewhere && !this.#isHeld) this.#reportOffsets()
    this.#run()
  }

  #run() { if (this.#isOn) this.#stopFrames ??= onFrames(time => this.#frame(time)) }

  #frame(time) {
    const { interaction } = this
    const { draw, rested } = this.#options
    if (this.#isHeld || this.#isMoving(time)) {
      this.#hasMoved = true
      draw(interaction.draw(time), time)
      return true
    }
    this.#stopFrames = null
    // A spring ends within half a pixel of its target.
    for (const content of this.#contents) content.put(content.start)
    draw(interaction.draw(time), time)
    if (this.#hasMoved) rested?.(resultIn(interaction))
    this.#hasMoved = false
    return false
  }
}
