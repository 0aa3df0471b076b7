// A measurement as flickctl would send it: made messages, which no panel has caused. For the tests of the page alone.

/** The stations with their requests, in the order of `flickctl measure`, and the targets after the taps. */
export const STATIONS = [
  ['hands-off', 'do not touch the panel for 10 seconds'],
  ['resting', 'rest one finger on the middle for 5 seconds, then lift it'],
  ['taps', 'tap one spot at least 5 times'],
  ['targets', 'tap the middle of each target as it appears'],
  ['horizontal', 'draw a slow line along a ruler from left to right'],
  ['vertical', 'draw a slow line along a ruler from top to bottom'],
  ['diagonal', 'draw a slow line along a ruler at 45°'],
  ['swipes', 'swipe fast at least 5 times with one finger, and lift while the finger moves'],
  ['edges', 'slide one finger beyond the left, the top, the right and the bottom edge'],
  ['two-fingers', 'rest a finger, put a second one beside it, and move them apart and back, three times'],
  ['drumming', 'drum with two fingers in turn for 5 seconds'],
  ['many-fingers', 'put down as many fingers as fit, then lift all'],
]

/** The grade of a limit in words; with the judged number if it is not the value, such as "fail: ≤ 0.5 mm: 0.62 mm". */
const result = (metric, axis, value, unit, shown, grades, why = null) => ({
  metric, axis, value, unit, shown, why,
  grades: Object.entries(grades).map(([source, words]) => {
    const [grade, limit = '0', judged = null] = words.split(': ')
    return { source, name: { w8: 'Windows 8', w10: 'Windows 10', chromeos: 'ChromeOS' }[source], grade, limit, judged }
  }),
})

/** Results of stations, by the station that brings them; the numbers are made. */
const RESULTS = [
  ['hands-off', result('ghosts', 'both', 0, 'count', '0', { w8: 'pass', w10: 'pass' })],
  ['resting', result('resting_jitter', 'both', 0.31, 'mm', '0.31 mm', {
    w8: 'fail: 0 mm', w10: 'pass: ≤ 0.5 mm: 0.18 mm', chromeos: 'pass: ≤ 1 mm',
  })],
  ['resting', result('noise', 'both', 0.042, 'mm', '0.042 mm', {})],
  ['taps', result('tap_repeatability', 'both', 0.72, 'mm', '0.72 mm', { chromeos: 'marginal: ≤ 0.5 mm' })],
  ['targets', result('accuracy', 'both', 1.94, 'mm', '1.94 mm', { w8: 'fail: ≤ 1 mm', w10: 'fail: ≤ 1 mm: 1.21 mm' })],
  ['horizontal', result('linearity_rms', 'both', 0.21, 'mm', '0.21 mm', { chromeos: 'pass: ≤ 0.5 mm' })],
  ['vertical', result('linearity_max', 'both', 0.83, 'mm', '0.83 mm', {
    w8: 'pass: ≤ 1 mm: 0.34 mm', w10: 'pass: ≤ 1 mm', chromeos: 'pass: ≤ 2 mm',
  })],
  ['diagonal', result('diagonal_angle', 'both', 44.6, 'deg', '44.6°', { chromeos: 'pass: 41–49°' })],
  ['swipes', result('report_rate', 'both', 125, 'Hz', '125 Hz', {
    w8: 'pass: ≥ 100 Hz: 121.4 Hz', w10: 'pass: 60–250 Hz: 124.8 Hz', chromeos: 'pass: ≥ 60 Hz: 124.8 Hz',
  })],
  ['swipes', result('lift_delay', 'both', 8.1, 'ms', '8.1 ms', {})],
  ['edges', result('edge_reach', 'x', 2.6, 'mm', '2.6 mm', { w8: 'fail: 0 mm', w10: 'fail: 0 mm', chromeos: 'fail: ≤ 0.5 mm' })],
  ['edges', result('edge_reach', 'y', 0, 'mm', '0 mm', { w8: 'pass: 0 mm', w10: 'pass: 0 mm', chromeos: 'pass: ≤ 0.5 mm' })],
  ['two-fingers', result('finger_separation', 'both', 13.2, 'mm', '13.2 mm', { w8: 'fail: ≤ 12 mm' })],
  ['drumming', result('drumroll', 'both', null, 'mm', null, {}, 'no finger drummed: do the station drumming')],
  ['many-fingers', result('contacts', 'both', 10, 'count', '10', {
    w8: 'pass: ≥ 5', w10: 'pass: ≥ 5', chromeos: 'pass: 10',
  })],
]
const NEVER = [
  result('latency', 'both', null, 'ms', null, {}, 'a recording cannot show when the finger touched the glass'),
  result('stated_size', 'x', null, 'mm', null, {}, 'the visible area of the display is unknown: add --display'),
  result('stated_size', 'y', null, 'mm', null, {}, 'the visible area of the display is unknown: add --display'),
]

export const PANEL = { name: 'Made panel', source: '/dev/input/event4', width: 340, height: 190 }
export const GREETING = {
  type: 'studio', rooms: ['live', 'measure'],
  panel: { ...PANEL, size_known: true, max_contacts: 10 },
  rule: { distance: 31, speed: 125 }, private: [], private_included: false,
}
export const SIDE = { columns: 68, rows: 38 }

const words = STATIONS.map(([word]) => word)
const statesAt = now => words.map((word, index) => ({ word, state: index < now ? 'done' : 'waiting' }))
export const resultsAfter = (count, last = []) =>
  [...RESULTS.filter(([word]) => words.indexOf(word) < count).map(([, one]) => one), ...last]

/** Nothing has begun. */
export const READY = { type: 'measure', state: 'ready', stations: statesAt(0), station: null, results: [] }

/** The station of this index is asked. */
export function askedAt(index, { elapsed = 0, contacts = 0, target = null, counted = null } = {}) {
  const [word, request] = STATIONS[index]
  const stations = statesAt(index)
  stations[index].state = 'asked'
  const station = {
    word, number: index + 1, count: STATIONS.length, request, elapsed_s: elapsed, patience_s: 60, contacts, target,
    counted, needed: counted === null ? null : 5,
  }
  return { type: 'measure', state: 'asked', stations, station, results: resultsAfter(index) }
}

/** All stations have ended; `skipped` are the indices of those without an exercise. */
export function overWith(skipped = []) {
  const stations = statesAt(STATIONS.length)
  for (const index of skipped) stations[index].state = 'skipped'
  return { type: 'measure', state: 'over', stations, station: null, results: resultsAfter(STATIONS.length, NEVER) }
}

export const REPORT = {
  type: 'report', page: '<!doctype html><title>Report</title><p>A made report: 125 Hz</p>',
  settings: '[[panel]]\nmatch = { vendor = "2575", product = "0001" }\nlift_delay = "8.1ms"\nnoise = "0.042mm"',
  command: 'sudo flickctl measure --write swipes=/tmp/measured/swipes.evemu edges=/tmp/measured/edges.evemu',
  note: null,
}

/** The cells of a stripe of the map, and a dead strip of 10 mm below it. */
export function coverageOf(rows, { isReset = false, hasDead = false } = {}) {
  const cells = rows.flatMap(row => Array.from({ length: SIDE.columns }, (_, column) => row * SIDE.columns + column))
  const dead = hasDead
    ? Array.from({ length: SIDE.rows }, (_, row) => [44, 45].map(column => row * SIDE.columns + column)).flat() : []
  return { type: 'coverage', ...SIDE, new: cells, dead, ...(isReset && { reset: true }) }
}

/** Contacts that move to the right, as message number `frame` of `live`. */
export function liveAt(frame, contacts = 0) {
  const one = number => {
    const [x, y] = [20 + frame * 2 % 300, 15 + number * 16]
    return { number, x, y, velocity: { x: 120, y: 0 }, size: 9, down: true, trail: [[x - 1, y], [x, y]] }
  }
  return {
    type: 'live', rate_hz: 240, dropped: 0, contacts: Array.from({ length: contacts }, (_, number) => one(number)),
    swipes: [],
  }
}
