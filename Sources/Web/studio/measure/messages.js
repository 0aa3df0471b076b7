// The messages of the room Measure: the readers of what flickctl sends, and the requests of the page.
// Lengths are in mm on the glass, times in s.

function stationOf(one) {
  if (!one) return null
  const { word, number, count, request, elapsed_s: elapsed, patience_s: patience, contacts, target = null } = one
  return { word, number, count, request, elapsed, patience, contacts, target }
}

export const readers = {
  /** A station is {word, state}; a result {metric, axis, value, unit, shown, why, grades: [{source, name, grade}]}. */
  measure: ({ state, stations, station, results }) => ({
    state, stations: [...stations], station: stationOf(station), results: [...results],
  }),
  /** `added` are the cells that are covered since the last message, `dead` all cells that are dead now. */
  coverage: ({ columns, rows, new: added, dead, reset = false }) =>
    ({ columns, rows, added: [...added], dead: [...dead], isReset: reset }),
  report: ({ page, settings, command, note }) => ({ page, settings, command, note }),
}

/** Requests a step of the room: `begin`, `skip`, `again` or `end`. */
export const measureRequest = step => JSON.stringify({ request: 'measure', do: step })
/** Reports where the page draws the targets: fractions [x, y] of the display's width and height. */
export const targetsRequest = targets => JSON.stringify({ request: 'measure', do: 'targets', targets })
