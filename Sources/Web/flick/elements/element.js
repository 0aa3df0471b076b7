// What all elements have in common: their attributes, their shadow, and the binding of their interaction.
import { Binding } from '../binding.js'
import { SPEED } from '../decision.js'
import { PROJECTION } from '../spring.js'
import { flag, reflect, text } from './attributes.js'
import { applyStyle, slot } from './shadow.js'

/** A server that renders pages has no elements; there the classes can be imported, but not created. */
const Base = globalThis.HTMLElement ?? class {}
/** The connection of all elements. */
let connection = null
/** The largest τ of the protocol, in s. */
const MOST_PROJECTION = 10

/** A subclass has a `tag`, a `style`, `build()` for its shadow, `make()` for its interaction, and `draw`. */
export class FlickElement extends Base {
  #binding = null
  #spring
  /** The attributes that the element has added to itself and to its children, most of them of ARIA. */
  #added = new Map()

  /** Registers the element with its connection. */
  static define(flick) {
    if (connection && connection !== flick) {
      throw new Error('the elements already have a connection: define all of them with the same one')
    }
    connection = flick
    if (!customElements.get(this.tag)) customElements.define(this.tag, this)
  }

  /** The connection of the elements; null before the first `define`. */
  static get connection() { return connection }

  get binding() { return this.#binding }
  get interaction() { return this.#binding?.interaction ?? null }

  /** The spring of the content, as of the interaction. */
  get spring() { return this.#spring }
  set spring(spring) {
    this.#spring = spring
    if (this.interaction && spring) this.interaction.spring = spring
  }

  /** Moves the content on its spring, or at once; `change` and `dismiss` report only what a user does. */
  go(result) {
    this.#binding?.go(result)
    this.show()
  }
  put(result) {
    this.#binding?.put(result)
    this.show()
  }

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

  disconnectedCallback() {
    this.#binding?.stop()
    for (const [element, names] of this.#added) for (const name of names) element.removeAttribute(name)
    this.#added.clear()
  }

  attributeChangedCallback(name) { if (this.#binding) this.apply(name) }

  /** Applies a changed attribute. */
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

  /** Makes another interaction, which continues at the result of the present one. */
  rebuild(place = this.place) {
    this.#binding.stop()
    this.#binding = this.#bind(place)
    if (this.isConnected) this.#binding.start()
  }

  /** The options of the interaction that continue the present one. */
  get place() { return {} }

  #bind(place = this.place) {
    const { spring, isDisabled, looksAhead, keepsSlop, name } = this
    const interaction = this.make({ spring, isDisabled, looksAhead, keepsSlop, ...place })
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
    if (!isPress) this.tell('swipe', swipe)
    // Only the innermost zone receives a press, but the finger also stops the content around it.
    if (isPress || phase === 'begin') this.#outer?.pressThrough(phase === 'begin' ? 'release' : phase, swipe)
  }

  /** A finger has landed on an element inside of this one, or has left it. */
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

  tell(type, detail) { this.dispatchEvent(new CustomEvent(type, { detail, bubbles: true, composed: true })) }

  /** Sets attributes that the author has not set; they are removed with the element. */
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

  /** Names one of the parts; a part that is not seen is inert. */
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

  /** Removes from an element what `assume` has set. */
  release(element) {
    for (const name of this.#added.get(element) ?? []) element.removeAttribute(name)
    this.#added.delete(element)
  }

  /** A slot whose click calls methods of the interaction: a control for those who cannot swipe. */
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
   */
  reach(distance) {
    const seconds = distance / (2 * SPEED)
    this.interaction.zone.projection = Math.min(Math.max(PROJECTION, seconds), MOST_PROJECTION)
  }

  /** The names of attributes that need another interaction. */
  static making = []
  /** Labels the element for assistive technology. */
  label() {}
  /** Shows the result to assistive technology. */
  show() {}
  /** The size for `resize` of the interaction; undefined while nothing is visible. */
  measure() {}
}

reflect(FlickElement, { name: text(), isDisabled: flag, looksAhead: flag, keepsSlop: flag })

/** An element whose result is an index. */
export class SnappingElement extends FlickElement {
  /** The index at which the content rests, or to which it moves. */
  get index() { return this.interaction?.index ?? this.first }
  set index(index) {
    if (this.interaction) this.go(index)
    else this.setAttribute('index', index)
  }

  get place() { return { index: this.index } }

  /** The index of the attribute: where the content begins. */
  get first() { return Math.max(Math.trunc(Number(this.getAttribute('index'))) || 0, 0) }

  apply(name) {
    if (name === 'index') this.go(this.first)
    else super.apply(name)
  }

  changed(index) { this.tell('change', { index }) }
}

reflect(SnappingElement, {})
SnappingElement.observedAttributes.push('index')
