// The pictures of visitors: the top one leaves downwards, and the next one is below.
import { DismissibleCard } from '../../flick/leaving.js'
import { pictureOf } from '../art/art.js'
import { photos } from '../museum.js'
import { DISTANCE, SPEED, made, paint } from './parts.js'

/** How small the picture below is while the top one covers it. */
const SMALL = 0.9

const photoOf = photo => {
  const element = made('photo', `<div class="art">${pictureOf(photo)}</div><p>${photo.title}</p>`)
  paint(element, photo)
  return element
}

/** Puts the pictures in their order: the top one, the one below it, and the others out of sight. */
function order({ parts, index }) {
  for (const [number, element] of parts.all.entries()) {
    const depth = (number - index + parts.all.length) % parts.all.length
    element.dataset.depth = Math.min(depth, 2)
    element.style.transform = ''
    element.style.opacity = ''
  }
}

export const photo = {
  name: 'photos', hint: () => 'Flick down for the next picture',
  build(stage) {
    const all = photos.map(photoOf)
    stage.view.append(...all)
    stage.index = 0
    return { all }
  },
  make({ height, scale }, before, stage) {
    order(stage)
    return new DismissibleCard({
      exit: 1.15 * height, distanceThreshold: Math.min(DISTANCE * scale, 0.45 * height), speedThreshold: SPEED * scale,
    })
  },
  draw({ parts: { all }, index, interaction }, offset, time) {
    const [top, next] = [0, 1].map(depth => all[(index + depth) % all.length])
    top.style.transform = `translate3d(0, ${offset}px, 0)`
    top.style.opacity = interaction.opacity(time).toFixed(3)
    const part = Math.min(offset / interaction.exit, 1)
    next.style.transform = `scale(${(SMALL + (1 - SMALL) * part).toFixed(4)})`
  },
  /** The next picture is exactly where the first one was, so nobody sees the exchange. */
  rested(stage, side, bound) {
    if (side === null) return
    stage.index = (stage.index + 1) % stage.parts.all.length
    order(stage)
    bound.put(null)
  },
  /** Closes the picture that the other stage has closed, or brings the picture back that it still shows. */
  level(stage, other, bound) {
    const count = stage.parts.all.length
    if (other.interaction.isDismissed || (stage.index + 1) % count === other.index) {
      if (!stage.interaction.isDismissed) bound.go('down')
    } else if (stage.index !== other.index) {
      stage.index = other.index
      order(stage)
      bound.put('down')
      bound.go(null)
    }
  },
  reset(stage) { stage.index = 0 },
  state: ({ index, interaction: { isDismissed } }) => ({ index, dismissed: isDismissed }),
  outcome: () => 'Put away',
}
