// The room Tune: people try strokes in a field, see the proposal, and feel it on a row of cards.
import { FullScreen, displayOf, viewOf } from '../display.js'
import { CardRow } from './cards.js'
import { Field } from './field.js'
import { beginRequest, feelRequest, stepRequest } from './messages.js'
import { Proposal } from './proposal.js'

/** What the field shows for each exercise. */
const SIGNS = { flick: '←', drag: '↔', tap: '●', scroll: '↕' }
/** As many people as the page proposes at first. */
const USUAL = 5

/** "Person 2 of 5, exercise 3 of 4: tap". */
export function progressText({ people, person, exercise: { number, count, label } }) {
  return `Person ${people[person]} of ${people.length}, exercise ${number} of ${count}: ${label}`
}

/** What became of the last try, with a sign; empty before the first one. */
export function lastText(last) {
  if (!last) return ''
  return last.isCounted === null ? last.text : `${last.isCounted ? '✓' : '✗'} ${last.text}`
}

const otherOf = rule => rule === 'present' ? 'proposed' : 'present'

/** What a swipe on the row of cards was decided, by both rules. */
export function feltText({ rule, swipe }) {
  if (!swipe) return ''
  if (swipe.isCancelled) return 'flickd cancelled this swipe'
  const own = swipe.commit ? 'Next card' : 'Back'
  const other = rule === 'present' ? swipe.proposed : swipe.present
  if (!other) return `${own} by the ${rule} rule`
  if (other.commit === swipe.commit) return `${own} by both rules`
  return `${own} by the ${rule} rule; ${other.commit ? 'next card' : 'back'} by the ${otherOf(rule)} one`
}

export class TuneRoom {
  #panel = null
  #tune = null
  #shown = null
  #isPending = false
  #isDown = false
  #isChoosing = false
  #swipes = []
  #isEntered = false
  #fullScreen = new FullScreen()
  people = USUAL

  /** `send` sends a request. */
  constructor(root, send) {
    const find = selector => root.querySelector(selector)
    this.root = root
    this.sections = Object.fromEntries([...root.querySelectorAll('[data-state]')].map(one => [one.dataset.state, one]))
    this.parts = {
      people: find('.people'), need: find('.need'), who: find('.who'), progress: find('.progress'),
      request: find('.request'), dots: find('.dots'), last: find('.asked .last'), readyLast: find('.ready .last'),
      field: find('.field'), sign: find('.sign'), cards: find('.cards'), felt: find('.felt'),
      proceed: find('.ready [value=proceed]'),
    }
    this.field = new Field(send)
    this.row = new CardRow(this.parts.cards)
    this.proposal = new Proposal(this.sections.over)
    root.addEventListener('click', ({ target }) => this.#press(target.closest('button'), send))
  }

  /** Another panel, or the same one for a page that is connected again. */
  greet(studio) {
    this.#panel = studio.panel
    this.#swipes = []
    this.field.forget()
  }

  /** Handles a message; the caller draws after a `live` message. */
  hear(message) {
    if (message.type === 'tune') {
      if (message.state !== 'over') this.#isChoosing = false
      this.#tune = message
      this.#isPending = true
    } else if (message.type === 'proposal') {
      this.proposal.show(message)
      this.parts.felt.textContent = ''
    } else if (message.type === 'feel') {
      this.#feel(message)
    } else if (message.type === 'live') {
      this.#isDown = message.contacts.some(({ isDown }) => isDown)
    }
  }

  enter() { this.#isEntered = true }

  leave() {
    this.#isEntered = false
    this.#fullScreen.end()
    this.field.report(null)
  }

  draw() {
    if (!this.#tune) return
    // What is under a finger must not move: another exercise waits for the lift.
    if (this.#isPending && (!this.#isDown || this.#shown === null)) this.#show(this.#tune)
    this.#follow()
    if (!this.#isEntered) return
    const { asked, over } = this.sections
    if (!asked.hidden) this.field.report(this.parts.field)
    else if (!over.hidden) this.field.report(this.parts.cards, over)
    else this.field.report(null)
  }

  #press(button, send) {
    switch (button?.value) {
      case 'less': return this.#choose(this.people - 1)
      case 'more': return this.#choose(this.people + 1)
      case 'begin':
        // Beside the touchscreen, people watch their own window.
        if (this.field.isOnGlass) this.#fullScreen.begin()
        return send(beginRequest(this.people))
      case 'back':
        this.#isChoosing = false
        return this.#show(this.#tune)
      case 'again':
        this.#isChoosing = true
        return this.#show(this.#tune)
      case 'proceed': case 'undo': case 'finish': return send(stepRequest(button.value))
      case 'present': case 'proposed': return send(feelRequest(button.value))
    }
  }

  #choose(people) {
    this.people = Math.min(Math.max(people, 1), this.#tune?.mostPeople ?? people)
    this.#show(this.#tune)
  }

  #keyOf({ state, person, exercise }) {
    return this.#isChoosing ? 'idle' : `${state} ${person} ${exercise?.number}`
  }

  /** Shows the section of a state with its texts that stay the same while a person tries. */
  #show(tune) {
    this.#isPending = false
    const state = this.#isChoosing ? 'idle' : tune.state
    const { parts } = this
    for (const [word, section] of Object.entries(this.sections)) section.hidden = word !== state
    const key = this.#keyOf(tune)
    if (key !== this.#shown && state === 'over') this.sections.over.scrollTop = 0
    this.#shown = key
    if (state === 'idle') this.#showPeople(tune)
    if (state === 'ready') {
      const name = `Person ${tune.people[tune.person]}`
      parts.who.textContent = `${name} of ${tune.people.length}`
      parts.proceed.textContent = `${name}: begin`
      parts.readyLast.textContent = lastText(tune.last)
    }
    if (state !== 'asked') return
    parts.progress.textContent = progressText(tune)
    parts.request.textContent = tune.exercise.request
    parts.sign.textContent = SIGNS[tune.exercise.label] ?? ''
    const { last } = tune
    parts.last.textContent = lastText(last)
    parts.last.dataset.counted = last?.isCounted ?? ''
    this.#fill(tune.exercise)
  }

  #showPeople({ neededPeople, mostPeople, tries }) {
    const { parts, people } = this
    parts.people.textContent = people
    parts.need.textContent = people < neededPeople
      ? `A proposal needs ${neededPeople} people. With fewer, you see the error rates of the present rule.`
      : `Each person makes ${tries} flicks, ${tries} slow drags, ${tries} taps and a few scrolls.`
    this.sections.idle.querySelector('[value=back]').hidden = !this.#isChoosing
    this.sections.idle.querySelector('[value=less]').disabled = people <= 1
    this.sections.idle.querySelector('[value=more]').disabled = people >= mostPeople
  }

  #fill({ tries, done }) {
    const { dots } = this.parts
    while (dots.children.length > tries) dots.lastElementChild.remove()
    while (dots.children.length < tries) dots.append(document.createElement('i'))
    for (const [number, dot] of [...dots.children].entries()) dot.dataset.done = number < done
    dots.setAttribute('aria-label', `${done} of ${tries} tries`)
  }

  // MARK: The row of cards

  #feel(message) {
    const { rule, hasProposal, swipe } = message
    for (const button of this.sections.over.querySelectorAll('.rules button')) {
      button.setAttribute('aria-pressed', String(button.value === rule))
      button.disabled = button.value === 'proposed' && !hasProposal
    }
    if (swipe) this.#swipes.push(message)
  }

  #follow() {
    for (const message of this.#swipes.splice(0)) {
      const { swipe } = message
      if (swipe.isEnded) {
        this.row.release(swipe)
        this.parts.felt.textContent = feltText(message)
        this.parts.felt.dataset.result = swipe.commit ? 'commit' : 'return'
      } else {
        this.row.follow(swipe.x * this.#scale / this.row.pitch)
      }
    }
  }

  /** The number of CSS px of a mm: on the glass, a card stays under the finger. */
  get #scale() {
    const whole = this.field.isOnGlass ? displayOf(viewOf(window)).width : this.parts.cards.clientWidth
    return whole / this.#panel.width
  }
}
