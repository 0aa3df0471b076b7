// The messages of `flickctl studio`: the reader of what it sends, and the writer of what the page requests.
// Sources/Commands/Studio/StudioMessages.swift is the other end. Lengths are in mm on the glass, velocities in mm/s.
// The messages of a room with exercises are in its folder.
import { readers as measure } from './measure/messages.js'
import { readers as tune } from './tune/messages.js'

const US = 1000

function decisionOf(one) {
  if (!one) return null
  return {
    kind: one.kind, commit: one.commit, by: one.by, direction: one.direction,
    distance: one.distance, distanceThreshold: one.distance_threshold,
    speed: one.speed, speedThreshold: one.speed_threshold,
    predicted: one.predicted ?? null, predictedThreshold: one.predicted_threshold ?? null,
    travel: one.travel, travelThreshold: one.travel_threshold, noCommit: one.no_commit,
    recoil: one.recoil ?? null,
  }
}

function momentOf(one) {
  const { x, y, samples, window_us: window, age_us: age, confidence } = one.fit
  return {
    time: one.t_us / US, x: one.x, y: one.y, distance: one.distance, speed: one.speed, commit: one.commit,
    fit: { x, y, samples, window: window / US, age: age / US, confidence },
  }
}

const readers = {
  ...measure,
  studio: ({ rooms, panel, rule, private: areas, private_included: isPrivateIncluded }) => ({
    rooms, rule, areas, isPrivateIncluded,
    panel: {
      name: panel.name, source: panel.source, width: panel.width, height: panel.height,
      isSizeKnown: panel.size_known, maxContacts: panel.max_contacts,
    },
  }),
  live: ({ rate_hz: rate = null, dropped, note = null, contacts, swipes }) => ({
    rate, dropped, note,
    contacts: contacts.map(({ number, x, y, velocity, size, down: isDown, trail }) =>
      ({ number, x, y, velocity, size, isDown, trail })),
    swipes: swipes.map(({ number, fingers, zone, decision }) =>
      ({ number, fingers, zone, decision: decisionOf(decision) })),
  }),
  decision: ({ number, fingers, zone, cancelled, decision }) =>
    ({ number, fingers, zone, cancelled, decision: decisionOf(decision) }),
  replay: ({ number, swipe }) => ({
    number, swipe: swipe && { x: swipe.x, y: swipe.y, moments: swipe.moments.map(momentOf) },
  }),
  ...tune,
}

/** Reads a message: {type, …}; null for text that is not a message of this version. */
export function readMessage(text) {
  try {
    const line = JSON.parse(text)
    const read = Object.hasOwn(readers, line.type) ? readers[line.type] : null
    return read && { type: line.type, ...read(line) }
  } catch {
    return null
  }
}

/** Requests one `live` message: the page has drawn the previous one. */
export const liveRequest = () => JSON.stringify({ request: 'live' })
/** Requests the moments of an ended swipe. */
export const replayRequest = number => JSON.stringify({ request: 'replay', number })
