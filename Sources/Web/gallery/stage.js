// One stage of the show: an interaction on an element, its notice, and its state for tests.
//
// A stage knows no page. It can be made twice with different connections, so that one finger moves both.
import { bind } from '../flick/bind.js'
import { makeNaive } from './naive/naive.js'
import { level } from './naive/relay.js'
import { explanationOf } from './words.js'

/** How long an explanation is shown before the hint comes back, in ms. */
const READING = 9000

/** The size for which an interaction is made; `scale` is how much larger its thresholds are on a large screen. */
export function sizeOf({ clientWidth, clientHeight }) {
  const scale = Math.max(1, Math.min(innerWidth, innerHeight) / 1080)
  return { width: clientWidth || 300, height: clientHeight || 300, scale }
}

/** Shows a decision in words in an element. */
export function say(element, { head, why, how }) {
  const bold = document.createElement('b')
  bold.textContent = why && how === 'no' ? `${head}:` : `${head}.`
  element.dataset.how = how
  element.replaceChildren(bold, why && ` ${why}`)
}

export class Stage {
  #bound = null
  #size = ''
  #sizes
  #timer = null

  /**
   * `is` describes the stage, as the files of stages/ do; `root` contains its elements. Options: `flick`, a connection;
   * `unit()`, the unit of lengths; `changed(stage)`, `heard(swipe, stage)` and `rested(stage)`; `zone` and
   * `zoneElement`, the name and the element of the zone if they are not those of the stage; `naive`, the name of the
   * mistake that the stage makes; and for a replay `blank()`, a copy of `root` from before the stage was built, and
   * `beside()`, the other stages in it.
   */
  constructor(is, root, options) {
    this.is = is
    this.root = root
    this.options = { zone: is.name, ...options }
    /** The number of swipes that ended or were cancelled. */
    this.ends = 0
    /** The last moment of a swipe, and the decision in words: {head, why, how}. */
    this.last = null
    this.explanation = null
    this.view = root.querySelector(`.${is.name}-view`)
    this.notice = root.querySelector(`[data-notice=${is.name}]`)
    this.parts = is.build(this)
    this.notice.dataset.how = 'hint'
    this.#make(null)
    this.#sizes = new ResizeObserver(() => this.#fit())
    this.#sizes.observe(this.view)
  }

  get name() { return this.is.name }
  get interaction() { return this.#bound.interaction }
  get isSettled() { return this.#bound.isSettled }
  get state() { return this.is.state(this) }

  /** Moves the content without a finger. */
  go(result) {
    this.#bound.go(result)
    this.#show()
  }

  /** Restores the initial state. */
  reset() {
    this.is.reset?.(this)
    this.notice.dataset.how = 'hint'
    this.#make(null)
  }

  /** Brings the content to the position of the content of an identical stage. */
  level(other) {
    level(this.interaction, other.interaction)
    this.is.level?.(this, other, this.#bound)
    this.#bound.redraw()
    this.#show()
  }

  /** Releases the fingers and the zone for good. */
  remove() {
    this.#sizes.disconnect()
    clearTimeout(this.#timer)
    this.#bound.remove()
  }

  /** Makes the interaction for the present size, with the state of the former one. */
  #make(before) {
    const { is, view, parts } = this
    this.#size = `${view.clientWidth} ${view.clientHeight}`
    const made = is.make(sizeOf(view), before, this)
    const { flick, zone: name, zoneElement = view, naive } = this.options
    const interaction = naive ? makeNaive(made, naive) : made
    this.#bound?.remove()
    const { element = view, content = view, focus = element } = parts
    this.#bound = bind(element, interaction, {
      flick, name, zoneElement, content, focus, wheel: naive ? false : is.hasWheel,
      heard: swipe => {
        this.#hear(swipe)
        this.options.heard?.(swipe, this)
      },
      changed: result => this.#change(result),
      rested: result => this.#rest(result),
      ...is.draw && { draw: (offset, time) => is.draw(this, offset, time) },
    })
    this.#show()
  }

  /** Fits the interaction to another size of its view, unless a finger or a spring moves the content. */
  #fit() {
    const { clientWidth, clientHeight } = this.view
    const isOther = clientWidth > 0 && this.#size !== `${clientWidth} ${clientHeight}`
    if (isOther && this.isSettled) this.#make(this.interaction)
  }

  #hear(swipe) {
    const { phase } = swipe
    if (phase === 'press' || phase === 'release') return
    this.last = swipe
    this.root.dataset.settled = false
    // The words on the swipe before this one would seem to be about this one.
    if (phase === 'begin') this.hint()
    if (phase !== 'end' && phase !== 'cancel') return
    this.ends += 1
    this.explanation = explanationOf(this.interaction, swipe, this.is.outcome(this), this.options.unit())
    this.#say(this.explanation)
  }

  #change(result) {
    this.is.changed?.(this, result)
    this.#show()
    this.options.changed?.(this)
  }

  #rest(result) {
    this.is.rested?.(this, result, this.#bound)
    this.#show()
    this.#fit()
    this.options.rested?.(this)
  }

  /** Shows the state to people and to assistive technology. */
  #show() {
    this.root.dataset.settled = this.isSettled
    this.is.show?.(this)
    if (this.notice.dataset.how === 'hint') this.hint()
  }

  #say(explanation) {
    say(this.notice, explanation)
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => this.hint(), READING)
  }

  /** Shows what to do here. */
  hint() {
    clearTimeout(this.#timer)
    this.notice.dataset.how = 'hint'
    this.notice.textContent = this.is.hint(this)
  }
}
