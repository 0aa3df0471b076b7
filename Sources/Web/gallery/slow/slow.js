// Slow motion, full screen over the show: the last swipe at a tenth of its speed, with what the engine saw.
import { exampleOf } from './example.js'
import { Facts } from './facts.js'
import { Overlay } from './overlay.js'
import { SLOW, decisionTimeOf, durationOf, replayAt } from './replay.js'
import { SlowStage } from './slow-stage.js'

/** A replay begins at most this long before the decision, in ms of the replay. */
const LEAD = 9000
/** A stage is drawn at most this much larger than it is in the show. */
const LARGEST = 2.2

const round = value => Math.round(Math.abs(value)).toLocaleString('en')

export class SlowMotion {
  #options
  #sides = []
  #title = ''
  #facts
  #frame = null
  #timer = null

  /**
   * Options: `memory`, a `SwipeMemory`; `example()`, a stage for a swipe without a visitor; `dress(element)`, which
   * sets the texts of a copy of a stage; and `rest`, after which ms without a touch the page below comes back.
   */
  constructor(dialog, options) {
    this.dialog = dialog
    this.#options = options
    const find = selector => dialog.querySelector(selector)
    this.parts = { film: find('.film'), time: find('.time'), of: find('.of'), drawer: find('.drawer') }
    this.#facts = new Facts(find('.facts'))
    find('[value=close]').addEventListener('click', () => this.close())
    find('[value=play]').addEventListener('click', () => this.play())
    this.parts.time.addEventListener('input', () => this.show(Number(this.parts.time.value)))
    // The event comes later: the dialog may be open again.
    dialog.addEventListener('close', () => { if (!this.isOpen) this.#closed() })
    for (const name of ['pointerdown', 'keydown', 'wheel']) {
      dialog.addEventListener(name, () => this.#wait(), { passive: true })
    }
    new ResizeObserver(() => this.#fit()).observe(this.parts.film)
  }

  get isOpen() { return this.dialog.open }
  get isPlaying() { return this.#frame !== null }

  /** Plays the last swipe. */
  open() {
    if (this.isOpen) return
    const { memory, example, dress } = this.#options
    const isExample = memory.last.length === 0
    const entries = isExample ? exampleOf(example()) : memory.last
    this.#title = isExample ? 'An example, ten times slower' : 'The last swipe, ten times slower'
    this.parts.drawer.open = false
    document.documentElement.dataset.slow = true
    this.dialog.showModal()
    this.#sides = entries.map(entry => {
      const host = document.createElement('div')
      host.className = 'frame'
      const stage = new SlowStage(entry, dress)
      const overlay = new Overlay(entry, px => `${round(px * entry.unit.per)} ${entry.unit.name}`)
      host.append(stage.element, overlay.element)
      this.parts.film.append(host)
      stage.start()
      return { entry, host, stage, overlay }
    })
    this.record = entries.at(-1).record
    this.#facts.begin(entries.at(-1), memory.decided)
    this.parts.time.max = Math.ceil(durationOf(this.record))
    this.#fit()
    this.#wait()
    // Who prefers less motion sees the moment of the decision, and may play the rest.
    if (matchMedia('(prefers-reduced-motion: reduce)').matches) this.show(decisionTimeOf(this.record))
    else this.play()
  }

  close() {
    this.dialog.close()
    this.#closed()
  }

  /** Plays from shortly before the lift until everything rests. */
  play() {
    const from = Math.max(decisionTimeOf(this.record) - LEAD, 0)
    const begin = performance.now() - from
    const frame = now => {
      const elapsed = Math.max(now - begin, from)
      this.#frame = elapsed < durationOf(this.record) ? requestAnimationFrame(frame) : null
      this.#draw(elapsed)
    }
    cancelAnimationFrame(this.#frame)
    this.#frame = requestAnimationFrame(frame)
  }

  /** Shows one moment of the replay, in ms, and stays there. */
  show(elapsed) {
    cancelAnimationFrame(this.#frame)
    this.#frame = null
    this.#draw(elapsed)
  }

  #draw(elapsed) {
    for (const { entry, stage, overlay } of this.#sides) {
      const shown = replayAt(entry.record, elapsed)
      stage.draw(shown)
      overlay.draw(shown, this.#speed(entry, shown))
    }
    this.#facts.draw(replayAt(this.record, elapsed))
    this.parts.time.value = elapsed
    const clock = `${round(elapsed * SLOW)} ms`
    this.parts.time.setAttribute('aria-valuetext', clock)
    this.parts.of.textContent = `${this.#title}: ${clock}`
  }

  #speed({ unit }, { velocity: { x, y } }) { return `${round(Math.hypot(x, y) * unit.per)} ${unit.name}/s` }

  /** Draws each stage as large as its frame allows, in the proportions that it has in the show. */
  #fit() {
    if (this.parts.film.clientHeight === 0) return
    this.#arrange()
    for (const { host, stage: { element, view }, overlay } of this.#sides) {
      const { offsetWidth: width, offsetHeight: height } = element
      const scale = Math.min(host.clientWidth / width, host.clientHeight / height, LARGEST)
      const [left, top] = [(host.clientWidth - scale * width) / 2, (host.clientHeight - scale * height) / 2]
      element.style.transform = `translate(${left}px, ${top}px) scale(${scale})`
      const [outer, inner] = [host, view].map(one => one.getBoundingClientRect())
      overlay.place({
        left: inner.left - outer.left, top: inner.top - outer.top, width: inner.width, height: inner.height,
      }, scale)
    }
    if (this.#sides.length > 0 && !this.isPlaying) this.#draw(Number(this.parts.time.value))
  }

  /** Two stages are side by side or one above the other, whichever lets them be larger. */
  #arrange() {
    const { film } = this.parts
    const [side] = this.#sides
    if (this.#sides.length < 2) return
    const { offsetWidth: width, offsetHeight: height } = side.stage.element
    const beside = Math.min(film.clientWidth / 2 / width, film.clientHeight / height)
    const below = Math.min(film.clientWidth / width, film.clientHeight / 2 / height)
    film.dataset.below = below > beside
  }

  #closed() {
    clearTimeout(this.#timer)
    cancelAnimationFrame(this.#frame)
    this.#frame = null
    this.#sides = []
    this.parts.film.replaceChildren()
    delete document.documentElement.dataset.slow
  }

  #wait() {
    clearTimeout(this.#timer)
    if (this.isOpen) this.#timer = setTimeout(() => this.close(), this.#options.rest)
  }
}
