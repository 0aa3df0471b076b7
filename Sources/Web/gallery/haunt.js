// The ghost hand on the page: it shows the strokes of attract mode with a caption, and ends at any touch.
import { decorationOf } from '../design/elements.js'
import { Attract } from './attract.js'
import { strokesFor } from './strokes.js'

/** The trail of the finger: its positions this long ago, in ms. */
const TRAIL = [90, 60, 30, 0]
/** A click belongs to a swallowed touch within this time, in ms. */
const CLICK = 500

const titles = {
  exhibits: 'The rooms', about: 'The story', tour: 'Your tour', photos: 'Seen today', plan: 'The floor plan',
  light: 'Daylight',
}
const words = {
  flick: name => `${titles[name]}: a short flick, fast enough`,
  drag: name => `${titles[name]}: a slow drag, far enough`,
  return: name => `${titles[name]}: a slow drag, not far enough, so it returns`,
}
const HINT = 'Touch a picture, and flick or drag it'

export class Haunt {
  #attract
  #dots
  #caption
  #options
  #swallowedAt = -Infinity
  #request = null
  #timer = null

  /**
   * `stages()` returns what can be played now: {zone, view, is, interaction, hand}; `host()`, the element in front of
   * which the hand is; `isBusy()`, whether the page already plays something; `begun()` is called before each stroke;
   * `ghosts` is a `GhostClient`; and `after`, the time without a touch until the ghost begins, in ms.
   */
  constructor(options) {
    this.#options = options
    const { ghosts, after } = options
    const less = matchMedia('(prefers-reduced-motion: reduce)')
    this.#attract = new Attract({
      strokes: round => this.#stroke(round), after, isReduced: less.matches, time: performance.now(),
    })
    ghosts.admits = swipe => {
      const isAdmitted = this.#attract.admits(swipe)
      // An update only postpones what is due, and each frame has more urgent work.
      if (swipe.phase !== 'update') this.#step()
      return isAdmitted
    }
    less.addEventListener('change', () => this.#after(() => { this.#attract.isReduced = less.matches }))
    this.#dots = TRAIL.map(() => decorationOf('div', 'fingertip'))
    this.#caption = decorationOf('div', 'caption')
    this.#listen()
    this.#step()
  }

  /** One of the states of `Attract`. */
  get state() { return this.#attract.state }

  #listen() {
    const attract = this.#attract
    const swallow = event => {
      event.stopImmediatePropagation()
      if (event.cancelable) event.preventDefault()
    }
    const on = (name, act) => addEventListener(name, event => this.#after(() => act(event, performance.now())),
      { capture: true, passive: false })
    on('pointerdown', (event, now) => { if (attract.down(event.pointerId, now)) swallow(event) })
    addEventListener('pointermove', event => { if (attract.move()) swallow(event) }, { capture: true, passive: false })
    for (const name of ['pointerup', 'pointercancel']) {
      on(name, (event, now) => {
        if (!attract.up(event.pointerId, now)) return
        this.#swallowedAt = now
        swallow(event)
      })
    }
    on('click', (event, now) => { if (now - this.#swallowedAt < CLICK) swallow(event) })
    for (const name of ['keydown', 'wheel']) on(name, (event, now) => attract.activity(now))
    document.addEventListener('visibilitychange', () => this.#after(() => {
      if (document.hidden) attract.hide()
      else attract.show(performance.now())
    }))
  }

  #after(act) {
    act()
    this.#step()
  }

  /** Plays what is due, and draws the hand; then waits for the next frame, or until something is due. */
  #step() {
    const now = performance.now()
    if (this.#options.isBusy()) this.#attract.activity(now)
    const { feed, next } = this.#attract.advance(now)
    this.#options.ghosts.feed(feed)
    this.#draw(now)
    cancelAnimationFrame(this.#request)
    clearTimeout(this.#timer)
    if (this.#attract.hand(now)) this.#request = requestAnimationFrame(() => this.#step())
    else if (next !== null) this.#timer = setTimeout(() => this.#step(), Math.max(next - now, 0) + 1)
  }

  /** The stages take turns, and so do the kinds of strokes. */
  #stroke(round) {
    const stages = this.#options.stages()
    if (stages.length === 0) return null
    const { zone, view, interaction, is, hand } = stages[round % stages.length]
    const strokes = strokesFor({ name: zone, interaction, width: view.clientWidth, height: view.clientHeight })
    if (strokes.length === 0) return null
    const stroke = strokes[(round + Math.floor(round / stages.length)) % strokes.length]
    const { left, top } = view.getBoundingClientRect()
    this.#options.begun()
    this.#say(words[stroke.kind](is.name))
    this.origin = { left, top }
    return heldAt(hand, stroke)
  }

  #draw(now) {
    const hand = this.#attract.hand(now)
    for (const [number, dot] of this.#dots.entries()) {
      dot.dataset.down = hand !== null
      if (!hand) continue
      const { x, y } = this.#attract.hand(now - TRAIL[number])
      dot.style.transform = `translate3d(${this.origin.left + x}px, ${this.origin.top + y}px, 0)`
    }
    const { state } = this
    if (state === 'hint') this.#say(HINT)
    this.#caption.dataset.shown = (state === 'playing' || state === 'hint') && this.#caption.textContent !== ''
  }

  /** The hand is in front of the stages, and in front of the dialog while it is open. */
  #say(text) {
    const host = this.#options.host()
    if (this.#caption.parentElement !== host) host.append(...this.#dots, this.#caption)
    if (this.#caption.textContent !== text) this.#caption.textContent = text
  }
}

/** The stroke from another point: a sheet is held by its handle. */
function heldAt(hand, stroke) {
  if (!hand) return stroke
  const [x, y] = [hand.x - stroke.from.x, hand.y - stroke.from.y]
  const moved = at => ({ x: at.x + x, y: at.y + y })
  return { ...stroke, from: moved(stroke.from), at: elapsed => moved(stroke.at(elapsed)) }
}
