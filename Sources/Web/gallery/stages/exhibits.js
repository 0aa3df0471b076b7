// The rooms of the museum: a ring of posters.
import { CardCarousel } from '../../flick/row.js'
import { pictureOf } from '../art/art.js'
import { exhibits } from '../museum.js'
import { made, paint, reach } from './parts.js'

const posterOf = (exhibit, number) => {
  const { title, medium, year } = exhibit
  const poster = made('poster', `<header><span class="no">${number + 1}</span><h2>${title}</h2>
    <p>${medium}, ${year}</p></header><div class="art">${pictureOf(exhibit)}</div>`)
  paint(poster, exhibit)
  return poster
}

export const rooms = {
  name: 'exhibits', hint: () => 'Flick sideways for the next room',
  build({ root }) {
    const [row, dots] = [root.querySelector('.row'), root.querySelector('.dots')]
    row.append(...exhibits.map(posterOf))
    dots.append(...exhibits.map(() => document.createElement('i')))
    return { row, dots, element: row.parentElement, content: row }
  },
  make({ width, scale }, before, { parts }) {
    const stride = parts.row.clientWidth || width
    const { length: count } = exhibits
    const ring = new CardCarousel({ count, width: stride, spacing: 0, isLooping: true, index: before?.index ?? 0 })
    return reach(ring, stride, scale)
  },
  state: ({ interaction: { index } }) => ({ index }),
  outcome: ({ interaction: { index } }) => exhibits[index].title,
  show({ parts: { row, dots }, interaction: { index } }) {
    for (const [number, poster] of [...row.children].entries()) poster.setAttribute('aria-hidden', number !== index)
    for (const [number, dot] of [...dots.children].entries()) dot.className = number === index ? 'now' : ''
  },
}
