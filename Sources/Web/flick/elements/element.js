// What all elements have in common: their attributes, their shadow, and the binding of their interaction.
import { Binding } from '../binding.js'
import { SPEED } from '../decision.js'
import { PROJECTION } from '../spring.js'
import { clamp } from '../clamp.js'
import { flag, reflect, text } from './attributes.js'
import { applyStyle, slot } from './shadow.js'

/**
 * A server that renders pages has no elements; there the classes can be imported, but not created.
 * @type {typeof HTMLElement}
 */
const Base = globalThis.HTMLElement ?? class {}
/** The connection of all elements. */
let connection = null
/** The largest τ of the protocol, in s. */
const MAX_PROJECTION = 10

/**
 * What all elements have in common. A subclass has a `tag`, a `style`, `build()` for its shadow, `make()` for its
 * interaction, and `draw`.
 * @template [I=unknown]
 * @template [Result=unknown]
 * @template [Change=FlickChange]
 * @property {string | undefined} name The name of the zone; the default is a new name.
 */
export class FlickElement extends Base {
  #binding = null
  #spring
  /** The attributes that the element has added to itself and to its children, most of them of ARIA. */
  #added = new Map()

  /**
   * Registers the element with a connection: for a page that needs only some of the elements.
   * @type {(flick: Flick) => void}
   */
  static define(flick) {
    if (connection && connection !== flick) {
      throw new Error('the elements already have a connection: define all of them with the same one')
    }
    connection = flick
    if (!customElements.get(this.tag)) customElements.define(this.tag, this)
  }

  /** @type {Flick | null} The connection of the elements; null before the first `define`. */
  static get connection() { return connection }

  /** @protected */
  get binding() { return this.#binding }
  /** @type {I | null} The interaction; null before the element is on a page. */
  get interaction() { return this.#binding?.interaction ?? null }

  /** @type {Spring | undefined} The spring of the content; the default is that of the interaction. */
  get spring() { return this.#spring }
  set spring(spring) {
    this.#spring = spring
    if (this.interaction && spring) this.interaction.spring = spring
  }

  /** @type {(result: Result) => void} Moves the content on its spring, without an event. */
  go(result) {
    this.#binding?.go(result)
    this.show()
  }
  /** @type {(result: Result) => void} Moves the content immediately, without a spring or an event. */
  put(result) {
    this.#binding?.put(result)
    this.show()
  }

  /** @protected */
  connectedCallback() {
    // A framework may have set properties before the element was defined.
    for (const name of [...Object.keys(this.constructor.kinds), 'spring', 'index', 'corner']) {
      if (!Object.hasOwn(this, name)) continue
      const value = this[name]
      delete this[name]
      this[name] = value
    }
    if (!this.shadowRoot) this.#furnish()
    this.#binding ??= this.#bind()
    this.label()
    this.#binding.start()
    this.show()
  }

  /** @protected */
  disconnectedCallback() {
    this.#binding?.stop()
    for (const [element, names] of this.#added) for (const name of names) element.removeAttribute(name)
    this.#added.clear()
  }

  /** @protected */
  attributeChangedCallback(name) { if (this.#binding) this.apply(name) }

  /** @protected */
  apply(name) {
    if (name === 'is-disabled') this.interaction.isDisabled = this.isDisabled
    else if (name === 'looks-ahead') this.interaction.looksAhead = this.looksAhead
    else if (['axis', 'name', 'keeps-slop', ...this.constructor.making].includes(name)) this.rebuild()
    else this.#binding.measure()
    this.show()
  }

  #furnish() {
    const root = this.attachShadow({ mode: 'open' })
    applyStyle(root, this.constructor.style)
    root.append(...this.build())
  }

  /**
   * Makes another interaction, which continues at the result of the present one.
   * @protected
   */
  rebuild(options = this.continued) {
    this.#binding.stop()
    this.#binding = this.#bind(options)
    if (this.isConnected) this.#binding.start()
  }

  /**
   * The options of the interaction that continue the present one.
   * @protected
   */
  get continued() { return {} }

  #bind(options = this.continued) {
    const { spring, isDisabled, looksAhead, keepsSlop, name } = this
    const interaction = this.make({ spring, isDisabled, looksAhead, keepsSlop, ...options })
    return new Binding(this, interaction, {
      flick: connection, name, content: this,
      draw: (offset, time) => this.draw(offset, time),
      measure: () => this.measure(),
      measured: () => this.show(),
      heard: swipe => this.#hear(swipe),
      changed: result => {
        this.changed(result)
        this.show()
      },
      rested: result => {
        this.rested?.(result)
        this.show()
      },
      ...this.binds?.(),
    })
  }

  #hear(swipe) {
    const { phase } = swipe
    const isPress = phase === 'press' || phase === 'release'
    if (!isPress) this.emit('swipe', swipe)
    // Only the innermost zone receives a press, but the finger also stops the content around it.
    if (isPress || phase === 'begin') this.#outer?.pressThrough(phase === 'begin' ? 'release' : phase, swipe)
  }

  /**
   * A finger has landed on an element inside of this one, or has left it.
   * @protected
   */
  pressThrough(phase, { time }) {
    this.interaction?.handle({ phase, time })
    this.#binding?.redraw()
    this.#outer?.pressThrough(phase, { time })
  }

  /** The next element of this kind around this one. */
  get #outer() {
    let node = this
    do node = node.parentNode ?? node.host
    while (node && !(node instanceof FlickElement))
    return node ?? null
  }

  /** @protected */
  emit(type, detail) { this.dispatchEvent(new CustomEvent(type, { detail, bubbles: true, composed: true })) }

  /**
   * Sets attributes that the author has not set; they are removed with the element.
   * @protected
   */
  assume(element, attributes) {
    const names = this.#added.get(element) ?? new Set()
    this.#added.set(element, names)
    for (const [name, value] of Object.entries(attributes)) {
      if (!names.has(name) && element.hasAttribute(name)) continue
      if (value === null) {
        names.delete(name)
        element.removeAttribute(name)
      } else if (element.getAttribute(name) !== value) {
        names.add(name)
        element.setAttribute(name, value)
      }
    }
  }

  /**
   * Names one of the parts; a part that is not seen is inert.
   * @protected
   */
  present(element, description, label, isSeen) {
    const { localName } = element
    const isPlain = localName === 'div' || localName === 'section'
    if (isPlain) this.assume(element, { role: 'group' })
    // Other elements, such as pictures, have names of their own.
    if (isPlain || localName === 'article') {
      this.assume(element, { 'aria-roledescription': description, 'aria-label': label })
    }
    this.assume(element, { inert: isSeen ? null : '' })
  }

  /**
   * Removes from an element what `assume` has set.
   * @protected
   */
  release(element) {
    for (const name of this.#added.get(element) ?? []) element.removeAttribute(name)
    this.#added.delete(element)
  }

  /**
   * A slot whose click calls methods of the interaction: a control for those who cannot swipe.
   * @protected
   */
  control(name, act) {
    const element = slot(name)
    element.addEventListener('click', event => {
      if (event.defaultPrevented || this.isDisabled) return
      this.#binding?.asUser(act)
    })
    return element
  }

  /**
   * Lets a flick at the threshold speed reach the next point of rest at this distance: on a large screen, the middle of
   * a page is further away than a flick would land.
   * @protected
   */
  reach(distance) {
    const seconds = distance / (2 * SPEED)
    this.interaction.zone.projection = clamp(seconds, PROJECTION, MAX_PROJECTION)
  }

  /**
   * The names of attributes that need another interaction.
   * @protected
   */
  static making = []
  /**
   * Labels the element for assistive technology.
   * @protected
   */
  label() {}
  /**
   * Shows the result to assistive technology.
   * @protected
   */
  show() {}
  /**
   * The size for `resize` of the interaction; undefined while nothing is visible.
   * @protected
   */
  measure() {}
}

reflect(FlickElement, { name: text(), isDisabled: flag, looksAhead: flag, keepsSlop: flag })

/**
 * An element whose result is an index.
 * @template I
 * @template [Result=number]
 * @extends {FlickElement<I, Result>}
 */
export class SnappingElement extends FlickElement {
  /**
   * The index at which the content rests. Another value moves the content on its spring, without an event.
   * @type {number}
   */
  get index() { return this.interaction?.index ?? this.first }
  set index(index) {
    if (this.interaction) this.go(index)
    else this.setAttribute('index', index)
  }

  /** @protected */
  get continued() { return { index: this.index } }

  /**
   * The index of the attribute: where the content begins.
   * @protected
   */
  get first() { return Math.max(Math.trunc(Number(this.getAttribute('index'))) || 0, 0) }

  /** @protected */
  apply(name) {
    if (name === 'index') this.go(this.first)
    else super.apply(name)
  }

  /** @protected */
  changed(index) { this.emit('change', { index }) }
}

reflect(SnappingElement, {})
SnappingElement.observedAttributes.push('index')
