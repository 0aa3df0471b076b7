// The seven demos: texts, interaction, marks and drawing of each.
import { DraggableCard } from '../../flick/draggable.js'
import { DismissibleCard, DismissibleSheet, SpringCard, SwipeCard } from '../../flick/leaving.js'
import { CardCarousel } from '../../flick/row.js'
import { BottomSheet } from '../../flick/sheet.js'

const tile = (title, small = '') => `<div class="thing tile">${title}<small>${small}</small></div>`
const sheet = (head, items) => `<div class="thing"><div class="grip"></div><div class="head">${head}</div>
  <div class="list"><ul>${items.map(item => `<li>${item}</li>`).join('')}</ul></div></div>`
const cards = ['Inbox', 'Archive', 'Drafts', 'Sent', 'Trash']
const rooms = [
  'Directions', 'Opening hours', 'Tickets', 'Exhibitions', 'Café', 'Shop', 'Contact', 'Antiquity', 'Middle Ages',
  'Renaissance', 'Baroque', 'Romanticism', 'Realism', 'Impressionism', 'Expressionism', 'Photography', 'Sculpture',
  'Drawings', 'Library', 'Garden',
]
const heights = ['collapsed', 'half open', 'fully open']
const px = value => `${value.toFixed(2)}px`

/** On a low screen, the sheet has half the height, so that it fits. */
const detents = screenHeight => screenHeight < 780 ? [0, -150, -300] : [0, -300, -600]

/** A card or sheet that leaves in one direction. */
const leaving = { role: 'button', stateOf: ({ isDismissed }) => ({ dismissed: isDismissed }) }

export const demos = [
  {
    name: 'carousel', title: 'Carousel', role: 'slider',
    about: 'The card at which a flick would land moves to the front.',
    make: () => new CardCarousel({ count: cards.length }),
    content: `<div class="thing">${cards.map(card => `<div class="tile">${card}</div>`).join('')}</div>`,
    range: () => [148, -1332], marks: thing => thing.points.offsets, limits: () => [],
    stateOf: ({ index }) => ({ index }), place: index => `card ${cards[index]}`, last: cards.length - 1,
  },
  {
    name: 'sheet', title: 'Bottom sheet', role: 'slider',
    about: 'A hard flick after 40 % of the distance is enough. Fully open, the same finger scrolls the list.',
    make: height => new BottomSheet({ detents: detents(height) }),
    content: sheet('Museum', rooms),
    range: ({ points }) => [points.offset(2) / -10, points.offset(2) * 1.1],
    marks: thing => thing.points.offsets, limits: () => [],
    stateOf: ({ index, points }) => ({ detent: index, offset: points.offset(index) }),
    place: index => heights[index], last: heights.length - 1,
  },
  {
    name: 'dismiss', title: 'Swipe to dismiss', ...leaving, keys: ['ArrowDown'],
    about: 'Down by 200 px, or at 800 px/s: either is enough.',
    make: () => new DismissibleCard(), content: tile('Swipe down', 'far, or fast'),
    range: () => [-100, 800], marks: () => [0, 800], limits: ({ zone }) => [zone.distance],
    opacity: (thing, time) => thing.opacity(time),
  },
  {
    name: 'projected', title: 'Projected sheet', ...leaving, keys: ['ArrowDown'],
    about: 'It leaves if it would come to rest below the middle of its 400 px.',
    make: () => new DismissibleSheet(), content: sheet('Exhibition', ['Share', 'Copy link', 'Print']),
    range: () => [-50, 450], marks: () => [0, 400], limits: ({ zone }) => [zone.predicted],
  },
  {
    name: 'drag', title: 'Draggable card', role: 'button', keys: ['ArrowLeft', 'ArrowRight', 'ArrowUp', 'ArrowDown'],
    about: 'It follows the finger one to one, and springs back with the finger’s velocity.',
    make: () => new DraggableCard(), content: tile('Drag me', 'and throw'),
    range: () => [-200, 200], marks: () => [0], limits: () => [],
    stateOf: ({ isLifted }) => ({ lifted: isLifted }),
  },
  {
    name: 'side', title: 'Swipe card', ...leaving, keys: ['ArrowLeft', 'ArrowRight'],
    about: 'Sideways by 100 px, or at 800 px/s: either is enough. It turns as it moves.',
    make: () => new SwipeCard({ exit: 480 }), content: tile('Left or right', 'keep or discard'),
    range: () => [-480, 480], marks: () => [0], limits: ({ zone }) => [-zone.distance, zone.distance],
    turn: (thing, time) => thing.rotation(time),
    stateOf: ({ side, isDismissed }) => ({ side, dismissed: isDismissed }),
  },
  {
    name: 'spring', title: 'Interactive spring', ...leaving, keys: ['ArrowDown'],
    about: 'It fades as you pull it; it leaves after 200 px, or if it would land past 500 px.',
    make: () => new SpringCard(), content: tile('Pull down', 'its spring starts with the velocity'),
    range: () => [-100, 1000], marks: () => [0, 1000], limits: ({ zone }) => [zone.distance, zone.predicted],
    opacity: (thing, time) => thing.opacity(time),
  },
]

/** The transform for an offset: a number along the axis, or {x, y}. */
export function transformOf(axis, offset, turn = 0, scale = 1) {
  const x = typeof offset === 'number' ? (axis === 'x' ? offset : 0) : offset.x
  const y = typeof offset === 'number' ? (axis === 'y' ? offset : 0) : offset.y
  const more = (turn ? ` rotate(${turn.toFixed(3)}deg)` : '') + (scale === 1 ? '' : ` scale(${scale.toFixed(4)})`)
  return `translate3d(${px(x)}, ${px(y)}, 0)${more}`
}
