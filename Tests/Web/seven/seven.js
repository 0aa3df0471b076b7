// Seven interactions of the library on one page, bound as an app binds them: flickd, touches and keys move them in tests.
import {
  BottomSheet, CardCarousel, DismissibleCard, DismissibleSheet, DraggableCard, SpringCard, SwipeCard, bind,
} from '../flick.js'
import { moveTo } from '../flick/transform.js'
import { connectPage, showDriver } from '../gallery/driver.js'

const interactions = {
  carousel: new CardCarousel({ count: 5 }), sheet: new BottomSheet({ scrollable: 400 }), dismiss: new DismissibleCard(),
  projected: new DismissibleSheet(), drag: new DraggableCard(), side: new SwipeCard({ exit: 480 }),
  spring: new SpringCard(),
}

const stateOf = {
  carousel: ({ index }) => ({ index }),
  sheet: ({ index, points }) => ({ detent: index, offset: points.offset(index) }),
  drag: ({ isLifted }) => ({ lifted: isLifted }),
  side: ({ side, isDismissed }) => ({ side, dismissed: isDismissed }),
}
const dismissed = ({ isDismissed }) => ({ dismissed: isDismissed })

const flick = connectPage(window)
showDriver(flick, document.getElementById('driver'))

const bound = {}
const last = {}
/** The interactions that ignore the velocity. */
let naive = []
for (const [name, interaction] of Object.entries(interactions)) {
  const { handle } = interaction
  interaction.handle = swipe => handle.call(interaction, naive.includes(name) ? swipe.withoutVelocity() : swipe)
  const section = document.createElement('section')
  section.id = section.className = name
  section.innerHTML = `<h2>${name}</h2><div class="stage" role="group" aria-label="${name}"><div class="thing">${
    name === 'sheet' ? '<div class="list"><ul></ul></div>' : ''}</div></div>`
  document.querySelector('main').append(section)
  const [stage, thing, list] = ['.stage', '.thing', 'ul'].map(selector => section.querySelector(selector))
  bound[name] = bind(stage, interaction, {
    flick, name,
    draw(offset, time) {
      moveTo(thing, interaction.zone.axis, offset)
      if (interaction.opacity) thing.style.opacity = interaction.opacity(time).toFixed(3)
      if (list) moveTo(list, 'y', -interaction.scroll(time))
    },
    heard(swipe) { if (!['press', 'release'].includes(swipe.phase)) last[name] = swipe },
  })
}

const start = { carousel: 0, sheet: 0, drag: { x: 0, y: 0 } }

/** The interface for tests. */
window.seven = {
  flick,
  get states() {
    return Object.fromEntries(Object.entries(interactions).map(([name, one]) => [name, (stateOf[name] ?? dismissed)(one)]))
  },
  get isSettled() { return Object.values(bound).every(({ isSettled }) => isSettled) },
  /** The last swipe of an interaction. */
  last: name => last[name],
  isHeld: name => interactions[name].isHeld,
  /** What a lift at this moment would do. */
  meant: name => interactions[name].meant(last[name]),
  /** Puts everything where it began; the interactions with these names ignore the velocity from now on. */
  reset(names = []) {
    naive = names
    for (const [name, binding] of Object.entries(bound)) binding.put(start[name] ?? null)
  },
}
