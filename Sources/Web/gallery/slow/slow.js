// Slow motion, full screen over the show: the last swipe at a tenth of its speed, with what the engine saw.
import { Player } from '../../replay/player.js'
import { replayAt, spanOf } from '../../replay/record.js'
import { exampleOf } from './example.js'
import { Facts } from './facts.js'
import { Overlay } from './overlay.js'
import { SlowStage } from './slow-stage.js'

/** A stage is drawn at most this much larger than it is in the show. */
const LARGEST = 2.2

const round = value => Math.round(Math.abs(value)).toLocaleString('en')

export class SlowMotion {
  #options
  #sides = []
  #title = ''
  #facts
  #timer = null

  /**
   * Options: `memory`, a `SwipeMemory`; `example()`, a stage for a swipe without a visitor; `dress(element)`, which
   * sets the texts of a copy of a stage; and `rest`, after which ms without a touch the page below comes back.
   */
  constructor(dialog, options) {
    this.dialog = dialog
    this.#options = options
    const find = selector => dialog.querySelector(selector)
    this.parts = { film: find('.film'), of: find('.of'), drawer: find('.drawer') }
    this.player = new Player(dialog, time => this.#draw(time))
    this.#facts = new Facts(find('.facts'))
    find('[value=close]').addEventListener('click', () => this.close())
    // The event comes later: the dialog may be open again.
    dialog.addEventListener('close', () => { if (!this.isOpen) this.#closed() })
    for (const name of ['pointerdown', 'keydown', 'wheel']) {
      dialog.addEventListener(name, () => this.#wait(), { passive: true })
    }
    new ResizeObserver(() => this.#fit()).observe(this.parts.film)
  }

  get isOpen() { return this.dialog.open }

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
    this.#fit()
    this.#wait()
    this.player.open(spanOf(this.record), 0)
  }

  close() {
    this.dialog.close()
    this.#closed()
  }

  #draw(time) {
    for (const { entry, stage, overlay } of this.#sides) {
      const shown = replayAt(entry.record, time)
      stage.draw(shown)
      overlay.draw(shown, this.#speed(entry, shown.moment))
    }
    this.#facts.draw(replayAt(this.record, time))
    this.parts.of.textContent = `${this.#title}: ${round(time)} ms`
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
    if (this.#sides.length > 0) this.player.redraw()
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
    this.player.stop()
    this.#sides = []
    this.parts.film.replaceChildren()
    delete document.documentElement.dataset.slow
  }

  #wait() {
    clearTimeout(this.#timer)
    if (this.isOpen) this.#timer = setTimeout(() => this.close(), this.#options.rest)
  }
}
