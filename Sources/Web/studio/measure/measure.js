// The room Measure: what will happen, one exercise after the other, and the grades.
//
//     ready ── begin ──▶ asked ── the last station has ended, or `end` ──▶ over ── begin ──▶ asked
import { partsOf } from '../../design/elements.js'
import { FullScreen } from '../display.js'
import { Trails } from '../trails.js'
import { Coverage } from './coverage.js'
import { Exercise } from './exercise.js'
import { measureRequest, targetsRequest } from './messages.js'
import { Grades, Results } from './results.js'
import { planOf } from './words.js'

/** How long buttons ignore fingers after an exercise or a target has changed, in ms: a finger may tap there. */
const CALM = 600

export class MeasureRoom {
  #panel = null
  #now = null
  #report = null
  #coverage = new Coverage()
  #trails = new Trails()
  #shown = ''
  /** The number of the station that is on the screen; undefined without one. */
  #station
  #changed = -CALM
  #sentTargets = ''
  #fullScreen = new FullScreen()
  #send

  /** `send` sends a request. */
  constructor(root, send) {
    this.root = root
    this.#send = send
    this.parts = {
      ...partsOf(root, 'plan', 'intro', 'exercise', 'results'), begin: root.querySelector('[value=begin]'),
    }
    this.exercise = new Exercise(this.parts.exercise, () => this.draw())
    this.sofar = new Grades(root.querySelector('.sofar table'), { isNewestFirst: true })
    this.results = new Results(this.parts.results)
    for (const button of root.querySelectorAll('button')) {
      button.addEventListener('click', event => this.#press(button.value, event))
    }
    // A finger that rests would open a menu.
    root.addEventListener('contextmenu', event => {
      if (root.dataset.state === 'asked') event.preventDefault()
    })
    new ResizeObserver(() => this.draw()).observe(root)
  }

  /** A panel, or the same one for a page that is connected again. */
  greet(studio) {
    this.#panel = studio.panel
    this.#trails.clear()
    // flickctl knows no target of a page that is connected again.
    this.#sentTargets = ''
  }

  /** Handles a message of this room; the caller draws after a `live` message. */
  hear(message) {
    if (message.type === 'measure') this.#now = message
    if (message.type === 'measure' && message.state === 'asked') this.#report = null
    if (message.type === 'coverage') this.#coverage.add(message)
    if (message.type === 'report') this.#report = message
    if (message.type === 'live') this.#trails.add(message.contacts)
  }

  draw() {
    if (!this.#now || !this.#panel || this.root.hidden) return
    const { state, stations, station, results } = this.#now
    this.#show(state, station)
    if (state === 'ready') {
      this.parts.plan.textContent = planOf(stations)
      this.parts.begin.disabled = false
    } else if (state === 'over') {
      this.results.draw(this.#now, this.#report)
    } else if (station) {
      this.exercise.draw(this.#now, this.#coverage, this.#panel, this.#trails.contacts.filter(({ isDown }) => isDown))
      this.sofar.draw(results)
      this.#sendTargets(station)
    }
  }

  leave() { this.#fullScreen.end() }

  #show(state, station) {
    const view = `${state} ${station?.word} ${station?.target}`
    if (view === this.#shown) return
    const isOver = state === 'over' && !this.#shown.startsWith('over')
    this.#shown = view
    this.#station = station?.number
    this.#changed = performance.now()
    this.root.dataset.state = state
    this.parts.intro.hidden = state !== 'ready'
    this.parts.exercise.hidden = state !== 'asked'
    this.parts.results.hidden = state !== 'over'
    if (isOver) {
      this.parts.results.scrollTop = 0
      this.leave()
    }
  }

  /** flickctl must know where the targets are before the person taps; a window may move between them. */
  #sendTargets({ word }) {
    if (word !== 'targets') {
      this.#sentTargets = ''
      return
    }
    const request = targetsRequest(this.exercise.targets(this.#panel).points.map(({ x, y }) => [x, y]))
    if (request === this.#sentTargets) return
    this.#sentTargets = request
    this.#send(request)
  }

  /** Requests what a button is for. Only a single finger clicks: browsers ignore a tap beside another finger. */
  #press(step, { detail, timeStamp }) {
    const isFinger = detail > 0
    if (isFinger && timeStamp - this.#changed < CALM) return
    if (step === 'begin') this.#fullScreen.begin()
    this.#send(measureRequest(step, step === 'begin' ? undefined : this.#station))
  }
}
