// The map of the panel: its cells fill as fingers cover them, and dead cells are marked.
import { Glass } from '../glass.js'

/** A dead cell reads without its colour, too. */
const HATCH = { color: 'card', step: 8, width: 2.5 }

/** The cells of a panel, and which of them are new since the last drawing. */
export class Coverage {
  columns = 0
  rows = 0
  #covered = new Set()
  #dead = new Set()
  #fresh = new Set()
  /** Whether everything must be drawn again. */
  isStale = true

  /** Adds a `coverage` message. */
  add({ columns, rows, added, dead, isReset }) {
    if (isReset || columns !== this.columns || rows !== this.rows) {
      Object.assign(this, { columns, rows, isStale: true })
      this.#covered.clear()
      this.#fresh.clear()
      this.#dead.clear()
    }
    for (const cell of added) {
      if (!this.#has(cell) || this.#covered.has(cell)) continue
      this.#covered.add(cell)
      this.#fresh.add(cell)
    }
    const gone = dead.filter(cell => this.#has(cell))
    if (gone.length === this.#dead.size && gone.every(cell => this.#dead.has(cell))) return
    this.#dead = new Set(gone)
    this.isStale = true
  }

  #has(cell) { return Number.isInteger(cell) && cell >= 0 && cell < this.columns * this.rows }

  /** The dead cells. */
  get dead() { return [...this.#dead] }
  /** The covered cells that are not dead. */
  get covered() { return [...this.#covered].filter(cell => !this.#dead.has(cell)) }

  /** Returns the cells that are covered since the last call, without dead ones. */
  takeFresh() {
    const fresh = [...this.#fresh].filter(cell => !this.#dead.has(cell))
    this.#fresh.clear()
    return fresh
  }

  /** The area of a cell on a panel {width, height}: {x, y, width, height} in mm. */
  areaOf(cell, panel) {
    const [width, height] = [panel.width / this.columns, panel.height / this.rows]
    return { x: cell % this.columns * width, y: Math.floor(cell / this.columns) * height, width, height }
  }
}

/** Draws the coverage on one canvas, and the fingers on another one above it. */
export class CoverageMap {
  #isStale = true

  /** `changed` is called when the size or the colours have changed: the map must be drawn again. */
  constructor(cells, fingers, changed) {
    const redraw = () => {
      this.#isStale = true
      changed()
    }
    this.cells = new Glass(cells, redraw)
    this.fingers = new Glass(fingers, redraw)
  }

  /** Draws only new cells if nothing else has changed. */
  draw(coverage, panel, contacts) {
    const margin = 2
    const area = { x: -margin, y: -margin, width: panel.width + 2 * margin, height: panel.height + 2 * margin }
    const areas = cells => cells.map(cell => coverage.areaOf(cell, panel))
    const fresh = coverage.takeFresh()
    if (coverage.isStale || this.#isStale) {
      this.#isStale = false
      coverage.isStale = false
      this.cells.begin(area)
      this.cells.rectangle({ x: 0, y: 0, width: panel.width, height: panel.height }, { fill: 'well', stroke: 'line' })
      this.cells.areas(areas(coverage.covered), { fill: 'covered', gap: 1 })
      const dead = areas(coverage.dead)
      if (dead.length > 0) this.cells.areas(dead, { fill: 'no', hatch: HATCH })
    } else if (fresh.length > 0) {
      this.cells.areas(areas(fresh), { fill: 'covered', gap: 1 })
    }
    this.fingers.begin(area)
    for (const { x, y, trail, size, isDown } of contacts) {
      this.fingers.trail(trail, 'ink', 3)
      this.fingers.finger({ x, y }, { isDown, size, color: 'ink' })
    }
  }
}
