// <flick-sheet>: a BottomSheet with its content, which scrolls when the sheet is at its highest.
import { BottomSheet } from '../sheet.js'
import { moveTo } from '../transform.js'
import { flag, number, reflect, stated, text } from './attributes.js'
import { SnappingElement } from './element.js'
import { part, slot } from './shadow.js'

// The host is as high as the sheet that rests, so that flickd finds its zone; the sheet hangs from the lower edge.
const STYLE = `
  :host { display: block; position: fixed; left: 0; right: 0; bottom: 0; height: var(--flick-sheet-height, 0px);
    touch-action: pan-x }
  :host([hidden]) { display: none }
  [part=sheet] { position: absolute; top: 100%; left: 0; right: 0; user-select: none; -webkit-user-select: none;
    will-change: transform }
  dialog[part=sheet] { position: fixed; width: auto; height: auto; max-width: none; max-height: none; margin: 0;
    border: 0; padding: 0; overflow: visible; color: inherit; background: none; inset-block: 100% auto }
  .body { display: flex; flex-direction: column; height: var(--flick-sheet-top) }
  [part=handle] { flex: none; min-height: 24px }
  [part=view] { flex: 1 1 auto; min-height: 0; overflow: hidden; overflow: clip }
  .tail { height: 100vh }
`

/**
 * A sheet at the lower edge of the window.
 * @extends {SnappingElement<BottomSheet>}
 * @property {string} detents Offsets in px or in parts of the window, up is negative: the default is `0 -300 -600`.
 * @property {boolean} isModal Whether the sheet is a modal dialog while it is open.
 * @property {string} handleLabel The name of the handle for assistive technology; the default is `Height`.
 */
export class FlickSheet extends SnappingElement {
  /** @readonly @type {string} */
  static tag = 'flick-sheet'
  /** @protected */
  static style = STYLE
  /** @protected */
  static making = ['is-modal', 'extent']
  #sheet = null
  #body
  #handle
  #view
  #list
  #tail
  /** Whether a user has closed the sheet; the event follows when the sheet has left. */
  #isLeaving = false

  /** @protected */
  build() {
    this.#handle = part('div', 'handle', slot('handle'))
    this.#list = part('div', 'list', slot())
    this.#list.addEventListener('focusin', event => this.#reveal(event.target))
    this.#view = part('div', 'view', this.#list)
    this.#body = part('div', null, this.#handle, this.#view)
    this.#body.className = 'body'
    this.#tail = part('div', null)
    this.#tail.className = 'tail'
    this.#handle.setAttribute('role', 'slider')
    this.#handle.setAttribute('aria-orientation', 'vertical')
    return [this.control('close', sheet => sheet.go(this.#closed)), this.#hang('div')]
  }

  /** Hangs the parts into the element of the sheet: a modal sheet is a dialog of the browser. */
  #hang(tag) {
    const sheet = part(tag, 'sheet', this.#body, this.#tail)
    if (tag === 'dialog') {
      sheet.addEventListener('cancel', event => {
        event.preventDefault()
        this.#close()
      })
      // The event comes late: meanwhile, the sheet may have opened again.
      sheet.addEventListener('close', () => {
        if (this.isConnected && this.#isOpen && !sheet.open) this.put(this.#closed)
      })
      sheet.addEventListener('click', event => { if (event.composedPath()[0] === sheet) this.#close() })
    } else {
      sheet.addEventListener('keydown', event => {
        if (event.key === 'Escape' && !event.defaultPrevented && this.#closed >= 0) this.#close()
      })
    }
    this.#sheet?.replaceWith(sheet)
    return this.#sheet = sheet
  }

  /** @protected */
  disconnectedCallback() {
    super.disconnectedCallback()
    // Back on the page, the dialog has to be modal again.
    if (this.isModal) this.#sheet.close()
  }

  /** The offsets at which the sheet rests, in CSS pixels; up is negative. `-50%` is half of the window. */
  get #detents() {
    return this.detents.split(/[\s,]+/).filter(Boolean).map(detent =>
      detent.endsWith('%') ? Math.round(parseFloat(detent) / 100 * innerHeight) : Number(detent))
  }
  /** The index at which nothing of the sheet is visible; −1 if there is none. */
  get #closed() { return this.interaction.points.offsets.findIndex(offset => offset >= 0) }
  get #isOpen() { return this.interaction.points.offset(this.index) < 0 }

  #close() { if (this.#closed >= 0) this.binding.asUser(sheet => sheet.go(this.#closed)) }

  /** Shows an element that gets the focus: the browser cannot scroll what a transform has moved. */
  #reveal(element) {
    const { interaction } = this
    const { offsets } = interaction.points
    const highest = offsets.indexOf(Math.min(...offsets))
    // Relative to the list, which may not be drawn where it is now.
    const [box, list] = [element, this.#list].map(one => one.getBoundingClientRect())
    const [top, bottom] = [box.top - list.top, box.bottom - list.top]
    const scroll = interaction.scroll()
    const wanted = Math.min(Math.max(scroll, bottom - this.#view.clientHeight), top)
    const isBelow = this.#handle.offsetHeight + bottom > -interaction.target
    if (wanted === scroll && !(isBelow && interaction.index !== highest)) return
    if (interaction.scrollable > 0) interaction.scrollTo(wanted)
    else interaction.go(highest)
    this.binding.redraw()
    this.show()
  }

  /** @protected */
  make(options) {
    const tag = this.isModal ? 'dialog' : 'div'
    if (this.#sheet.localName !== tag) this.#hang(tag)
    return new BottomSheet({ ...options, ...stated(this, 'extent'), detents: this.#detents })
  }

  /** @protected */
  binds() { return { focus: this.#handle, observed: [this.#list, this.#view, this.#tail] } }

  /** @protected */
  measure() {
    const detents = this.#detents
    this.reach(Math.max(...detents.slice(1).map((detent, index) => Math.abs(detent - detents[index])), 0))
    this.#sheet.style.setProperty('--flick-sheet-top', `${Math.max(-Math.min(...detents), 0)}px`)
    return { detents, scrollable: Math.max(this.#list.offsetHeight - this.#view.clientHeight, 0) }
  }

  /** @protected */
  draw(offset, time) {
    moveTo(this.#sheet, 'y', offset)
    moveTo(this.#list, 'y', -this.interaction.scroll(time))
  }

  /** @protected */
  apply(name) {
    super.apply(name)
    if (name === 'is-modal' || name === 'aria-label') this.label()
  }

  /** @protected */
  changed(index) {
    this.#isLeaving = !this.#isOpen
    super.changed(index)
  }

  /** @protected */
  rested() {
    const isLeaving = this.#isLeaving && !this.#isOpen
    this.#isLeaving = false
    if (isLeaving) this.emit('dismiss', { direction: 'down' })
  }

  /** @protected */
  label() {
    this.#handle.setAttribute('aria-label', this.handleLabel)
    const name = this.getAttribute('aria-label')
    if (this.isModal && name !== null) this.#sheet.setAttribute('aria-label', name)
    else if (!this.isModal) this.assume(this, { role: 'region' })
  }

  /** @protected */
  show() {
    if (!this.interaction) return
    const { points, index } = this.interaction
    const isGone = !this.#isOpen && this.binding.isSettled
    this.style.setProperty('--flick-sheet-height', `${Math.max(-points.offset(index), 0)}px`)
    this.#handle.setAttribute('aria-valuemin', 0)
    this.#handle.setAttribute('aria-valuemax', points.count - 1)
    this.#handle.setAttribute('aria-valuenow', index)
    this.#sheet.style.visibility = isGone ? 'hidden' : ''
    this.#sheet.inert = isGone
    if (!this.isModal || !this.isConnected) return
    if (isGone) this.#sheet.close()
    else if (!this.#sheet.open) this.#sheet.showModal()
  }
}

reflect(FlickSheet, {
  detents: text('0 -300 -600'), extent: number(), isModal: flag, handleLabel: text('Height'),
})
FlickSheet.observedAttributes.push('aria-label')
