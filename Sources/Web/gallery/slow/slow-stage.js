// A stage of a replay: a copy of the stage in its own size, whose content is where the record says.
import { Content } from '../../flick/content.js'
import { drawBy } from '../../flick/transform.js'
import { sizeOf } from '../stage.js'

/** One of the stages in an element; the interface is the part of `Stage` that the files of stages/ use. */
class Still {
  constructor(is, root, index) {
    Object.assign(this, { is, root, index, view: root.querySelector(`.${is.name}-view`) })
    this.notice = root.querySelector(`[data-notice=${is.name}]`)
    this.parts = is.build(this)
  }

  /** Makes the interaction when the element has its size. Its content has no bounds: it goes where it is put. */
  make() {
    const { index } = this
    this.interaction = this.is.make(sizeOf(this.view), { index }, this)
    const part = this.interaction.top ?? this.interaction
    part.content = new Content(part.content.start)
    this.content = part.content
    this.#show()
    this.draw(this.content.start)
  }

  /** Shows the state after a result: the marks, and not the content. */
  turn(result) {
    if (!this.interaction.points || this.interaction.index === result) return
    this.interaction.put(result)
    this.#show()
  }

  #show() {
    this.is.show?.(this)
    this.notice.dataset.how = 'hint'
    this.notice.textContent = this.is.hint(this)
  }

  draw(offset) {
    const { is, interaction, parts: { content = this.view } } = this
    this.content.put(offset)
    const drawn = interaction.draw(0)
    if (is.draw) is.draw(this, drawn, 0)
    else drawBy(content, interaction, drawn, 0)
  }
}

export class SlowStage {
  #played
  #entry

  /** `entry` is one of `SwipeMemory`; `dress(element)` sets the texts that the whole page chooses. */
  constructor(entry, dress) {
    this.#entry = entry
    const { is, index, beside, blank, width, height } = entry
    this.element = blank()
    this.element.inert = true
    Object.assign(this.element.style, { width: `${width}px`, height: `${height}px` })
    const panel = this.element.matches('.panel') ? this.element : this.element.querySelector('.panel')
    this.stills = [...beside, { is, index }].map(one => new Still(one.is, panel, one.index))
    this.#played = this.stills.at(-1)
    dress(this.element)
  }

  /** The element that the finger was on. */
  get view() { return this.#played.view }

  /** The element is in the document. */
  start() {
    for (const still of this.stills) still.make()
  }

  /** Draws a moment of `replayAt`. */
  draw({ offset, phase }) {
    this.#played.turn(phase === 'over' ? this.#entry.record.result : this.#played.index)
    this.#played.draw(offset)
  }
}
