// The replay of a swipe, full screen: its path, the samples of the fit with their velocity, and the criteria.
import { Bars } from './bars.js'
import { Glass } from '../glass.js'
import { SLOW, areaOf, replayAt, spanOf } from './replay.js'
import { criteriaOf, numberOf, sentenceOf } from './words.js'

export class Film {
  #frame = null
  #message = null
  #swipe = null
  /** The moment that is shown, in ms of the swipe. */
  time = 0

  constructor(dialog) {
    this.dialog = dialog
    const find = selector => dialog.querySelector(selector)
    this.parts = { time: find('.time'), clock: find('.clock'), what: find('.what'), fit: find('.fit') }
    this.glass = new Glass(find('canvas'))
    this.bars = new Bars(find('.bars'))
    find('[value=close]').addEventListener('click', () => {
      // The event of the dialog comes later.
      this.#stop()
      dialog.close()
    })
    find('[value=play]').addEventListener('click', () => this.play())
    this.parts.time.addEventListener('input', () => this.show(Number(this.parts.time.value)))
    dialog.addEventListener('close', () => this.#stop())
    new ResizeObserver(() => { if (dialog.open && !this.isPlaying) this.#draw(this.time) }).observe(find('canvas'))
  }

  get isPlaying() { return this.#frame !== null }

  /** Opens with a `decision` message and the swipe of its `replay` message. */
  open(message, swipe) {
    this.#message = message
    this.#swipe = swipe
    const { from, end, to } = spanOf(swipe)
    Object.assign(this.parts.time, { min: from, max: to })
    this.parts.what.textContent = sentenceOf(message)
    if (!this.dialog.open) this.dialog.showModal()
    // Who prefers less motion sees the moment of the decision, and may play the rest.
    if (matchMedia('(prefers-reduced-motion: reduce)').matches) this.show(end)
    else this.play()
  }

  play() {
    this.#stop()
    const { from, to } = spanOf(this.#swipe)
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
    glass.begin(areaOf(swipe, glass.proportion))
    glass.path(points, 'edge', { width: 2 })
    glass.path([...points.slice(0, index + 1), position], 'muted', { width: 4 })
    if (fit) {
      const { x, y } = fit.velocity
      const back = { x: fit.at.x - x * fit.window / 1000, y: fit.at.y - y * fit.window / 1000 }
      glass.path([back, fit.at], 'accent', { width: 2 })
      glass.path(points.slice(fit.first, fit.last + 1), 'accent', { width: 1, radius: 5 })
      glass.arrow(fit.at, fit.velocity, 'accent')
    }
    glass.finger(position, { isDown: !isOver })
    this.#say(moment, fit)
    this.parts.time.value = time
    this.parts.clock.textContent = `${Math.round(time)} ms`
    this.parts.time.setAttribute('aria-valuetext', `${Math.round(time)} ms`)
  }

  #say(moment, fit) {
    const { decision } = this.#message
    const limits = decision ?? { distanceThreshold: 0, speedThreshold: 0 }
    this.bars.draw(criteriaOf({ ...limits, distance: moment.distance, speed: moment.speed, predicted: null }))
    this.parts.fit.textContent = fit
      ? `Fit: ${numberOf(Math.hypot(fit.velocity.x, fit.velocity.y))} mm/s from ${fit.samples} samples in `
        + `${Math.round(fit.window)} ms, confidence ${fit.confidence.toFixed(2)}`
      : 'Fit: at rest'
  }
}
