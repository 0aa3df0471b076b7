// <flick-refresh>: its content scrolls, and a PullToRefresh pulls it down at its top.
import { PullToRefresh } from '../refresh.js'
import { moveTo } from '../transform.js'
import { flag, number, reflect, stated, text } from './attributes.js'
import { FlickElement } from './element.js'
import { STATUS_STYLE, part, slot, statusPart } from './shadow.js'

// At the top, the browser only scrolls to what is below: a finger that moves down pulls. A browser without `pan-down`
// ignores this rule, and takes the finger from the page.
const STYLE = `
  :host { display: flex; flex-direction: column; touch-action: pan-x pan-y }
  :host([hidden]) { display: none }
  .frame { position: relative; display: flex; flex-direction: column; flex: 1 1 auto; min-height: 0; overflow: hidden;
    overflow: clip }
  [part=indicator] { position: absolute; inset: 0 0 auto; display: grid; place-items: center; visibility: hidden;
    clip-path: inset(0 0 calc(100% - var(--flick-pull, 0px))) }
  [part=view] { position: relative; flex: 1 1 auto; min-height: 0; overflow: hidden auto;
    overscroll-behavior-y: contain; touch-action: pan-x pan-y; user-select: none; -webkit-user-select: none;
    will-change: transform }
  [part=view].top { touch-action: pan-x pan-down }
  ${STATUS_STYLE}
`

/** A pull that begins at the top of what scrolls, and moves down. The browser scrolls with every other swipe. */
export class PullAtTop extends PullToRefresh {
  #isAtTop
  /** The swipe that the browser scrolls with. */
  #scrolling = null

  constructor({ isAtTop, ...options }) {
    super(options)
    this.#isAtTop = isAtTop
  }

  handle(swipe) {
    const { id, phase, time, translation } = swipe
    if (phase === 'begin') {
      const isPull = translation.y > 0 && this.#isAtTop()
      this.#scrolling = isPull ? null : id
      // After a begin, no release of the press follows.
      if (!isPull) super.handle({ phase: 'release', time })
    }
    return id === this.#scrolling ? false : super.handle(swipe)
  }
}

/**
 * Its content scrolls, and is pulled down at its top. `go(true)` starts a refresh, without an event.
 * @extends {FlickElement<PullToRefresh, boolean>}
 * @property {number | undefined} threshold Where the content rests while it refreshes, in px; the default is 64.
 * @property {number | undefined} extent How far a finger pulls the content, at most; the default is four times the
 *   threshold.
 * @property {boolean} isRefreshing Whether the content refreshes; its attribute follows. Another value starts or ends a
 *   refresh, without an event.
 * @property {string} refreshingLabel What a screen reader says at the start of a refresh; the default is `Refreshing`.
 */
export class FlickRefresh extends FlickElement {
  /** @readonly @type {string} */
  static tag = 'flick-refresh'
  /** @protected */
  static style = STYLE
  /** @protected */
  static making = ['threshold', 'extent']
  #indicator
  #view
  #list
  #status

  /** @protected */
  build() {
    this.#indicator = part('div', 'indicator', slot('indicator'))
    this.#list = part('div', 'list', slot())
    this.#view = part('div', 'view', this.#list)
    this.#view.addEventListener('scroll', () => this.#markTop())
    this.#status = statusPart()
    const frame = part('div', null, this.#indicator, this.#view)
    frame.className = 'frame'
    return [this.control('refresh', content => content.go(true)), frame, this.#status]
  }

  /** @type {PullToRefresh['state']} */
  get state() { return this.interaction?.state ?? (this.isRefreshing ? 'refreshing' : 'resting') }

  /** Ends the refresh: the content returns, or stays in the hand. */
  finish() {
    if (!this.interaction) {
      this.isRefreshing = false
      return
    }
    this.interaction.finish()
    this.binding.redraw()
    this.show()
  }

  get #isAtTop() { return this.#view.scrollTop <= 0 }
  #markTop() { this.#view.classList.toggle('top', this.#isAtTop) }

  /** @protected */
  make(options) {
    const rest = stated(this, 'threshold', 'extent')
    const content = new PullAtTop({ ...options, ...rest, isAtTop: () => this.#isAtTop })
    this.#indicator.style.height = `${content.threshold}px`
    if (this.isRefreshing) content.put(true)
    return content
  }

  /** @protected */
  binds() { return { observed: [this.#view, this.#list] } }

  /**
   * Content that is longer than its view scrolls by keys too.
   * @protected
   */
  measure() {
    const { scrollHeight, clientHeight } = this.#view
    if (scrollHeight > clientHeight) this.#view.setAttribute('tabindex', '0')
    else this.#view.removeAttribute('tabindex')
    this.#markTop()
  }

  /** @protected */
  apply(name) {
    if (name !== 'is-refreshing') super.apply(name)
    else if (this.isRefreshing === this.interaction.isRefreshing) return
    else if (this.isRefreshing) this.go(true)
    else this.finish()
  }

  /**
   * The indicator is drawn in the space that opens: the values are for its own style.
   * @protected
   */
  draw(offset, time) {
    moveTo(this.#view, 'y', offset)
    const { style } = this.#indicator
    style.visibility = offset > 0 ? 'visible' : 'hidden'
    style.setProperty('--flick-pull', `${offset}px`)
    style.setProperty('--flick-progress', this.interaction.progress(time))
    this.assume(this, { state: this.state })
  }

  /** @protected */
  changed(isRefreshing) {
    // A listener may read the property, or end the refresh at once.
    this.show()
    if (isRefreshing) this.emit('refresh', null)
  }

  /** @protected */
  label() { this.assume(this, { role: 'group' }) }

  /**
   * The attribute follows the content. A busy element would delay its own status, so only the view is busy.
   * @protected
   */
  show() {
    if (!this.interaction) return
    const { isRefreshing } = this.interaction
    if (this.isRefreshing !== isRefreshing) this.isRefreshing = isRefreshing
    const words = isRefreshing ? this.refreshingLabel : ''
    if (this.#status.textContent !== words) this.#status.textContent = words
    this.#view.setAttribute('aria-busy', isRefreshing)
    this.assume(this, { state: this.state })
  }
}

reflect(FlickRefresh, {
  threshold: number(), extent: number(), isRefreshing: flag, refreshingLabel: text('Refreshing'),
})
