// The replay of a swipe, full screen: its path, the samples of the fit with their velocity, and the criteria.
import { Glass, REACH } from '../glass.js'
import { numberOf, write } from '../texts.js'
import { Bars } from './bars.js'
import { Chart } from './chart.js'
import { SLOW, areaOf, replayAt, spanOf } from './replay.js'
import { criteriaOf, sentenceOf } from './words.js'

export class Film {
  #frame = null
  #message = null
  #swipe = null
  /** The moment that is shown, in ms of the swipe. */
  time = 0

  constructor(dialog) {
    this.dialog = dialog
    const find = selector => dialog.querySelector(selector)
    this.parts = {
      time: find('.time'), clock: find('.clock'), what: find('.what'), fit: find('.fit'), play: find('[value=play]'),
    }
    const redraw = () => { if (dialog.open && !this.isPlaying) this.#draw(this.time) }
    this.glass = new Glass(find('.path'), redraw)
    this.chart = new Chart(find('.chart'), redraw)
    this.bars = new Bars(find('.bars'))
    find('[value=close]').addEventListener('click', () => {
      // The event of the dialog comes later.
      this.#stop()
      dialog.close()
    })
    this.parts.play.addEventListener('click', () => this.isPlaying ? this.show(this.time) : this.play())
    this.parts.time.addEventListener('input', () => this.show(Number(this.parts.time.value)))
    dialog.addEventListener('close', () => this.#stop())
  }

  get isPlaying() { return this.#frame !== null }

  /** Opens with a `decision` message and the swipe of its `replay` message. */
  open(message, swipe) {
    this.#message = message
    this.#swipe = swipe
    const { from, end, to } = spanOf(swipe)
    this.time = from
    Object.assign(this.parts.time, { min: from, max: to })
    this.parts.what.textContent = sentenceOf(message)
    if (!this.dialog.open) this.dialog.showModal()
    this.glass.measure()
    this.chart.measure()
    // Who prefers less motion sees the moment of the decision, and may play the rest.
    if (matchMedia('(prefers-reduced-motion: reduce)').matches) this.show(end)
    else this.play()
  }

  /** Plays on, or from the start if the end is shown. */
  play() {
    this.#stop()
    const { from: start, to } = spanOf(this.#swipe)
    const from = this.time > start && this.time < to ? this.time : start
    const begin = performance.now()
    const frame = now => {
      const time = Math.min(from + Math.max(0, now - begin) * SLOW, to)
      this.#frame = time < to ? requestAnimationFrame(frame) : null
      this.#draw(time)
    }
    this.#frame = requestAnimationFrame(frame)
  }

  /** Shows one moment, in ms of the swipe, and stays there. */
  show(time) {
    this.#stop()
    this.#draw(time)
  }

  #stop() {
    cancelAnimationFrame(this.#frame)
    this.#frame = null
  }

  #draw(time) {
    this.time = time
    const swipe = this.#swipe
    const { index, moment, position, fit, isOver } = replayAt(swipe, time)
    const points = swipe.moments.map(one => ({ x: swipe.x + one.x, y: swipe.y + one.y }))
    const { glass } = this
    glass.begin(areaOf(swipe, glass.proportion, REACH))
    glass.path(points, 'edge', { width: 2 })
    glass.path([...points.slice(0, index + 1), position], 'muted', { width: 4 })
    if (fit) {
      glass.path(points.slice(fit.first, fit.last + 1), 'accent', { width: 1, radius: 5 })
      glass.arrow(fit.at, fit.velocity, 'ink')
    }
    glass.finger(position, { isDown: !isOver })
    this.chart.draw(swipe, time, { index, fit }, this.#limits.distanceThreshold)
    this.#say(moment, fit)
    this.parts.time.value = time
    const { clock, play } = this.parts
    write(clock, `${Math.round(time)} ms of the swipe, ten times slower`)
    write(play, this.isPlaying ? 'Pause' : 'Play')
    this.parts.time.setAttribute('aria-valuetext', `${Math.round(time)} ms`)
  }

  /** A cancelled swipe has no thresholds. */
  get #limits() { return this.#message.decision ?? { distanceThreshold: 0, speedThreshold: 0 } }

  #say(moment, fit) {
    this.bars.draw(criteriaOf({ ...this.#limits, distance: moment.distance, speed: moment.speed, predicted: null }))
    write(this.parts.fit, fit
      ? `Speed by the fit: ${numberOf(Math.hypot(fit.velocity.x, fit.velocity.y))} mm/s from ${fit.samples} samples in `
        + `${Math.round(fit.window)} ms, confidence ${fit.confidence.toFixed(2)}`
      : 'Speed by the fit: at rest')
  }
}
