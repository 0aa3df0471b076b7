// A part of the panel's glass on a canvas. Colours are tokens of the design.

/** The arrow of a velocity shows how far the finger would go in this time, in s. */
const REACH = 0.1

export class Glass {
  #canvas
  #context
  #scale = 1
  #density = 1
  #area = { x: 0, y: 0, width: 1, height: 1 }
  #style
  #colors = new Map()

  constructor(canvas) {
    this.#canvas = canvas
    this.#context = canvas.getContext('2d')
    this.#style = getComputedStyle(canvas)
  }

  /** Width over height of the canvas. */
  get proportion() { return this.#canvas.clientWidth / Math.max(1, this.#canvas.clientHeight) }

  /** Clears the canvas, and shows this area of the glass from now on: {x, y, width, height} in mm. */
  begin(area) {
    const { clientWidth, clientHeight } = this.#canvas
    const density = devicePixelRatio
    this.#density = density
    const [width, height] = [Math.round(clientWidth * density), Math.round(clientHeight * density)]
    if (this.#canvas.width !== width || this.#canvas.height !== height) {
      Object.assign(this.#canvas, { width, height })
    }
    const context = this.#context
    context.setTransform(density, 0, 0, density, 0, 0)
    context.clearRect(0, 0, clientWidth, clientHeight)
    Object.assign(context, { lineCap: 'round', lineJoin: 'round' })
    this.#colors.clear()
    this.#area = area
    this.#scale = Math.min(clientWidth / area.width, clientHeight / area.height)
    this.left = (clientWidth - area.width * this.#scale) / 2
    this.top = (clientHeight - area.height * this.#scale) / 2
    /** The unit of strokes and radii: wider on larger screens, as the type is. */
    this.unit = parseFloat(this.#style.fontSize) / 16
  }

  at({ x, y }) {
    return [this.left + (x - this.#area.x) * this.#scale, this.top + (y - this.#area.y) * this.#scale]
  }

  /** The color of a token; the style is read once for each drawing. */
  #color(name) {
    let color = this.#colors.get(name)
    if (!color) this.#colors.set(name, color = this.#style.getPropertyValue(`--${name}`))
    return color
  }

  /** A rectangle of the glass: {x, y, width, height} in mm; `hatch` is {color, step, width} in units. */
  rectangle(area, { fill = null, stroke = null, hatch = null }) {
    this.areas([area], { fill, hatch })
    if (!stroke) return
    const [left, top] = this.at(area)
    this.#context.beginPath()
    this.#context.rect(left, top, area.width * this.#scale, area.height * this.#scale)
    this.#stroke(stroke, 2)
  }

  /** Rectangles {x, y, width, height} in mm, with one fill and one hatching through all; `gap` is in units. */
  areas(areas, { fill = null, hatch = null, gap = 0 }) {
    const context = this.#context
    const space = Math.round(gap * this.unit * this.#density) / this.#density
    context.beginPath()
    for (const area of areas) {
      const [left, top] = this.at(area)
      const [right, bottom] = this.at({ x: area.x + area.width, y: area.y + area.height })
      // Whole pixels: neighbours would show a seam.
      const [x, y, endX, endY] = [left, top, right, bottom].map(one => Math.round(one * this.#density) / this.#density)
      // Between small cells, gaps would be most of what is seen.
      const between = area.width * this.#scale < 5 * space ? 0 : space
      context.rect(x, y, endX - x - between, endY - y - between)
    }
    if (fill) {
      context.fillStyle = this.#color(fill)
      context.fill()
    }
    if (hatch) this.#hatch(hatch)
  }

  /** Fills the present path with lines at 45°. */
  #hatch({ color, step = 12, width: line = 1 }) {
    const context = this.#context
    const { clientWidth: width, clientHeight: height } = this.#canvas
    context.save()
    context.clip()
    context.beginPath()
    for (let x = -height; x < width; x += step * this.unit) {
      context.moveTo(x, height)
      context.lineTo(x + height, 0)
    }
    this.#stroke(color, line)
    context.restore()
  }

  #stroke(color, width) {
    Object.assign(this.#context, { strokeStyle: this.#color(color), lineWidth: width * this.unit })
    this.#context.stroke()
  }

  /** The line through the positions [x, y] of a trail. */
  trail(positions, color, width) {
    const context = this.#context
    const left = this.left - this.#area.x * this.#scale
    const top = this.top - this.#area.y * this.#scale
    context.beginPath()
    for (const [x, y] of positions) context.lineTo(left + x * this.#scale, top + y * this.#scale)
    this.#stroke(color, width)
  }

  /** A path through positions {x, y}, with a dot at each of them if `radius` is not 0. */
  path(points, color, { width = 3, radius = 0 } = {}) {
    if (points.length === 0) return
    const context = this.#context
    const places = points.map(point => this.at(point))
    context.beginPath()
    for (const [x, y] of places) context.lineTo(x, y)
    this.#stroke(color, width)
    if (radius === 0) return
    context.beginPath()
    for (const [x, y] of places) {
      context.moveTo(x + radius * this.unit, y)
      context.arc(x, y, radius * this.unit, 0, 2 * Math.PI)
    }
    context.fillStyle = this.#color(color)
    context.fill()
  }

  /** A finger: filled while it is down, a ring after it has lifted. */
  finger(point, { isDown, size = null, color = 'ink' }) {
    const context = this.#context
    const [x, y] = this.at(point)
    const radius = Math.max(8 * this.unit, size === null ? 0 : size * this.#scale / 2)
    context.beginPath()
    context.arc(x, y, radius, 0, 2 * Math.PI)
    if (isDown) {
      context.fillStyle = this.#color(color)
      context.fill()
    } else {
      this.#stroke(color, 3)
    }
  }

  /** The arrow of a velocity. */
  arrow(point, velocity, color) {
    const speed = Math.hypot(velocity.x, velocity.y)
    if (speed < 1) return
    const [x, y] = this.at(point)
    const reach = REACH * this.#scale
    const [endX, endY] = [x + velocity.x * reach, y + velocity.y * reach]
    const [alongX, alongY] = [velocity.x / speed, velocity.y / speed]
    const [long, wide] = [14 * this.unit, 8 * this.unit]
    const context = this.#context
    context.beginPath()
    context.moveTo(x, y)
    context.lineTo(endX, endY)
    context.moveTo(endX - long * alongX - wide * alongY, endY - long * alongY + wide * alongX)
    context.lineTo(endX, endY)
    context.lineTo(endX - long * alongX + wide * alongY, endY - long * alongY - wide * alongX)
    this.#stroke(color, 4)
  }
}
