// The room Measure in words.

const NUMBERS = [
  'No', 'One', 'Two', 'Three', 'Four', 'Five', 'Six', 'Seven', 'Eight', 'Nine', 'Ten', 'Eleven', 'Twelve',
]
const GRADES = {
  pass: { sign: '✓', word: 'pass' },
  marginal: { sign: '≈', word: 'marginal' },
  fail: { sign: '✗', word: 'fail' },
  not_measured: { sign: '–', word: 'not measured' },
}
/** What a source shows without a limit for the metric. */
export const NO_LIMIT = { sign: '', word: 'no limit' }

/** The publishers of limits, as columns: [word, name]. */
export const SOURCES = [['w8', 'Windows 8'], ['w10', 'Windows 10'], ['chromeos', 'ChromeOS']]

const upper = text => text.charAt(0).toUpperCase() + text.slice(1)

/** What will happen: "Twelve short exercises, about four minutes." */
export const planOf = ({ length }) =>
  `${NUMBERS[length] ?? length} short exercise${length === 1 ? '' : 's'}, about four minutes.`

/** "Exercise 7 of 12"; with a target, "Exercise 4 of 12, target 2 of 9". */
export const countOf = ({ number, count, target }) =>
  `Exercise ${number} of ${count}${target === null ? '' : `, target ${target + 1} of 9`}`

/** "3 of 5 counted" at a station that counts repetitions, else "". */
export const countedOf = ({ counted, needed }) => (needed === null ? '' : `${counted} of ${needed} counted`)

/** The request of a station as a sentence. */
export const requestOf = ({ request }) => upper(request) + (/[.!?]$/.test(request) ? '' : '.')

/** "waits 57 s more": the time until the next exercise follows without an answer. */
export const timeOf = ({ elapsed, patience }) => `waits ${Math.max(Math.ceil(patience - elapsed), 0)} s more`

/** "no finger down", "1 finger down", "3 fingers down". */
export const fingersOf = contacts =>
  contacts === 0 ? 'no finger down' : `${contacts} finger${contacts === 1 ? '' : 's'} down`

/** "Edge reach, x". */
export const nameOf = ({ metric, axis }) => upper(metric.replaceAll('_', ' ')) + (axis === 'both' ? '' : `, ${axis}`)

/** The sign and the word of a grade: colour alone says nothing to some people. */
export const gradeOf = grade => GRADES[grade] ?? { sign: '–', word: grade.replaceAll('_', ' ') }

/** The grades of a result by source: {source, sign, word, grade, limit, judged}; without a limit, there is no grade. */
export const gradesOf = ({ grades }) => SOURCES.map(([source]) => {
  const found = grades.find(one => one.source === source)
  const { sign, word } = found ? gradeOf(found.grade) : NO_LIMIT
  const { limit = '', judged = null } = found ?? {}
  return { source, sign, word, grade: found?.grade ?? 'none', limit, judged: judged ?? '' }
})

/** The results in the order of their worst grades: what fails comes first. */
export function worstFirst(results) {
  const rank = ({ grades }) => Math.min(2, ...grades.map(({ grade }) => ['fail', 'marginal'].indexOf(grade))
    .filter(index => index >= 0))
  return [...results].sort((one, other) => rank(one) - rank(other))
}

/** How many results each source grades so: [{source, name, pass, marginal, fail}]. */
export const talliesOf = results => SOURCES.map(([source, name]) => {
  const grades = results.flatMap(one => one.grades).filter(one => one.source === source).map(({ grade }) => grade)
  const count = word => grades.filter(grade => grade === word).length
  return { source, name, pass: count('pass'), marginal: count('marginal'), fail: count('fail') }
})

/** The names of the metrics that have this grade, once each. */
const namesWith = (results, word) =>
  [...new Set(results.filter(({ grades }) => grades.some(({ grade }) => grade === word)).map(({ metric }) => metric))]
    .map(metric => metric.replaceAll('_', ' '))

/** More names than these are only counted: the list of what was not measured is below. */
const MAX_LISTED = 3

/** The results in one sentence: {grade, text, more}, with more to know; null if no limit judges any of them. */
export function summaryOf(results) {
  const [fails, marginals] = ['fail', 'marginal'].map(word => namesWith(results, word))
  if (!results.some(({ grades }) => grades.length > 0)) return null
  const missing = missingOf(results).map(([name]) => name.toLowerCase())
  const list = missing.length > MAX_LISTED ? `${missing.length} metrics` : missing.join(', ')
  const more = [
    marginals.length > 0 ? `Marginal: ${marginals.join(', ')}.` : '',
    missing.length > 0 ? `Not measured: ${list}.` : '',
  ].filter(part => part !== '').join(' ')
  const plural = fails.length === 1 ? '' : 's'
  if (fails.length > 0) {
    return { grade: 'fail', text: `Fails limits of ${fails.length} metric${plural}: ${fails.join(', ')}.`, more }
  }
  if (marginals.length > 0) return { grade: 'marginal', text: 'Fails no limit that was measured.', more }
  return { grade: 'pass', text: 'Passes every limit that was measured.', more }
}

/** Why metrics were not measured: [name, why]; axes with the same reason are one entry. */
export function missingOf(results) {
  const found = new Map()
  for (const { metric, axis, value, why } of results) {
    if (value !== null) continue
    const key = `${metric} ${why}`
    found.set(key, found.has(key) ? [nameOf({ metric, axis: 'both' }), why] : [nameOf({ metric, axis }), why])
  }
  return [...found.values()].map(([name, why]) => [name, why ?? 'no reason is known'])
}
