// The messages of `flickctl studio`: the reader of what it sends, and the writer of what the page requests.
// Sources/PanelLab/Studio/StudioMessages.swift is the other end. Lengths are in mm on the glass, velocities in mm/s.
// The messages of a room with exercises are in its folder.
import { camel } from '../flick/camel.js'
import { readers as measure } from './measure/messages.js'
import { readers as tune } from './tune/messages.js'

const US = 1000

const decisionOf = one => one && camel({ predicted: null, predicted_threshold: null, recoil: null, ...one })
/** A swipe as the page shows it; until the end, its decision is provisional. */
const swipeOf = one => ({ ...camel(one), decision: decisionOf(one.decision) })

function momentOf({ t_us: time, fit: { window_us: window, age_us: age, ...fit }, ...moment }) {
  return { time: time / US, ...moment, fit: { ...fit, window: window / US, age: age / US } }
}

const readers = {
  ...measure,
  studio: line => ({
    ...camel(line, { private: 'areas', private_included: 'isPrivateIncluded' }),
    panel: camel(line.panel, { size_known: 'isSizeKnown' }),
  }),
  live: line => ({
    note: null, rate: null, ...camel(line, { rate_hz: 'rate' }),
    contacts: line.contacts.map(contact => camel(contact, { down: 'isDown' })), swipes: line.swipes.map(swipeOf),
  }),
  decision: swipeOf,
  replay: ({ number, swipe }) => ({ number, swipe: swipe && { ...swipe, moments: swipe.moments.map(momentOf) } }),
  ...tune,
}

/** Reads a message: {type, …}; null for text that is not a message of this version. */
export function readMessage(text) {
  try {
    const line = JSON.parse(text)
    const read = Object.hasOwn(readers, line.type) ? readers[line.type] : null
    return read && { ...read(line), type: line.type }
  } catch {
    return null
  }
}

/** Requests one `live` message: the page has drawn the previous one. */
export const liveRequest = () => JSON.stringify({ request: 'live' })
/** Requests the moments of an ended swipe. */
export const replayRequest = number => JSON.stringify({ request: 'replay', number })
