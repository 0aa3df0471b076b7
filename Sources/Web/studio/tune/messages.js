// The messages of the room Tune. TuneMessages.swift and ProposalMessage.swift in Sources/Commands/Studio are the other
// end. Lengths are in mm, speeds in mm/s.

const shareOf = share => share && { count: share.n, of: share.of, percent: share.percent }

/** The readers of the messages, by type. */
export const readers = {
  tune: ({
    state, people, person, exercise, last, strokes, tries, needed_people: neededPeople, most_people: mostPeople,
  }) => ({
    state, people, person, strokes, tries, neededPeople, mostPeople,
    exercise: exercise && {
      label: exercise.label, number: exercise.number, count: exercise.count, request: exercise.request,
      tries: exercise.tries, done: exercise.done,
    },
    last: last && { text: last.text, isCounted: last.counted },
  }),
  proposal: ({ thresholds, rates, changed, why, settings, command, note, report }) => ({
    why, settings, command, note,
    report: report && { page: report.page, note: report.note },
    thresholds: thresholds.map(({ key, unit, present, proposed, low, high, stable: isStable }) =>
      ({ key, unit, present, proposed, low, high, isStable })),
    rates: rates.map(({ name, present, proposed, left_out: leftOut }) =>
      ({ name, present: shareOf(present), proposed: shareOf(proposed), leftOut: shareOf(leftOut) })),
    changes: changed.map(({ person, label, distance, speed, present, proposed, better: isBetter }) =>
      ({ person, label, distance, speed, present, proposed, isBetter })),
  }),
  feel: ({ rule, has_proposal: hasProposal, swipe }) => ({
    rule, hasProposal,
    swipe: swipe && {
      number: swipe.number, x: swipe.x, direction: swipe.direction, commit: swipe.commit, isEnded: swipe.ended,
      isCancelled: swipe.cancelled, present: swipe.present, proposed: swipe.proposed,
    },
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
