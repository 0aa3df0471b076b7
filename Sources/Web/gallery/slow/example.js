// A swipe to replay before anyone has touched the page: a flick of the ghost hand, decided by the engine.
import { Recognizer } from '../../flick/recognizer.js'
import { Swipe } from '../../flick/swipe.js'
import { Zone } from '../../flick/zone.js'
import { sizeOf } from '../stage.js'
import { strokesFor } from '../strokes.js'
import { explanationOf } from '../words.js'
import { SwipeMemory } from './memory.js'

/** Between two positions, in ms: 125 Hz. */
const PERIOD = 8

/** The entries of a memory after a flick on a stage. The stage itself does not move. */
export function exampleOf(stage) {
  const { is, view, root, state, options } = stage
  const interaction = is.make(sizeOf(view), { index: state.index ?? state.detent }, stage)
  const copy = { is, view, root, state, options, interaction, explanation: null }
  const memory = new SwipeMemory()
  const zone = new Zone(is.name, interaction.zone)
  zone.extent = axis => axis === 'x' ? view.clientWidth : view.clientHeight
  zone.move(interaction.content.start)
  const recognizer = new Recognizer((line, zone) => {
    if (!zone) return
    const swipe = new Swipe({ ...line, zone: { name: is.name, ...line.zone }, panel_id: 'example' })
    interaction.handle(swipe)
    if (swipe.phase === 'end') {
      copy.explanation = explanationOf(interaction, swipe, is.outcome({ interaction }), options.unit())
    }
    memory.hear(swipe, copy)
  })
  play(recognizer, zone, { view, interaction, name: is.name })
  return memory.last
}

function play(recognizer, zone, { view, interaction, name }) {
  const { left, top, width, height } = view.getBoundingClientRect()
  const [stroke] = strokesFor({ name, interaction, width, height })
  const begin = performance.now()
  const at = elapsed => {
    const { x, y } = stroke.at(elapsed)
    return { id: 1, x: left + x, y: top + y, time: begin + elapsed }
  }
  recognizer.down(at(0), [zone])
  for (let elapsed = 0; elapsed < stroke.duration;) {
    elapsed = Math.min(elapsed + PERIOD, stroke.duration)
    recognizer.move(1, [at(elapsed)])
    interaction.draw(1000 * (begin + elapsed))
  }
  recognizer.up(1, { ...at(stroke.duration), time: begin + stroke.duration + stroke.late })
}
