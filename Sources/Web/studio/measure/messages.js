// The messages of the room Measure: the readers of what flickctl sends, and the requests of the page.
// Lengths are in mm on the glass, times in s.

function stationOf(one) {
  if (!one) return null
  const {
    word, number, count, request, elapsed_s: elapsed, patience_s: patience, contacts, target = null,
    counted = null, needed = null,
  } = one
  return { word, number, count, request, elapsed, patience, contacts, target, counted, needed }
}

export const readers = {
  /**
   * A station is {word, state}; a result {metric, axis, value, unit, shown, why, grades}.
   *
   * A grade is {source, name, grade, limit, judged}; `judged` is the number that the limit judges if it is not `value`.
   */
  measure: ({ state, stations, station, results }) => ({
    state, stations: [...stations], station: stationOf(station), results: [...results],
  }),
  /** `added` are the cells that are covered since the last message, `dead` all cells that are dead now. */
  coverage: ({ columns, rows, new: added, dead, reset = false }) =>
    ({ columns, rows, added: [...added], dead: [...dead], isReset: reset }),
  report: ({ page, settings, command, note }) => ({ page, settings, command, note }),
}

/** Requests a step of the room: `begin`; or `skip`, `again` or `end` from the station of this number. */
export const measureRequest = (step, station) => JSON.stringify({ request: 'measure', do: step, station })
/** Reports where the page draws the targets: fractions [x, y] of the display's width and height. */
export const targetsRequest = targets => JSON.stringify({ request: 'measure', do: 'targets', targets })
