// One demo of the gallery: its element, keys, swipes and frames.
import { onFrames } from '../../flick/motion.js'
import { transformOf } from './demos.js'
import { armNames, armsOf, barOf, factsOf, verdictOf } from './told.js'

const now = () => performance.now() * 1000
/** How far an arrow key pushes the draggable card, in px. */
const PUSH = 60
/** How far a page key scrolls a list, in px. */
const PAGE = 240

export class Demo {
  #stop = null
  #begin = 0
  #predicted = 0
  #shown = 0
  #zone = null
  /** The swipe whose criteria the next frame shows, and the rows for them. */
  #unshown = null
  #rows = new Map()
  /** The effect of a release now; empty while no finger is down. */
  #meant = ''

  constructor(description, template, screenHeight) {
    this.is = description
    this.thing = description.make(screenHeight)
    this.range = description.range(this.thing)
    this.last = null
    this.ends = 0
    const root = template.content.firstElementChild.cloneNode(true)
    const find = selector => root.querySelector(selector)
    this.root = root
    this.stage = find('.stage')
    this.parts = {}
    const parts = ['ghost', 'dot', 'ring', 'meant', 'verdict', 'arms', 'facts']
    for (const part of parts) this.parts[part] = find(`.${part}`)
    this.naive = find('input')
    this.back = find('button')
    this.#build()
    this.draw(now())
    this.#tellState()
  }

  get axis() { return this.thing.zone.axis ?? 'both' }
  get #contents() { return this.thing.content ? [this.thing.content] : [this.thing.x, this.thing.y] }
  get isSettled() { return !this.#contents.some(content => content.isHeld) && !this.thing.isMoving(now()) }
  get state() { return this.is.stateOf(this.thing) }

  #build() {
    const { is, root, stage } = this
    root.classList.add(is.name)
    root.id = is.name
    const title = root.querySelector('h2')
    title.textContent = is.title
    title.id = `${is.name}-title`
    const about = root.querySelector('.about')
    about.textContent = is.about
    about.id = `${is.name}-about`
    stage.insertAdjacentHTML('beforeend', is.content)
    this.parts.thing = stage.querySelector('.thing')
    this.parts.list = stage.querySelector('ul')
    if (this.thing.scroll) stage.style.setProperty('--open', `${-this.thing.points.offset(is.last)}px`)
    stage.dataset.axis = this.axis
    stage.setAttribute('role', is.role)
    this.parts.thing.id = `${is.name}-thing`
    // The name of a button includes its visible text; a slider has that text as its value.
    stage.setAttribute('aria-labelledby', is.role === 'slider' ? title.id : `${title.id} ${is.name}-thing`)
    stage.setAttribute('aria-describedby', about.id)
    if (is.role === 'slider') {
      stage.setAttribute('aria-valuemin', 0)
      stage.setAttribute('aria-valuemax', is.last)
      stage.setAttribute('aria-orientation', this.axis === 'y' ? 'vertical' : 'horizontal')
    }
    const own = (element, words, id) => {
      words.id = `${is.name}-${id}`
      element.setAttribute('aria-labelledby', `${words.id} ${title.id}`)
    }
    own(this.naive, this.naive.nextElementSibling, 'naive')
    own(this.back, this.back, 'back')
    const ruler = root.querySelector('.ruler')
    const mark = (value, name) => {
      const tick = document.createElement('i')
      tick.className = name
      tick.style.transform = this.#onRuler(value)
      ruler.prepend(tick)
    }
    for (const value of is.marks(this.thing)) mark(value, 'mark')
    for (const value of is.limits(this.thing)) mark(value, 'limit')
    // All rows exist from the start: a row that appears with a swipe would move the stage under the finger.
    for (const name of armNames(this.thing)) this.#addRow(name)
    stage.addEventListener('keydown', event => this.#key(event))
    this.back.addEventListener('click', () => this.reset())
  }

  /** Makes the stage a zone. */
  connect(flick) {
    this.#zone = flick.zone(this.stage, { name: this.is.name, ...this.thing.zone }, swipe => this.#handle(swipe))
  }

  #handle(swipe) {
    const { thing } = this
    if (thing.isDismissed && !thing.content.isHeld) return
    if (swipe.phase === 'press' || swipe.phase === 'release') {
      thing.handle(swipe)
      this.#run()
      return
    }
    if (swipe.phase === 'begin') this.root.dataset.settled = false
    const mine = this.naive.checked ? swipe.withoutVelocity() : swipe
    thing.handle(mine)
    // If the finger stopped the content in flight, the swipe begins at the current offset.
    if (swipe.phase === 'begin' && thing.points && thing.content.start !== this.#zone.offset) {
      this.#zone.update(thing.content.start)
    }
    this.last = swipe
    this.#predict(swipe)
    const isOver = swipe.phase === 'end' || swipe.phase === 'cancel'
    if (isOver) this.#decide()
    this.#unshown = swipe
    this.#meant = isOver ? '' : `Let go now: ${this.#words(thing.meant?.(mine))}.`
    if (isOver) this.#tell(swipe)
    this.#run()
  }

  #decide() {
    this.ends++
    // The naive rule may have moved the content to another offset than flickd did.
    if (this.naive.checked && this.thing.points) this.#zone.update(this.thing.content.start)
    this.#tellState()
  }

  /** Moves the ghost to the position at which the content would rest. */
  #predict(swipe) {
    const { thing } = this
    const { x, y } = swipe.decisiveEndTranslation
    if (thing.content?.isHeld) this.#begin = thing.content.start
    this.#predicted = thing.content ? this.#begin + (this.axis === 'x' ? x : y) : { x, y }
    if (swipe.phase !== 'end') this.#shown = swipe.phase === 'cancel' ? 0 : 1
  }

  #key(event) {
    const { key } = event
    const { thing, is } = this
    if (event.ctrlKey || event.altKey || event.metaKey) return
    let isTaken = true
    if (is.role === 'slider') {
      const forward = this.axis === 'x' ? ['ArrowRight', 'ArrowDown'] : ['ArrowUp', 'ArrowRight']
      const backward = this.axis === 'x' ? ['ArrowLeft', 'ArrowUp'] : ['ArrowDown', 'ArrowLeft']
      if (forward.includes(key)) this.go(thing.index + 1)
      else if (backward.includes(key)) this.go(thing.index - 1)
      else if (key === 'Home') this.go(0)
      else if (key === 'End') this.go(is.last)
      else if (key === 'Enter' || key === ' ') this.go((thing.index + 1) % (is.last + 1))
      else if (thing.scrollTo && key === 'PageDown') this.#scroll(thing.scroll() + PAGE)
      else if (thing.scrollTo && key === 'PageUp') this.#scroll(thing.scroll() - PAGE)
      else isTaken = false
    } else if (key === 'Enter' || key === ' ') {
      if (thing.isDismissed) this.reset()
      else this.go(is.keys.at(-1).slice(5).toLowerCase())
    } else if (is.keys.includes(key)) {
      if (!thing.isDismissed) this.go(key.slice(5).toLowerCase())
    } else if (key === 'Escape' || key.startsWith('Arrow')) {
      if (thing.isDismissed) this.reset()
      else isTaken = key.startsWith('Arrow')
    } else {
      isTaken = false
    }
    if (isTaken) event.preventDefault()
  }

  /** Moves the content without a finger: to an index, in a direction, or back with null. */
  go(place) {
    const { thing } = this
    if (this.#contents.some(content => content.isHeld)) return
    const time = now()
    if (thing.content) {
      thing.go(place, time)
      if (thing.points) this.#zone?.update(thing.content.start)
    } else if (place !== null) {
      const push = place === 'left' || place === 'up' ? -PUSH : PUSH
      thing.put(place === 'left' || place === 'right' ? { x: push, y: 0 } : { x: 0, y: push })
      thing.go({ x: 0, y: 0 }, time)
    }
    this.#shown = 0
    this.#tellState()
    this.#run()
  }

  #scroll(to) {
    this.thing.scrollTo(to)
    this.#zone?.update(this.thing.content.start)
    this.#tellState()
    this.#run()
  }

  /** Lets the sheet scroll its list as far as the list is longer than its place. */
  fit() {
    const { list } = this.parts
    if (!this.thing.scroll || !list) return
    const { clientHeight } = list.parentElement
    this.thing.resize({ scrollable: Math.max(list.scrollHeight - clientHeight, 0) })
    this.#run()
  }

  /** Restores the initial state. */
  reset() {
    const hadFocus = document.activeElement === this.back
    this.go(this.thing.points ? 0 : null)
    delete this.root.dataset.commit
    if (hadFocus) this.stage.focus()
  }

  #run() { this.#stop ??= onFrames(time => this.#frame(time)) }

  #frame(time) {
    if (this.#unshown) this.#showArms()
    if (this.parts.meant.textContent !== this.#meant) this.parts.meant.textContent = this.#meant
    this.draw(time)
    if (!this.isSettled) return true
    this.#stop = null
    for (const content of this.#contents) content.put(content.start)
    // The prediction stays behind the content, for comparison with the result.
    this.#shown = Math.min(this.#shown, 0.5)
    this.draw(time)
    this.root.dataset.settled = true
    return false
  }

  /** Draws a frame; changes only transforms and opacities, and never reads the layout. */
  draw(time) {
    const { thing, parts, is } = this
    const offset = thing.draw(time)
    const scale = thing.scale?.(time)
    parts.thing.style.transform = transformOf(this.axis, offset, is.turn?.(thing, time), scale)
    if (is.opacity) parts.thing.style.opacity = is.opacity(thing, time).toFixed(3)
    if (thing.lift) parts.thing.style.setProperty('--lift', thing.lift(time).toFixed(3))
    if (thing.scroll) parts.list.style.transform = transformOf('y', -thing.scroll(time))
    // In a carousel, the ghost marks the card that would be in front.
    const ghost = is.name === 'carousel' ? offset - this.#predicted : this.#predicted
    parts.ghost.style.transform = transformOf(this.axis, ghost)
    parts.ghost.style.opacity = this.#shown
    parts.ring.style.opacity = Math.ceil(this.#shown)
    parts.dot.style.transform = this.#onRuler(offset.x ?? offset)
    parts.ring.style.transform = this.#onRuler(this.#predicted.x ?? this.#predicted)
  }

  #onRuler(value) {
    const [from, to] = this.range
    const part = Math.min(Math.max((value - from) / (to - from), 0.01), 0.99)
    return `translateX(${(part * 100).toFixed(2)}%)`
  }

  #outcome() { return this.#words(this.thing.points ? this.thing.index : this.thing.side) }

  /** The result in words. */
  #words(place) {
    const { is, thing } = this
    if (thing.points) return is.place(place)
    if (!thing.content) return 'it springs back'
    return place === null ? 'it stays' : 'it goes'
  }

  /**
   * Shows the progress of each criterion. While a finger moves, only the bars change: a changed number would cause a
   * layout.
   */
  #showArms() {
    const swipe = this.#unshown
    this.#unshown = null
    for (const arm of armsOf(this.thing, swipe)) {
      const { fill, text } = barOf(arm)
      const row = this.#rows.get(arm.name)
      row.classList.toggle('held', arm.isHeld)
      row.querySelector('i').style.transform = `scaleX(${fill.toFixed(3)})`
      if (swipe.phase !== 'update') row.lastElementChild.textContent = swipe.phase === 'end' ? text : ''
    }
  }

  #addRow(name) {
    const row = document.createElement('li')
    row.innerHTML = `<span>${name}</span><span class="bar" aria-hidden="true"><i></i></span><span></span>`
    this.#rows.set(name, row)
    this.parts.arms.append(row)
  }

  /** Shows the decision and its reason. */
  #tell(swipe) {
    const difference = this.naive.checked ? this.#difference(swipe) : null
    const { head, why } = verdictOf(this.thing, swipe, this.#outcome(), difference)
    const bold = document.createElement('b')
    bold.textContent = head
    this.parts.verdict.replaceChildren(bold, ` ${why}`)
    this.parts.facts.textContent = factsOf(swipe)
    const { dataset } = this.root
    dataset.commit = swipe.decision?.commit ?? ''
    dataset.kind = swipe.decision?.kind ?? ''
    dataset.by = swipe.decision?.by.join(' ') ?? ''
  }

  /** The result of the rule with velocity for the same swipe. */
  #difference({ decision, snap }) {
    const { thing } = this
    if (!thing.content) return 'Naive rule: the spring always starts from rest.'
    const meant = this.#words(snap ? snap.index : decision?.commit ? decision.direction : null)
    const same = meant === this.#outcome() ? ' it is the same' : `: ${meant}`
    return `Naive rule; with the velocity${same}.`
  }

  #tellState() {
    const { state, root, stage, thing, is } = this
    root.dataset.settled = this.isSettled
    for (const [name, value] of Object.entries(state)) root.dataset[name] = value ?? ''
    if (is.role === 'slider') {
      stage.setAttribute('aria-valuenow', thing.index)
      stage.setAttribute('aria-valuetext', is.place(thing.index))
    }
    this.back.hidden = !thing.isDismissed
  }
}
