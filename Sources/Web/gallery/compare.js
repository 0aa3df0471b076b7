// Side by side, full screen over the show: a mistake on the left, flickd on the right, and what both did below.
import { elementOf } from '../design/elements.js'
import { Pair } from './pair.js'
import { scenes } from './scenes.js'
import { ShowDialog } from './show-dialog.js'
import { made } from './stages/parts.js'

export class Compare extends ShowDialog {
  /** The two stages; null while the dialog is closed. */
  pair = null
  /** The name of the chosen mistake. */
  mistake = 'distance'

  /**
   * Options: `flick`, a connection; `unit()`; `rest`, after which ms without a touch the show comes back; `memory`, a
   * `SwipeMemory`; and `replay()`, which opens slow motion.
   */
  constructor(dialog, options) {
    super(dialog, 'compares', options)
    this.both = dialog.querySelector('.both')
    this.#choices()
    dialog.querySelector('[value=slow]').addEventListener('click', () => options.replay())
    // A picture has the Escape key, which here closes the dialog.
    dialog.addEventListener('keydown', event => {
      if (event.key !== 'Escape') return
      event.stopPropagation()
      this.close()
    }, { capture: true })
  }

  open() {
    if (this.isOpen) return
    this.show()
    this.choose(this.mistake)
  }

  /** Shows another mistake, with the stage on which it is seen best. */
  choose(mistake) {
    this.mistake = mistake
    const scene = scenes[mistake]
    for (const button of this.dialog.querySelectorAll('.choices button')) {
      button.setAttribute('aria-pressed', button.value === mistake)
      if (button.value === mistake) button.scrollIntoView({ block: 'nearest', inline: 'nearest' })
    }
    const why = this.dialog.querySelector('.why')
    why.innerHTML = `<b>${scene.title}.</b> ${scene.why}`
    this.pair?.remove()
    this.both.replaceChildren(...['naive', 'flickd'].map(side => sideOf(side, scene)))
    const [naive, flickd] = this.both.querySelectorAll('.panel')
    this.pair = new Pair(scene.is, { zoneElement: this.both, naive, flickd }, {
      ...this.options, mistake, nameOf: scene.nameOf, blank: side => sideOf(side, scene),
      begun: ({ panelId }) => { if (panelId !== 'ghost') this.wait() },
      compared: comparison => this.#report(comparison),
    })
    this.#say('hint', { attempt: scene.attempt })
    this.wait()
  }

  clear() {
    this.pair?.remove()
    this.pair = null
    this.both.replaceChildren()
  }

  #choices() {
    const choices = this.dialog.querySelector('.choices')
    choices.append(...Object.entries(scenes).map(([name, { chip }]) => {
      const button = Object.assign(elementOf('button', 'choice', chip), { type: 'button', value: name })
      button.addEventListener('click', () => this.choose(name))
      return button
    }))
  }

  /** Where the outcomes differ, a word and both colours show it. */
  #report({ naive, flickd, isSame }) {
    this.#say(isSame ? 'same' : 'differ', {
      badge: isSame ? 'The same ' : 'Different ', naive: `naive: ${naive}`, mark: ' · ', flickd: `flickd: ${flickd}`,
    })
  }

  #say(how, texts) {
    const line = this.dialog.querySelector('.pair')
    line.dataset.how = this.both.dataset.how = how
    line.replaceChildren(...Object.entries(texts).map(([name, text]) => elementOf('span', name, text)))
  }
}

/** One of the two sides: its name, and the elements of its stage. */
function sideOf(side, { html, is }) {
  return made(`side ${side}`, `<h3>${side}</h3><div class="panel">${html}
    <p class="notice" data-notice="${is.name}" hidden></p></div>`)
}
