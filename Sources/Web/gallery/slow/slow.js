// Slow motion, full screen over the show: the last swipe at a tenth of its speed, with what the engine saw.
import { elementOf, numberOf, partsOf } from '../../design/elements.js'
import { Player } from '../../replay/player.js'
import { replayAt, spanOf } from '../../replay/record.js'
import { ShowDialog } from '../show-dialog.js'
import { exampleOf } from './example.js'
import { Facts } from './facts.js'
import { Overlay } from './overlay.js'
import { SlowStage } from './slow-stage.js'

/** A stage is drawn at most this much larger than it is in the show. */
const LARGEST = 2.2

export class SlowMotion extends ShowDialog {
  #sides = []
  #title = ''
  #facts

  /**
   * Options: `memory`, a `SwipeMemory`; `example()`, a stage for a swipe without a visitor; `dress(element)`, which
   * sets the texts of a copy of a stage; and `rest`, after which ms without a touch the page below comes back.
   */
  constructor(dialog, options) {
    super(dialog, 'slow', options)
    this.parts = partsOf(dialog, 'film', 'of', 'drawer', 'facts')
    this.player = new Player(dialog, time => this.#draw(time))
    this.#facts = new Facts(this.parts.facts)
    new ResizeObserver(() => this.#fit()).observe(this.parts.film)
  }

  /** Plays the last swipe. */
  open() {
    if (this.isOpen) return
    const { memory, example, dress } = this.options
    const isExample = memory.last.length === 0
    const entries = isExample ? exampleOf(example()) : memory.last
    this.#title = isExample ? 'An example, ten times slower' : 'The last swipe, ten times slower'
    this.parts.drawer.open = false
    this.show()
    this.#sides = entries.map(entry => {
      const stage = new SlowStage(entry, dress)
      const overlay = new Overlay(entry)
      const host = elementOf('div', 'frame', stage.element, overlay.element)
      this.parts.film.append(host)
      stage.start()
      return { entry, host, stage, overlay }
    })
    this.record = entries.at(-1).record
    this.#facts.begin(entries.at(-1), memory.decided)
    this.#fit()
    this.player.open(spanOf(this.record), 0)
  }

  clear() {
    this.player.stop()
    this.#sides = []
    this.parts.film.replaceChildren()
  }

  #draw(time) {
    for (const { entry, stage, overlay } of this.#sides) {
      const shown = replayAt(entry.record, time)
      stage.draw(shown)
      overlay.draw(shown)
    }
    this.#facts.draw(replayAt(this.record, time))
    this.parts.of.textContent = `${this.#title}: ${numberOf(Math.round(time))} ms`
  }

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
      overlay.fit({
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
}
