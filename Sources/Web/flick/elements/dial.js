// <flick-dial>: its children are the values of a Dial, of which one is in the middle.
import { Dial } from '../dial.js'
import { number, reflect, stated, text } from './attributes.js'
import { ROW_STYLE, RowElement } from './row.js'

const STYLE = `${ROW_STYLE}
  :host(:not([axis=x])) { touch-action: pan-x }
  [part=view] { display: grid; align-items: center }
  [part=row] { height: var(--flick-size) }
  :host(:not([axis=x])) [part=row] { flex-direction: column }
  :host(:not([axis=x])) [part=row] > slot::slotted(*) { width: auto; height: var(--flick-size) }
  :host([axis=x]) [part=row] { height: 100%; width: var(--flick-size); margin-inline: auto }
`

/**
 * Its children are values; the axis is y unless specified.
 * @extends {RowElement<Dial>}
 * @property {number} step From one value to the next, in px; the default is 40.
 * @property {boolean} isWrapping The default is true: set the attribute to `false` for a dial with two ends.
 */
export class FlickDial extends RowElement {
  /** @readonly @type {string} */
  static tag = 'flick-dial'
  /** @protected */
  static style = STYLE
  /** @protected */
  static making = ['is-wrapping', 'extent', 'max-steps']

  /** @protected */
  make(options) {
    this.collect()
    const row = stated(this, 'count', 'axis', 'isWrapping', 'extent', 'maxSteps')
    return new Dial({ ...options, ...row, ...this.sizes })
  }

  /** @protected */
  strideOf({ step }) { return step }

  /** @protected */
  partSize() {
    this.setSizes(this.step)
    return { step: this.step }
  }

  /**
   * A rotating picture can use the angle: `transform: rotate(var(--flick-angle))`.
   * @protected
   */
  draw(offset, time) {
    super.draw(offset, time)
    this.row.style.setProperty('--flick-angle', `${this.interaction.angle(time)}deg`)
  }

  /** @protected */
  label() { this.assume(this, { role: 'spinbutton' }) }

  /**
   * The dial is one value for assistive technology, with the text of its child.
   * @protected
   */
  show() {
    if (!this.interaction || this.count === 0) return
    const { index } = this.interaction
    this.assume(this, {
      'aria-valuemin': '0', 'aria-valuemax': `${this.count - 1}`, 'aria-valuenow': `${index}`,
      'aria-valuetext': this.parts[index].textContent.trim(),
    })
    for (const one of this.parts) this.assume(one, { 'aria-hidden': 'true' })
  }
}

/** A flag that is set unless the attribute is `false`. */
const onUnlessFalse = { read: value => value !== 'false' }
reflect(FlickDial, { axis: text('y'), step: number(40), isWrapping: onUnlessFalse })
