// The clock of a replay in a dialog: it plays at a tenth of the speed, and its slider goes to each moment.
import { write } from '../design/elements.js'

/** A tenth of the speed. */
const SLOW = 0.1

export class Player {
  #draw
  #frame = null
  #span = null
  /** The moment that is shown, in ms of the swipe. */
  time = 0

  /** `draw(time)` shows a moment of the swipe. The dialog has a slider and a button, which `play` and `time` name. */
  constructor(dialog, draw) {
    this.#draw = draw
    this.slider = dialog.querySelector('.time')
    this.button = dialog.querySelector('[value=play]')
    this.slider.addEventListener('input', () => this.show(Number(this.slider.value)))
    this.button.addEventListener('click', () => this.isPlaying ? this.show(this.time) : this.play())
  }

  get isPlaying() { return this.#frame !== null }

  /** Plays a span {from, decided, to} of `spanOf`; the slider begins at `first`. */
  open(span, first = span.from) {
    this.#span = span
    this.time = span.from
    Object.assign(this.slider, { min: first, max: span.to })
    // A user who prefers less motion sees the moment of the decision, and can play the rest.
    if (matchMedia('(prefers-reduced-motion: reduce)').matches) this.show(span.decided)
    else this.play()
  }

  /** Plays on, or from the start if the end is shown. */
  play() {
    this.stop()
    const { from: start, to } = this.#span
    const from = this.time > start && this.time < to ? this.time : start
    const begin = performance.now()
    const frame = now => {
      const time = Math.min(from + Math.max(0, now - begin) * SLOW, to)
      this.#frame = time < to ? requestAnimationFrame(frame) : null
      this.#show(time)
    }
    this.#frame = requestAnimationFrame(frame)
  }

  /** Shows one moment, in ms of the swipe, and stays there. */
  show(time) {
    this.stop()
    this.#show(time)
  }

  /** Shows the present moment again, in another size or in other colours. */
  redraw() { if (this.#span && !this.isPlaying) this.#show(this.time) }

  stop() {
    cancelAnimationFrame(this.#frame)
    this.#frame = null
  }

  #show(time) {
    this.time = time
    this.#draw(time)
    this.slider.value = time
    this.slider.setAttribute('aria-valuetext', `${Math.round(time)} ms`)
    write(this.button, this.isPlaying ? 'Pause' : 'Play')
  }
}
