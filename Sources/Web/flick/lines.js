// Checks that a line of the protocol has the fields that this package uses. Other fields are ignored.

const PHASES = ['begin', 'update', 'end', 'cancel']
const LENGTHS = [
  'start', 'location', 'translation', 'velocity', 'lookahead_translation', 'predicted_end_translation',
  'predicted_end_location',
]
const NUMBERS = ['duration_us', 'idle_us', 'projection_us', 'progress', 'slop', 'fingers', 'merged']

const isText = value => typeof value === 'string'
const isObject = value => typeof value === 'object' && value !== null && !Array.isArray(value)
/** Whether a field is absent, null, or valid. */
const isAbsentOr = (value, is) => value === undefined || value === null || is(value)
const isNumber = value => Number.isFinite(value)
const isVector = value => isObject(value) && isNumber(value.x) && isNumber(value.y)
const isPanel = value => isObject(value) && isText(value.panel_id)
const isSnap = value => isObject(value) && isNumber(value.offset) && isNumber(value.index)
const isSpring = value => isObject(value)
  && ['stiffness', 'damping', 'initial_velocity'].every(key => isNumber(value[key]))
  && ['relative_velocity', 'settling_us', 'target'].every(key => isAbsentOr(value[key], isNumber))
const isZone = value => isObject(value) && isText(value.name)
  && isAbsentOr(value.snap, isSnap) && isAbsentOr(value.spring, isSpring)
const isRecoil = value => isObject(value) && ['x', 'y'].every(axis => isAbsentOr(value[axis], isNumber))
const isDecision = value => isObject(value) && isText(value.kind) && typeof value.commit === 'boolean'
  && Array.isArray(value.by) && value.by.every(isText) && isAbsentOr(value.direction, isText)
  && isAbsentOr(value.recoil, isRecoil)

const RULES = {
  hello: line => isText(line.level),
  state: line => Array.isArray(line.panels) && line.panels.every(isPanel),
  panel: line => isPanel(line) && isText(line.change),
  swipe: line => isNumber(line.swipe_id) && isNumber(line.seq) && isNumber(line.t_us) && PHASES.includes(line.phase)
    && LENGTHS.every(key => isAbsentOr(line[key], isVector)) && NUMBERS.every(key => isAbsentOr(line[key], isNumber))
    && isAbsentOr(line.zone, isZone) && isAbsentOr(line.decision, isDecision),
  reply: line => typeof line.ok === 'boolean',
  bye: line => isText(line.reason) && isAbsentOr(line.detail, isText),
  bridge: line => isText(line.state) && isAbsentOr(line.detail, isText),
}

/** Reads a line; returns null if it is not of the protocol. Types of later versions are accepted. */
export function readLine(text) {
  let line
  try {
    line = JSON.parse(text)
  } catch {
    return null
  }
  if (!isObject(line) || !isText(line.type)) return null
  return !Object.hasOwn(RULES, line.type) || RULES[line.type](line) ? line : null
}
