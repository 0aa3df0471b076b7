// The room Live: contacts with trails, the swipe in progress against its thresholds, and the last decisions.
import { write } from '../../design/elements.js'
import { Bars } from '../../replay/bars.js'
import { criteriaOf } from '../../replay/criteria.js'
import { meantOf, resultOf, sentenceOf } from '../../replay/words.js'
import { Glass } from '../glass.js'
import { replayRequest } from '../messages.js'
import { Trails } from '../trails.js'
import { Decisions } from './decisions.js'
import { Film } from './film.js'

export class LiveRoom {
  #panel = null
  #trails = new Trails()
  #live = null
  #shown = null
  #wanted = null

  /** `send` sends a request. */
  constructor(root, film, send) {
    const find = selector => root.querySelector(selector)
    this.parts = { root, meant: find('.meant'), said: find('.said'), rate: find('.rate') }
    this.glass = new Glass(find('canvas'), () => this.draw())
    this.bars = new Bars(find('.bars'))
    this.film = new Film(film)
    this.decisions = new Decisions(find('.decisions'), message => {
      this.#wanted = message
      send(replayRequest(message.number))
    })
  }

  /** Another panel, or the same one for a page that is connected again. */
  greet(studio, { isFirst }) {
    this.#panel = studio
    const { width, height } = studio.panel
    this.parts.root.style.setProperty('--glass', `${width} / ${height}`)
    this.#trails.clear()
    if (isFirst) this.decisions.clear()
    this.bars.draw(criteriaOf({
      distance: 0, distanceThreshold: studio.rule.distance, speed: 0, speedThreshold: studio.rule.speed,
      predicted: null,
    }, 'mm'))
  }

  /** Handles a message of this room; the caller draws after a `live` message. */
  hear(message) {
    if (message.type === 'decision') this.#decide(message)
    if (message.type === 'replay') this.#replay(message)
    if (message.type !== 'live') return
    this.#live = message
    this.#trails.add(message.contacts)
  }

  draw() {
    if (!this.#panel || !this.#live) return
    const { panel: { width, height }, areas } = this.#panel
    const margin = 2
    this.glass.begin({ x: -margin, y: -margin, width: width + 2 * margin, height: height + 2 * margin })
    this.glass.rectangle({ x: 0, y: 0, width, height }, { fill: 'well', stroke: 'line' })
    for (const area of areas) this.glass.rectangle(area, { stroke: 'line', hatch: { color: 'line' } })
    for (const contact of this.#trails.contacts) this.#drawContact(contact)
    this.#drawSwipe(this.#live.swipes.at(-1))
    const { rate, dropped } = this.#live
    const facts = [rate === null ? null : `${Math.round(rate)} Hz`, dropped > 0 ? `events lost ${dropped}×` : null]
    write(this.parts.rate, facts.filter(Boolean).join(', '))
  }

  #drawContact({ x, y, trail, velocity, size, isDown }) {
    this.glass.trail(trail, isDown ? 'accent' : 'muted', 4)
    this.glass.finger({ x, y }, { isDown, size, color: isDown ? 'accent' : 'muted' })
    if (isDown) this.glass.arrow({ x, y }, velocity, 'ink')
  }

  #drawSwipe(swipe) {
    if (swipe) {
      this.bars.draw(criteriaOf(swipe.decision, 'mm'))
      this.#say(meantOf(swipe.decision), resultOf(swipe))
      this.#shown = null
    } else if (this.#trails.down > 0) this.#say(meantOf(null))
    else if (this.#shown) this.#say(sentenceOf(this.#shown), resultOf(this.#shown))
    else this.#say(this.#live.note ?? 'Touch the panel')
  }

  #say(text, result = '') {
    write(this.parts.meant, text)
    this.parts.meant.dataset.result = result
  }

  #decide(message) {
    this.#shown = message
    this.decisions.add(message)
    if (message.decision) this.bars.draw(criteriaOf(message.decision, 'mm'))
    this.parts.said.textContent = sentenceOf(message)
  }

  #replay({ number, swipe }) {
    if (this.#wanted?.number !== number || !swipe) return
    this.film.open(this.#wanted, swipe)
  }
}
