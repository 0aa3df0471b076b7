// A canvas with its size, its colours and its unit, which are read when they change and not while something moves.

export class Surface {
  #canvas
  #colors = new Map()
  #style
  /** In CSS pixels. */
  width = 0
  height = 0
  /** The unit of strokes and radii: wider on larger screens, as the type is. */
  unit = 1

  /** `changed` is called when the size or the colours have changed: the picture must be drawn again. */
  constructor(canvas, changed) {
    this.#canvas = canvas
    this.#style = getComputedStyle(canvas)
    this.context = canvas.getContext('2d')
    new ResizeObserver(() => {
      this.measure()
      changed()
    }).observe(canvas)
    matchMedia('(prefers-color-scheme: dark)').addEventListener('change', () => {
      this.#colors.clear()
      changed()
    })
  }

  /** Width over height. */
  get proportion() { return this.width / Math.max(1, this.height) }

  /** Reads the size; the caller of a picture that has just become visible does not wait for the observer. */
  measure() {
    const { clientWidth, clientHeight } = this.#canvas
    this.width = clientWidth
    this.height = clientHeight
    this.unit = parseFloat(this.#style.fontSize) / 16
    const [width, height] = [clientWidth, clientHeight].map(length => Math.round(length * devicePixelRatio))
    if (this.#canvas.width !== width || this.#canvas.height !== height) Object.assign(this.#canvas, { width, height })
  }

  /** Clears the picture. */
  clear() {
    const { context } = this
    context.setTransform(devicePixelRatio, 0, 0, devicePixelRatio, 0, 0)
    context.clearRect(0, 0, this.width, this.height)
    context.lineCap = 'round'
    context.lineJoin = 'round'
  }

  /** The colour of a token of the design. */
  color(name) {
    if (!this.#colors.has(name)) this.#colors.set(name, this.#style.getPropertyValue(`--${name}`))
    return this.#colors.get(name)
  }

  /** Draws the present path as a line; `dash` in units. */
  stroke(color, width, dash = []) {
    const { context } = this
    context.setLineDash(dash.map(length => length * this.unit))
    context.strokeStyle = this.color(color)
    context.lineWidth = width * this.unit
    context.stroke()
  }

  /** Fills the present path. */
  fill(color) {
    this.context.fillStyle = this.color(color)
    this.context.fill()
  }
}
