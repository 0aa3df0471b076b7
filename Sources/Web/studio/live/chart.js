// The distance of a swipe over time, with the samples of the fit and its slope, and the distance that commits.

/** The axes of a chart: the longest time in ms, and the longest distance in mm, with room for the threshold. */
export function rangeOf({ moments }, threshold) {
  return {
    time: Math.max(1, moments.at(-1).time),
    distance: 1.1 * Math.max(1, threshold, ...moments.map(one => one.distance)),
  }
}

/** The ends of the fit's slope, as [time, distance]: from its oldest sample to 20 ms after its newest. */
export function slopeOf({ moments }, fit, speed) {
  const { time, distance } = moments[fit.last]
  return [-fit.window, 20].map(ms => [time + ms, distance + speed * ms / 1000])
}

export class Chart {
  #canvas
  #context
  #style

  constructor(canvas) {
    this.#canvas = canvas
    this.#context = canvas.getContext('2d')
    this.#style = getComputedStyle(canvas)
  }

  /** Draws a swipe up to a moment; `fit` is null at rest. */
  draw(swipe, { index, fit }, threshold) {
    const { clientWidth: width, clientHeight: height } = this.#canvas
    const density = devicePixelRatio
    Object.assign(this.#canvas, { width: Math.round(width * density), height: Math.round(height * density) })
    const context = this.#context
    context.scale(density, density)
    Object.assign(context, { lineCap: 'round', lineJoin: 'round' })
    const unit = parseFloat(this.#style.fontSize) / 16
    const range = rangeOf(swipe, threshold)
    const [inset, low] = [8 * unit, height - 8 * unit]
    const at = (time, distance) => [
      inset + time / range.time * (width - 2 * inset), low - distance / range.distance * (low - inset),
    ]
    const line = (places, color, thickness, dash = []) => {
      context.beginPath()
      for (const place of places) context.lineTo(...at(...place))
      context.setLineDash(dash.map(one => one * unit))
      Object.assign(context, { strokeStyle: this.#color(color), lineWidth: thickness * unit })
      context.stroke()
    }
    const places = swipe.moments.map(one => [one.time, one.distance])
    line([[0, threshold], [range.time, threshold]], 'ink', 2, [6, 6])
    line(places, 'edge', 2)
    line(places.slice(0, index + 1), 'muted', 4)
    if (!fit) return
    line(slopeOf(swipe, fit, swipe.moments[index].speed), 'accent', 3)
    context.fillStyle = this.#color('accent')
    for (const place of places.slice(fit.first, fit.last + 1)) {
      context.beginPath()
      context.arc(...at(...place), 4 * unit, 0, 2 * Math.PI)
      context.fill()
    }
  }

  #color(name) { return this.#style.getPropertyValue(`--${name}`) }
}
