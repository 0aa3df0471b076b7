// The elements in JSX, as a page with any framework would write them: compiled by `make lint`, never run.
import type { FlickDeckAttributes } from '../../Sources/Web/flick-elements.js'

export const carousel = <flick-carousel axis="y" per-view={2} is-looping spacing="8" index={1} class="cards" onChange={() => {}} />
export const dial = <flick-dial step={44} isWrapping={false} data-of="minutes"><span slot="next" /></flick-dial>
export const corner = <flick-corner corner="top_left" aria-label="Picture" />
export const refresh = <flick-refresh is-refreshing="true" refreshing-label="Lädt" threshold={80} />
const rule: FlickDeckAttributes = { reversal: 'ignore', 'distance-threshold': 120, emptyLabel: 'Leer' }
export const deck = <flick-deck {...rule} />

// @ts-expect-error: an axis is x or y
export const wrongWord = <flick-pager axis="z" />
// @ts-expect-error: the number of cards in view is a number
export const wrongKind = <flick-carousel per-view={true} />
// @ts-expect-error: a sheet has detents
export const wrongName = <flick-sheet heights="0 -300" />
// @ts-expect-error: a deck does not loop
export const ofAnother = <flick-deck isLooping />
// @ts-expect-error: there is no such element
export const unknown = <flick-card />

declare global {
  namespace JSX {
    interface IntrinsicElements { span: { slot?: string } }
  }
}
