// The last swipe of a finger on the stages, with what a replay needs to show it again: for both stages of a pair.
import { SwipeRecorder } from './recorder.js'

export class SwipeMemory {
  /** What began on each stage, and its recorder. */
  #begun = new WeakMap()
  /** One entry, or two for a pair of stages, the naive one first; empty before the first swipe. */
  last = []
  /** The decision of a pair on the last swipe, in one sentence; null on one stage. */
  decided = null

  /** Hears a swipe of a stage, after the stage has handled it; not those of the wheel and of the ghost hand. */
  hear(swipe, stage) {
    const { phase, id } = swipe
    if (id < 0) return
    if (phase === 'begin') this.#begun.set(stage, { recorder: new SwipeRecorder(), ...surroundings(swipe, stage) })
    const begun = this.#begun.get(stage)
    if (!begun) return
    begun.recorder.hear(swipe, stage.interaction)
    if (phase !== 'end' && phase !== 'cancel') return
    this.#begun.delete(stage)
    const { recorder: { record }, ...rest } = begun
    this.#keep({ ...rest, record, swipe, explanation: stage.explanation, unit: stage.options.unit() })
  }

  /** Keeps what a pair did with a swipe, after both stages. */
  compared(swipe, decided) { if (this.last[0]?.swipe === swipe) this.decided = decided }

  /** Both stages of a pair handle the same swipe. */
  #keep(entry) {
    const others = this.last.filter(({ swipe }) => swipe === entry.swipe)
    if (others.length === 0) this.decided = null
    this.last = [...others, entry].sort((one, other) => Number(!one.mistake) - Number(!other.mistake))
  }
}

/** The stage as it is when a swipe begins: its size, its state, and where the finger landed in its view, in px. */
function surroundings(swipe, { is, root, view, state, options }) {
  const [outer, inner] = [root, view].map(element => element.getBoundingClientRect())
  return {
    is, index: state.index ?? state.detent, mistake: options.naive ?? null, blank: options.blank,
    beside: options.beside?.() ?? [], width: outer.width, height: outer.height,
    start: landingIn(inner, swipe),
  }
}

/** Without a position, or with one beside the view, the finger landed in the middle. */
function landingIn({ left, top, width, height }, { startLocation }) {
  const middle = { x: width / 2, y: height / 2 }
  if (!startLocation) return middle
  const [x, y] = [startLocation.x - left, startLocation.y - top]
  return x >= 0 && y >= 0 && x <= width && y <= height ? { x, y } : middle
}
