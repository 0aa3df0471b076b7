// What a replay draws over its stage: the finger with its path, its velocity, where the content would land, and the
// line at which the distance is enough.
import { rounded } from '../words.js'

const SVG = 'http://www.w3.org/2000/svg'
/** The arrow of the velocity shows how far the finger would go in this time, in s. */
const REACH = 0.1
/** Labels and marks stay this far inside of the view, in px. */
const INSIDE = 24

const clamp = (value, low, high) => Math.min(Math.max(value, low), Math.max(low, high))

export class Overlay {
  #parts = {}
  #entry

  /** `entry` is one of `SwipeMemory`. */
  constructor(entry) {
    this.#entry = entry
    this.element = elementOf('svg', { class: 'overlay', 'aria-hidden': true })
    for (const [name, tag] of [
      ['enough', 'line'], ['path', 'polyline'], ['reach', 'line'], ['landing', 'circle'], ['arrow', 'line'],
      ['head', 'polygon'], ['finger', 'circle'], ['enough-label', 'text'], ['landing-label', 'text'],
      ['speed-label', 'text'],
    ]) {
      this.#parts[name] = elementOf(tag, { class: name })
      this.element.append(this.#parts[name])
    }
  }

  /** Where the view is in the overlay: {left, top, width, height} in px, and how much larger it is drawn. */
  fit(box, scale) {
    Object.assign(this, { box, scale })
    this.#drawEnough()
  }

  /** A position in the overlay, of a displacement of the finger. */
  #at({ x, y }) {
    const { start } = this.#entry
    const { left, top } = this.box
    return { x: left + this.scale * (start.x + x), y: top + this.scale * (start.y + y) }
  }

  /** The line on the side to which the finger went. */
  #drawEnough() {
    const { axis, lines, moments } = this.#entry.record
    const end = moments.at(-1).predictedEnd
    const line = lines.find(({ displacement }) => Math.sign(displacement) === (Math.sign(end[axis]) || 1)) ?? lines[0]
    if (!line) return
    const at = this.#at({ x: 0, y: 0, [axis]: line.displacement })
    const { left, top, width, height } = this.box
    const isInView = at.x > left && at.x < left + width && at.y > top && at.y < top + height
    if (!isInView) return
    // Across the path, and not through the words of the stage.
    const half = Math.min(width, height) / 8
    const [x, y] = axis === 'x' ? [0, half] : [half, 0]
    set(this.#parts.enough, { x1: at.x - x, x2: at.x + x, y1: at.y - y, y2: at.y + y })
    const words = `far enough: ${this.#sizeOf(line.displacement)}`
    const corner = axis === 'x' ? { x: at.x, y: at.y + half } : { x: at.x + half, y: at.y }
    this.#label('enough-label', words, corner, axis === 'x' ? { dy: 1 } : { dx: 0.5 })
  }

  /** A length in words. */
  #sizeOf(px) { return `${rounded(px, this.#entry.unit)} ${this.#entry.unit.name}` }

  /** Draws a moment of `replayAt`. */
  draw({ index, moment: { velocity, predictedEnd, criteria }, position, phase }) {
    const { record: { moments, axis } } = this.#entry
    const finger = this.#at(position)
    const path = moments.slice(0, index + 1).map(moment => this.#at(moment.position))
    set(this.#parts.path, { points: [...path, finger].map(({ x, y }) => `${x.toFixed(1)},${y.toFixed(1)}`).join(' ') })
    set(this.#parts.finger, { cx: finger.x, cy: finger.y, r: 'var(--tip)' })
    this.element.dataset.phase = phase
    this.#drawVelocity(finger, velocity, criteria.find(({ name }) => name === 'velocity')?.isMet ?? false)
    this.#drawLanding(finger, { ...position, [axis]: predictedEnd[axis] })
  }

  #drawVelocity(from, { x, y }, isFast) {
    const length = Math.hypot(x, y)
    this.element.dataset.fast = isFast
    this.element.dataset.moving = length > 0
    if (length === 0) return
    const to = { x: from.x + x * REACH * this.scale, y: from.y + y * REACH * this.scale }
    set(this.#parts.arrow, { x1: from.x, y1: from.y, x2: to.x, y2: to.y })
    const [along, across] = [{ x: x / length, y: y / length }, { x: -y / length, y: x / length }]
    const corner = (ahead, aside) =>
      ['x', 'y'].map(axis => to[axis] + ahead * along[axis] + aside * across[axis]).join()
    set(this.#parts.head, { points: [corner(20, 0), corner(-4, 12), corner(-4, -12)].join(' ') })
    const isAcross = Math.abs(x) >= Math.abs(y)
    const middle = { x: (from.x + to.x) / 2, y: (from.y + to.y) / 2 }
    this.#label('speed-label', `${this.#sizeOf(length)}/s`, middle, isAcross ? { dy: -1.9 } : { dx: 2 })
  }

  #drawLanding(finger, end) {
    const wanted = this.#at(end)
    const { left, top, width, height } = this.box
    const at = {
      x: clamp(wanted.x, left + INSIDE, left + width - INSIDE), y: clamp(wanted.y, top + INSIDE, top + height - INSIDE),
    }
    set(this.#parts.landing, { cx: at.x, cy: at.y, r: 'var(--tip)' })
    set(this.#parts.reach, { x1: finger.x, y1: finger.y, x2: at.x, y2: at.y })
    this.#label('landing-label', `would land ${directionOf(wanted.x - at.x, wanted.y - at.y)}`, at, { dy: 2.4 })
  }

  /** A label whose distance from a point is in lines of text, inside of the view. */
  #label(name, words, { x, y }, { dx = 0, dy = 0 }) {
    const label = this.#parts[name]
    if (label.textContent !== words) {
      label.textContent = words
      label.half = label.getComputedTextLength() / 2
      label.size = parseFloat(getComputedStyle(label).fontSize)
    }
    const { half, size } = label
    const shift = Math.sign(dx) * half + dx * size
    const { left, top, width, height } = this.box
    const beside = half + 8
    set(label, {
      x: clamp(x + shift, left + beside, left + width - beside).toFixed(1),
      y: clamp(y + dy * size + size / 3, top + size, top + height - size / 2).toFixed(1),
    })
  }
}

/** In which direction an end is beyond the view; `here` is in the view. */
function directionOf(x, y) {
  if (Math.hypot(x, y) < 1) return 'here'
  if (Math.abs(x) >= Math.abs(y)) return x < 0 ? 'further left' : 'further right'
  return y < 0 ? 'further up' : 'further down'
}

function elementOf(name, attributes) {
  const element = document.createElementNS(SVG, name)
  set(element, attributes)
  return element
}

function set(element, attributes) {
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value)
}
