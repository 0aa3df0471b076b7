// Grades by source: while they come in, and at the end, with what was not measured, the report and the settings.
import { decorationOf, elementOf, partsOf } from '../../design/elements.js'
import { ReportLink } from '../report-link.js'
import { SOURCES, gradeOf, gradesOf, missingOf, nameOf, summaryOf, talliesOf, worstFirst } from './words.js'

const COMMAND = 'An administrator writes them with this command:'
const NO_COMMAND = 'An administrator must add them to the configuration.'

/** The grid of an axis has two results: one in device units and one in mm. */
const keyOf = ({ metric, axis, unit }) => `${metric} ${axis} ${unit}`

/** An element of a table with its role, which the layout of a narrow screen would remove. */
function partOf(role, tag, className, ...content) {
  const element = elementOf(tag, className, ...content)
  element.setAttribute('role', role)
  return element
}

/** A table with one row for each result that has a value. */
export class Grades {
  #rows = new Map()

  /**
   * The newest row is the first one if `isNewestFirst`; else rows have the order of the results.
   *
   * `hasLimits` shows the limit below each grade.
   */
  constructor(table, { isNewestFirst = false, hasLimits = false } = {}) {
    Object.assign(this, { isNewestFirst, hasLimits })
    const columns = [['metric', 'Metric'], ['value', 'Measured'], ...SOURCES].map(([word, name]) =>
      Object.assign(partOf('columnheader', 'th', word, name), { scope: 'col' }))
    this.body = partOf('rowgroup', 'tbody', '')
    table.append(partOf('rowgroup', 'thead', '', partOf('row', 'tr', '', ...columns)), this.body)
    table.setAttribute('role', 'table')
  }

  draw(results) {
    const shown = results.filter(({ value }) => value !== null)
    const keys = new Set(shown.map(keyOf))
    for (const [key, row] of this.#rows) {
      if (keys.has(key)) continue
      row.element.remove()
      this.#rows.delete(key)
    }
    for (const result of shown) {
      const key = keyOf(result)
      const known = this.#rows.get(key)
      const row = known ?? this.#add(key, result)
      if (!this.isNewestFirst) this.body.append(row.element)
      else if (!known) this.body.prepend(row.element)
      this.#fill(row, result)
    }
  }

  #add(key, result) {
    const name = Object.assign(partOf('rowheader', 'th', 'metric', nameOf(result)), { scope: 'row' })
    const value = partOf('cell', 'td', 'value')
    const grades = SOURCES.map(([source, title]) => {
      const cell = partOf('cell', 'td', 'grade', decorationOf('span', 'sign'), ' ', elementOf('span', 'word'))
      Object.assign(cell.dataset, { source, title })
      if (this.hasLimits) cell.append(' ', elementOf('span', 'bound'), elementOf('span', 'judged'))
      return cell
    })
    const element = partOf('row', 'tr', '', name, value, ...grades)
    Object.assign(element.dataset, { metric: result.metric, axis: result.axis })
    const row = { element, value, grades, text: '' }
    this.#rows.set(key, row)
    return row
  }

  #fill(row, result) {
    const text = `${result.shown} ${result.grades.map(one => `${one.source} ${one.grade} ${one.judged}`)}`
    if (text === row.text) return
    row.text = text
    const grades = gradesOf(result)
    row.value.textContent = result.shown ?? ''
    for (const [index, { sign, word, grade, limit, judged }] of grades.entries()) {
      const cell = row.grades[index]
      cell.dataset.grade = grade
      cell.querySelector('.sign').textContent = sign
      cell.querySelector('.word').textContent = word
      if (!this.hasLimits) continue
      cell.querySelector('.bound').textContent = limit
      cell.querySelector('.judged').textContent = judged
    }
  }
}

/** The end of a measurement. */
export class Results {
  #drawn = { results: null, report: undefined }

  constructor(root) {
    this.parts = partsOf(
      root, 'summary', 'besides', 'tallies', 'none', 'grades', 'missing', 'settings', 'unchanged', 'lines', 'note',
      'command', 'administrator', 'save')
    this.list = this.parts.missing.querySelector('ul')
    this.grades = new Grades(this.parts.grades, { hasLimits: true })
    this.save = new ReportLink(this.parts.save)
  }

  /** Shows the results of a `measure` message, and the `report` message if it has come. */
  draw({ results }, report) {
    const isSameReport = this.#drawn.report === report
    if (isSameReport && this.#drawn.results === results) return
    this.#drawn = { results, report }
    const { parts } = this
    this.grades.draw(worstFirst(results))
    const hasGrades = results.some(({ value }) => value !== null)
    parts.none.hidden = hasGrades
    parts.grades.hidden = parts.tallies.hidden = !hasGrades
    const summary = summaryOf(results)
    parts.summary.hidden = summary === null
    parts.summary.dataset.grade = summary?.grade ?? 'none'
    parts.summary.textContent = summary ? `${gradeOf(summary.grade).sign} ${summary.text}` : ''
    parts.besides.hidden = !summary?.more
    parts.besides.textContent = summary?.more ?? ''
    parts.tallies.replaceChildren(...talliesOf(results).map(one => this.#tally(one)))
    const missing = missingOf(results)
    parts.missing.hidden = missing.length === 0
    this.list.replaceChildren(...missing.map(([name, why]) =>
      elementOf('li', '', elementOf('b', '', name), `: ${why}`)))
    if (!isSameReport) this.#drawReport(report)
  }

  #tally({ name, ...counts }) {
    return elementOf('li', '', elementOf('b', 'name', name), ...['fail', 'marginal', 'pass'].map(word => {
      const part = elementOf('span', 'grade', `${counts[word]} ${gradeOf(word).word}`)
      part.dataset.grade = counts[word] > 0 ? word : 'none'
      return part
    }))
  }

  #drawReport(report) {
    const { parts } = this
    this.save.offer(report ? report.page : null)
    parts.settings.hidden = !report
    if (!report) return
    const hasSettings = report.settings.trim() !== ''
    const hasCommand = report.command !== ''
    parts.unchanged.hidden = hasSettings
    parts.lines.hidden = parts.administrator.hidden = !hasSettings
    parts.command.hidden = !hasSettings || !hasCommand
    parts.administrator.textContent = hasCommand ? COMMAND : NO_COMMAND
    parts.note.textContent = report.note ?? ''
    parts.note.hidden = !report.note
    parts.lines.textContent = report.settings
    parts.command.textContent = report.command
  }
}
