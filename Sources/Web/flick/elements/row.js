// What elements with equal parts along an axis have in common: their children are the parts of a row.
import { moveTo } from '../transform.js'
import { number, reflect, text } from './attributes.js'
import { SnappingElement } from './element.js'
import { STATUS_STYLE, part, slot, statusPart } from './shadow.js'

export const ROW_STYLE = `
  :host { display: flex; flex-direction: column; touch-action: pan-y }
  :host([axis=y]) { touch-action: pan-x }
  :host([hidden]) { display: none }
  [part=view] { flex: 1 1 auto; min-height: 0; overflow: hidden; overflow: clip; user-select: none;
    -webkit-user-select: none }
  [part=row] { display: flex; gap: var(--flick-spacing); height: 100%; will-change: transform }
  :host([axis=y]) [part=row] { flex-direction: column }
  [part=row] > slot::slotted(*) { flex: none; box-sizing: border-box; width: var(--flick-size); min-width: 0 }
  :host([axis=y]) [part=row] > slot::slotted(*) { width: auto; height: var(--flick-size); min-height: 0 }
  ${STATUS_STYLE}
`

/**
 * An element whose children are equal parts along an axis. A subclass has `partSize(size)`, `strideOf(sizes)`, and
 * `roleDescriptions` of itself and of its parts.
 * @template I
 * @extends {SnappingElement<I>}
 * @property {Axis} axis
 */
export class RowElement extends SnappingElement {
  /** @protected */
  static style = ROW_STYLE
  #view
  #row
  #slot
  #status
  #parts = []

  /** @protected */
  build() {
    this.#slot = slot()
    this.#slot.addEventListener('slotchange', () => this.#arrange())
    this.#row = part('div', 'row', this.#slot)
    this.#view = part('div', 'view', this.#row)
    this.#status = statusPart()
    const step = steps => interaction => interaction.go(interaction.index + steps)
    return [this.#view, this.control('previous', step(-1)), this.control('next', step(1)), this.#status]
  }

  /** @type {number} The number of parts: the children without a slot of their own. */
  get count() { return this.#parts.length }
  /** @protected */
  get parts() { return this.#parts }
  /** @protected */
  get row() { return this.#row }
  /**
   * The size of the view along the axis.
   * @protected
   */
  get viewSize() { return this.axis === 'y' ? this.#view.clientHeight : this.#view.clientWidth }

  /**
   * The options that `resize` of the interaction accepts too.
   * @protected
   */
  get sizes() {
    const { viewSize, count } = this
    return viewSize === 0 ? undefined : { count, ...this.partSize(viewSize) }
  }

  /**
   * Reads the parts; call it before the interaction is made.
   * @protected
   */
  collect() { this.#parts = this.#slot.assignedElements() }

  /** @protected */
  binds() { return { observed: [this.#view] } }

  /**
   * Sets the size of each part, and the space between them.
   * @protected
   */
  setSizes(size, spacing = 0) {
    this.#row.style.setProperty('--flick-spacing', `${spacing}px`)
    for (const one of [this.#row, ...this.#parts]) one.style.setProperty('--flick-size', `${size}px`)
  }

  /** @protected */
  measure() {
    const { sizes } = this
    if (sizes) this.reach(this.strideOf(sizes))
    return sizes
  }

  /** @protected */
  draw(offset, time) {
    const { axis, interaction } = this
    const isRing = interaction.points.period !== null
    moveTo(this.#row, axis, isRing ? 0 : offset)
    for (const [number, one] of this.#parts.entries()) {
      if (isRing) moveTo(one, axis, interaction.offsetOf(number, time))
      else if (one.style.transform) one.style.transform = ''
    }
  }

  /** @protected */
  changed(index) {
    this.#status.textContent = this.labelOf(index, this.count)
    super.changed(index)
  }

  /**
   * The name of a part for assistive technology; set another function for another language.
   * @type {(index: number, count: number) => string}
   */
  labelOf = (index, count) => `${index + 1} of ${count}`

  /** @protected */
  label() { this.assume(this, { role: 'group', 'aria-roledescription': this.constructor.roleDescriptions[0] }) }

  /**
   * Parts out of view are inert: neither a key nor a screen reader gets to them.
   * @protected
   */
  show() {
    const { interaction, viewSize } = this
    if (!interaction || !viewSize) return
    const { stride, points } = interaction
    const isRing = points.period !== null
    // Of a row that scrolls freely, the position is not an index.
    const position = isRing ? interaction.index : Math.abs(interaction.target) / stride
    const inView = (viewSize + (interaction.spacing ?? 0)) / stride
    for (const [number, one] of this.#parts.entries()) {
      let seen = number - position
      if (isRing && seen < -0.5) seen += this.count
      const isSeen = seen > -0.5 && seen < inView - 0.5
      if (!isSeen && one.contains(document.activeElement)) this.focus({ preventScroll: true })
      this.present(one, this.constructor.roleDescriptions[1], this.labelOf(number, this.count), isSeen)
    }
  }

  #arrange() {
    const before = this.#parts
    this.collect()
    for (const one of before) {
      if (this.#parts.includes(one)) continue
      this.release(one)
      one.style.removeProperty('--flick-size')
      one.style.transform = ''
    }
    if (!this.binding) return
    this.binding.measure()
    // A part that is new may have no position in the ring yet.
    this.binding.redraw()
    // The parser may add the parts after the element.
    if (before.length === 0) this.put(this.first)
    else this.show()
  }
}

reflect(RowElement, { axis: text('x'), extent: number(), maxSteps: number() })
