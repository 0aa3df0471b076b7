// The replay of a swipe, full screen: its path, the samples of the fit with their velocity, and the criteria.
import { numberOf, partsOf, write } from '../../design/elements.js'
import { Bars } from '../../replay/bars.js'
import { criteriaOf } from '../../replay/criteria.js'
import { Player } from '../../replay/player.js'
import { replayAt, spanOf } from '../../replay/record.js'
import { sentenceOf } from '../../replay/words.js'
import { Glass, REACH } from '../glass.js'
import { Chart } from './chart.js'
import { areaOf, fitAt, recordOf } from './path.js'

export class Film {
  #limits = null
  #record = null

  constructor(dialog) {
    this.dialog = dialog
    this.parts = partsOf(dialog, 'clock', 'what', 'fit', 'path', 'chart', 'bars')
    this.player = new Player(dialog, time => this.#draw(time))
    const redraw = () => { if (dialog.open) this.player.redraw() }
    this.glass = new Glass(this.parts.path, redraw)
    this.chart = new Chart(this.parts.chart, redraw)
    this.bars = new Bars(this.parts.bars)
    dialog.querySelector('[value=close]').addEventListener('click', () => {
      // The event of the dialog comes later.
      this.player.stop()
      dialog.close()
    })
    dialog.addEventListener('close', () => this.player.stop())
  }

  /** Opens with a `decision` message and the swipe of its `replay` message. */
  open(message, swipe) {
    // A cancelled swipe has no thresholds.
    this.#limits = message.decision ?? { distanceThreshold: 0, speedThreshold: 0 }
    this.#record = recordOf(swipe)
    this.parts.what.textContent = sentenceOf(message)
    if (!this.dialog.open) this.dialog.showModal()
    this.glass.measure()
    this.chart.measure()
    this.player.open(spanOf(this.#record))
  }

  #draw(time) {
    const record = this.#record
    const { index, moment, position, phase } = replayAt(record, time)
    const fit = fitAt(record, index)
    const points = record.moments.map(one => one.position)
    const { glass } = this
    glass.begin(areaOf(record, glass.proportion, REACH))
    glass.path(points, 'edge', { width: 2 })
    glass.path([...points.slice(0, index + 1), position], 'muted', { width: 4 })
    if (fit) {
      glass.path(points.slice(fit.first, fit.last + 1), 'accent', { width: 1, radius: 5 })
      glass.arrow(fit.at, fit.velocity, 'ink')
    }
    glass.finger(position, { isDown: phase === 'held' })
    this.chart.draw(record, time, { index, fit }, this.#limits.distanceThreshold)
    this.#say(moment, fit)
    write(this.parts.clock, `${Math.round(time)} ms of the swipe, ten times slower`)
  }

  #say({ distance, speed }, fit) {
    this.bars.draw(criteriaOf({ ...this.#limits, distance, speed, predicted: null }, 'mm'))
    write(this.parts.fit, fit
      ? `Speed by the fit: ${numberOf(Math.hypot(fit.velocity.x, fit.velocity.y))} mm/s from ${fit.samples} samples in `
        + `${Math.round(fit.window)} ms, confidence ${fit.confidence.toFixed(2)}`
      : 'Speed by the fit: at rest')
  }
}
