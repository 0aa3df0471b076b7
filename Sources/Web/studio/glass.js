// A part of the panel's glass on a canvas. Colours are tokens of the design.
import { Surface } from './surface.js'

/** The arrow of a velocity shows how far the finger would go in this time, in s. */
export const REACH = 0.1

export class Glass extends Surface {
  #scale = 1
  #left = 0
  #top = 0

  /** Clears the canvas, and shows this area of the glass from now on: {x, y, width, height} in mm. */
  begin(area) {
    const { width, height } = this
    this.clear()
    this.#scale = Math.min(width / area.width, height / area.height)
    this.#left = (width - area.width * this.#scale) / 2 - area.x * this.#scale
    this.#top = (height - area.height * this.#scale) / 2 - area.y * this.#scale
  }

  at({ x, y }) { return [this.#left + x * this.#scale, this.#top + y * this.#scale] }

  /** A rectangle of the glass: {x, y, width, height} in mm; `hatch` is {color, step, width} in units. */
  rectangle(area, { fill = null, stroke = null, hatch = null }) {
    this.areas([area], { fill, hatch })
    if (!stroke) return
    const { context } = this
    context.beginPath()
    context.rect(...this.at(area), area.width * this.#scale, area.height * this.#scale)
    this.stroke(stroke, 2)
  }

  /** Rectangles {x, y, width, height} in mm, with one fill and one hatching through all; `gap` is in units. */
  areas(areas, { fill = null, hatch = null, gap = 0 }) {
    const { context, unit } = this
    // Whole pixels: neighbours would show a seam.
    const whole = length => Math.round(length * devicePixelRatio) / devicePixelRatio
    const space = whole(gap * unit)
    context.beginPath()
    for (const area of areas) {
      const [left, top] = this.at(area).map(whole)
      const [right, bottom] = this.at({ x: area.x + area.width, y: area.y + area.height }).map(whole)
      // Between small cells, gaps would be most of what is seen.
      const between = area.width * this.#scale < 5 * space ? 0 : space
      context.rect(left, top, right - left - between, bottom - top - between)
    }
    if (fill) this.fill(fill)
    if (hatch) this.#hatch(hatch)
  }

  /** Fills the present path with lines at 45°. */
  #hatch({ color, step = 12, width: line = 1 }) {
    const { context, unit, width, height } = this
    context.save()
    context.clip()
    context.beginPath()
    for (let x = -height; x < width; x += step * unit) {
      context.moveTo(x, height)
      context.lineTo(x + height, 0)
    }
    this.stroke(color, line)
    context.restore()
  }

  /** A line through positions [x, y] in mm: in each frame for every contact, so it allocates nothing. */
  trail(positions, color, width) {
    const { context } = this
    context.beginPath()
    for (const [x, y] of positions) context.lineTo(this.#left + x * this.#scale, this.#top + y * this.#scale)
    this.stroke(color, width)
  }

  /** A line through positions {x, y} in mm, with a dot at each of them if `radius` is not 0. */
  path(points, color, { width = 3, radius = 0 } = {}) {
    const { context, unit } = this
    context.beginPath()
    for (const point of points) context.lineTo(...this.at(point))
    this.stroke(color, width)
    if (radius === 0) return
    context.beginPath()
    for (const [x, y] of points.map(point => this.at(point))) {
      context.moveTo(x + radius * unit, y)
      context.arc(x, y, radius * unit, 0, 2 * Math.PI)
    }
    this.fill(color)
  }

  /** A finger: filled while it is down, a ring after it has lifted. */
  finger(point, { isDown, size = null, color = 'ink' }) {
    const { context, unit } = this
    const [x, y] = this.at(point)
    const radius = Math.max(8 * unit, size === null ? 0 : size * this.#scale / 2)
    context.beginPath()
    context.arc(x, y, radius, 0, 2 * Math.PI)
    if (isDown) this.fill(color)
    else this.stroke(color, 3)
  }

  /** The arrow of a velocity. */
  arrow(point, velocity, color) {
    const { context, unit } = this
    const speed = Math.hypot(velocity.x, velocity.y)
    // A shorter arrow is hidden by the finger.
    if (speed * REACH * this.#scale < 24 * unit) return
    const [x, y] = this.at(point)
    const reach = REACH * this.#scale
    const [endX, endY] = [x + velocity.x * reach, y + velocity.y * reach]
    const [alongX, alongY] = [velocity.x / speed, velocity.y / speed]
    const [long, wide] = [14 * unit, 8 * unit]
    context.beginPath()
    context.moveTo(x, y)
    context.lineTo(endX, endY)
    context.moveTo(endX - long * alongX - wide * alongY, endY - long * alongY + wide * alongX)
    context.lineTo(endX, endY)
    context.lineTo(endX - long * alongX + wide * alongY, endY - long * alongY - wide * alongX)
    this.stroke(color, 4)
  }
}
