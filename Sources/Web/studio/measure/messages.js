// The messages of the room Measure: the readers of what flickctl sends, and the requests of the page.
// Lengths are in mm on the glass, times in s.

import { camel } from '../../flick/camel.js'

const SECONDS = { elapsed_s: 'elapsed', patience_s: 'patience' }
const stationOf = one => one && camel({ target: null, counted: null, needed: null, ...one }, SECONDS)

export const readers = {
  /**
   * A station is {word, state}; a result {metric, axis, value, unit, shown, why, grades}.
   *
   * A grade is {source, name, grade, limit, judged}; `judged` is the number that the limit judges if it is not `value`.
   */
  measure: line => ({
    ...line, station: stationOf(line.station), stations: [...line.stations], results: [...line.results],
  }),
  /** `added` are the cells that are covered since the last message, `dead` all cells that are dead now. */
  coverage: line => camel(
    { reset: false, ...line, new: [...line.new], dead: [...line.dead] }, { new: 'added', reset: 'isReset' }),
  report: camel,
}

/** Requests a step of the room: `begin`; or `skip`, `again` or `end` from the station of this number. */
export const measureRequest = (step, station) => JSON.stringify({ request: 'measure', do: step, station })
/** Reports where the page draws the targets: fractions [x, y] of the display's width and height. */
export const targetsRequest = targets => JSON.stringify({ request: 'measure', do: 'targets', targets })
