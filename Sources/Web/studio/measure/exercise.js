// The exercise in progress: the request, the time, the fingers, the map, and the target to tap.
import { elementOf, partsOf, write } from '../../design/elements.js'
import { viewOf } from '../display.js'
import { CoverageMap } from './coverage.js'
import { diameterOf, roomBeside, targetsOf } from './targets.js'
import { countOf, countedOf, fingersOf, requestOf, timeOf } from './words.js'

export class Exercise {
  #steps = []
  #aim = ''

  /** `changed` is called when the map must be drawn again. */
  constructor(root, changed) {
    this.root = root
    this.parts = partsOf(
      root, 'count', 'request', 'steps', 'ring', 'seconds', 'down', 'counted', 'dead', 'far', 'aim', 'cross', 'cells',
      'fingers')
    this.map = new CoverageMap(this.parts.cells, this.parts.fingers, changed)
  }

  /** Shows the station of a `measure` message. */
  draw({ station, stations }, coverage, panel, contacts) {
    const { parts } = this
    // First what reads the layout, then what changes it.
    this.map.draw(coverage, panel, contacts)
    write(parts.count, countOf(station))
    write(parts.request, requestOf(station))
    write(parts.seconds, timeOf(station))
    write(parts.down, fingersOf(station.contacts))
    write(parts.counted, countedOf(station))
    const part = station.patience > 0 ? Math.min(station.elapsed / station.patience, 1) : 0
    parts.ring.style.setProperty('--part', part.toFixed(3))
    parts.dead.hidden = coverage.dead.length === 0
    this.#drawSteps(stations)
    this.#drawTarget(station, panel)
  }

  #drawSteps(stations) {
    const { steps } = this.parts
    if (this.#steps.length !== stations.length) {
      this.#steps = stations.map(() => elementOf('li', '', elementOf('span', '')))
      steps.replaceChildren(...this.#steps)
    }
    for (const [index, { word, state }] of stations.entries()) {
      const item = this.#steps[index]
      if (item.dataset.state === state) continue
      item.dataset.state = state
      item.firstElementChild.textContent = `${word}: ${state}`
    }
  }

  /** The targets as the page draws them now. */
  targets(panel) {
    const view = viewOf(window)
    const diameter = diameterOf(view, panel)
    return { isFull: view.isFull, diameter, points: targetsOf(view, diameter) }
  }

  #drawTarget({ word, target }, panel) {
    const { aim, cross, far } = this.parts
    const isAimed = word === 'targets'
    if (this.root.dataset.targets !== String(isAimed)) this.root.dataset.targets = isAimed
    aim.hidden = !isAimed
    if (!isAimed) {
      far.hidden = true
      return
    }
    const { isFull, diameter, points } = this.targets(panel)
    const point = points[target]
    cross.hidden = point === undefined
    far.hidden = isFull
    if (!point) return
    const style = `${point.left} ${point.top} ${diameter} ${innerHeight} ${isFull}`
    if (style === this.#aim) return
    this.#aim = style
    Object.assign(cross.style, { left: `${point.left}px`, top: `${point.top}px` })
    aim.style.setProperty('--diameter', `${diameter}px`)
    // In full screen, the request and the buttons are between the rows of targets; in a window, a row can be anywhere.
    this.root.dataset.beside = !isFull
    this.root.style.setProperty('--beside', `${roomBeside(point, diameter, innerHeight)}px`)
  }
}
