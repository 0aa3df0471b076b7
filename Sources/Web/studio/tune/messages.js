// The messages of the room Tune. TuneMessages.swift and ProposalMessage.swift in Sources/PanelLab/Studio are the other
// end. Lengths are in mm, speeds in mm/s.

import { camel } from '../../flick/camel.js'

const shareOf = share => share && camel(share, { n: 'count' })

/** The readers of the messages, by type. */
export const readers = {
  tune: line => ({ ...camel(line), last: line.last && camel(line.last, { counted: 'isCounted' }) }),
  proposal: ({ thresholds, rates, changed, ...line }) => ({
    ...line,
    thresholds: thresholds.map(one => camel(one, { stable: 'isStable' })),
    rates: rates.map(({ name, present, proposed, left_out: leftOut }) =>
      ({ name, present: shareOf(present), proposed: shareOf(proposed), leftOut: shareOf(leftOut) })),
    changes: changed.map(one => camel(one, { better: 'isBetter' })),
  }),
  feel: line => ({
    ...camel(line), swipe: line.swipe && camel(line.swipe, { ended: 'isEnded', cancelled: 'isCancelled' }),
  }),
}

const request = fields => JSON.stringify({ request: 'tune', ...fields })
/** Begins a session of this number of people. */
export const beginRequest = people => request({ do: 'begin', people })
/** `proceed`, `undo` or `finish`. */
export const stepRequest = word => request({ do: word })
/** Uses this rule for the row of cards: `present` or `proposed`. */
export const feelRequest = rule => request({ do: 'feel', rule })
/** Reports where tries and felt swipes begin: [x, y, width, height] as fractions of the display; empty for nowhere. */
export const fieldRequest = field => request({ do: 'field', field })
