// The distance of a swipe over time, with the samples of the fit and its slope, and the distance that commits.
import { spanOf } from '../../replay/record.js'
import { Surface } from '../surface.js'

/** The axes of a chart: the times in ms, which are those of the slider, and the longest distance in mm. */
export function rangeOf(record, threshold) {
  const { from, to } = spanOf(record)
  return { from, to, distance: 1.1 * Math.max(1, threshold, ...record.moments.map(one => one.distance)) }
}

/** The ends of the fit's slope, as [time, distance]: from its oldest sample to 20 ms after its newest. */
export function slopeOf({ moments }, fit, speed) {
  const { time, distance } = moments[fit.last]
  return [-fit.window, 20].map(ms => [time + ms, distance + speed * ms / 1000])
}

export class Chart extends Surface {
  #at

  /** Draws a swipe up to a time; `fit` is null at rest. */
  draw(record, time, { index, fit }, threshold) {
    const { context, unit, width, height } = this
    this.clear()
    const range = rangeOf(record, threshold)
    const [inset, low] = [8 * unit, height - 8 * unit]
    this.#at = (time, distance) => [
      inset + (time - range.from) / (range.to - range.from) * (width - 2 * inset),
      low - distance / range.distance * (low - inset),
    ]
    const points = record.moments.map(one => [one.time, one.distance])
    this.#line([[range.from, 0], [range.to, 0]], 'line', 1)
    this.#line([[range.from, threshold], [range.to, threshold]], 'ink', 2, [6, 6])
    this.#line([[time, 0], [time, range.distance]], 'line', 2)
    this.#line(points, 'edge', 2)
    this.#line(points.slice(0, index + 1), 'muted', 4)
    if (!fit) return
    this.#line(slopeOf(record, fit, record.moments[index].speed), 'ink', 2)
    context.beginPath()
    for (const point of points.slice(fit.first, fit.last + 1)) {
      const [x, y] = this.#at(...point)
      context.moveTo(x + 4 * unit, y)
      context.arc(x, y, 4 * unit, 0, 2 * Math.PI)
    }
    this.fill('accent')
  }

  #line(points, color, width, dash = []) {
    const { context } = this
    context.beginPath()
    for (const point of points) context.lineTo(...this.#at(...point))
    this.stroke(color, width, dash)
  }
}
