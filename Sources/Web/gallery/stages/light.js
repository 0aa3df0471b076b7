// The light of a day: a dial of 24 hours in the colours of their sky.
import { Dial } from '../../flick/dial.js'
import { dialOf } from '../art/art.js'
import { reach } from './parts.js'

export const HOURS = 24
/** The dial begins in the afternoon. */
const FIRST = 16
const NAMES = [
  [5, 'night'], [7, 'dawn'], [10, 'morning'], [15, 'high light'], [18, 'low sun'], [20, 'dusk'], [24, 'night'],
]

/** An hour in words. */
export const wordsOf = hour => `${String(hour).padStart(2, '0')}:00, ${NAMES.find(([end]) => hour < end)[1]}`

export const light = {
  name: 'light', hint: () => 'Spin the hours',
  build({ view }) {
    const disc = view.querySelector('.disc')
    disc.innerHTML = dialOf()
    return { disc, content: disc, focus: view }
  },
  /** The rim follows the finger: its circumference is 24 steps. */
  make(size, before, { parts }) {
    const step = Math.max(parts.disc.clientWidth, 100) * Math.PI / HOURS
    return reach(new Dial({ axis: 'x', count: HOURS, step, index: before?.index ?? FIRST }), step, size.scale)
  },
  /** The disc begins with its hour 6 at the right, so that midnight is at the top. */
  draw({ parts: { disc }, interaction }, offset, time) {
    disc.style.transform = `rotate(${interaction.angle(time).toFixed(3)}deg)`
  },
  state: ({ interaction: { index } }) => ({ index }),
  outcome: ({ interaction: { index } }) => wordsOf(index),
  show({ view, root, interaction: { index } }) {
    view.setAttribute('aria-valuenow', index)
    view.setAttribute('aria-valuetext', wordsOf(index))
    root.querySelector('.hour').textContent = wordsOf(index)
  },
}
