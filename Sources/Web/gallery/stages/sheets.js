// The two sheets: what an exhibit is about, and the drawer with the floor plan.
import { BottomSheet } from '../../flick/sheet.js'
import { houseOf, planOf } from '../art/art.js'
import { exhibits } from '../museum.js'
import { reach } from './parts.js'

/** A sheet with three heights: `part` is how far it opens, as a part of its stage. Its handle has the keys. */
const sheet = ({ name, opens, part, heights, fill }) => ({
  name,
  hint: ({ interaction: { index } }) => [opens, 'Flick up for more', 'Flick down to close it'][index],
  build({ root }) {
    const element = root.querySelector('.sheet')
    fill?.(root)
    return { element, content: element, focus: element.querySelector('.handle') }
  },
  make({ height, scale }, before) {
    const detents = [0, part / 2, part].map(open => Math.round(-open * height) || 0)
    return reach(new BottomSheet({ detents, index: before?.index ?? 0 }), -detents[1], scale)
  },
  hasWheel: false,
  /** Where a hand holds it, in px of its view. */
  hand({ view, parts: { focus } }) {
    const [outer, inner] = [view, focus].map(element => element.getBoundingClientRect())
    return { x: inner.left - outer.left + inner.width / 2, y: inner.top - outer.top + inner.height / 2 }
  },
  state: ({ interaction: { index } }) => ({ detent: index }),
  outcome: ({ interaction: { index } }) => heights[index],
  show({ notice, parts: { focus, element }, interaction: { index } }) {
    notice.style.setProperty('--arrow', index === 2 ? '"↓"' : '"↑"')
    focus.setAttribute('aria-valuenow', index)
    focus.setAttribute('aria-valuetext', heights[index])
    element.dataset.detent = index
  },
})

export const about = sheet({
  name: 'about', opens: 'Flick up for the story', part: 0.56, heights: ['Closed', 'The story', 'The whole story'],
})

export const plan = sheet({
  name: 'plan', opens: 'Flick up for the floor plan', part: 0.78, heights: ['Closed', 'Half open', 'Floor plan'],
  fill(root) {
    root.querySelector('.house').innerHTML = houseOf()
    // The style sheet shows the one that has the proportions of the stage.
    root.querySelector('.map').innerHTML = planOf(false) + planOf(true)
  },
})

/** Writes what an exhibit is about into each sheet of an element, and marks its room in each plan. */
export function describe(index, root) {
  const { title, about, look } = exhibits[index]
  const words = { title, about, look }
  for (const one of root.querySelectorAll('[data-about]')) one.textContent = words[one.dataset.about]
  for (const drawn of root.querySelectorAll('.map svg')) {
    for (const [number, room] of [...drawn.querySelectorAll('.room')].entries()) {
      room.setAttribute('class', number === index ? 'room here' : 'room')
    }
  }
  for (const where of root.querySelectorAll('.where')) where.textContent = `Room ${index + 1}, ${title}`
}
