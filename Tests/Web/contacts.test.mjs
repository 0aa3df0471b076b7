// The cases of Tests/Cases/contacts.json, which the tests of GestureCore read too: several fingers, in mm.
//
// A touch has a `path` of [ms, x, y]: between two different positions it moves in a straight line, with a report every
// 8 ms and one at the second position. It lifts at `lift` or is `lost`, without a report of its own. `expect` has the
// lines without updates; `page` replaces them where a page differs from flickd, and `only` names one of both.
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { describe, test } from 'node:test'
import * as flick from '../../Sources/Web/flick.js'
import { MM } from '../../Sources/Web/flick/decision.js'
import { Recognizer } from '../../Sources/Web/flick/recognizer.js'
import { Zone } from '../../Sources/Web/flick/zone.js'
import { near } from './kit.mjs'

const cases = JSON.parse(readFileSync(new URL('../Cases/contacts.json', import.meta.url), 'utf8'))
const PERIOD = 8

/** The events of one touch, as [ms, phase, x, y]. */
function eventsOf({ path, lift, lost }) {
  const events = [[path[0][0], 'down', ...path[0].slice(1)]]
  for (const [index, [end, toX, toY]] of path.slice(1).entries()) {
    const [start, x, y] = path[index]
    if (toX === x && toY === y) continue
    for (let ms = start + PERIOD; ms < end; ms += PERIOD) {
      const part = (ms - start) / (end - start)
      events.push([ms, 'move', x + (toX - x) * part, y + (toY - y) * part])
    }
    events.push([end, 'move', toX, toY])
  }
  return [...events, [lift ?? lost, lost === undefined ? 'up' : 'lost', ...path.at(-1).slice(1)]]
}

/** The lines of a case without its updates, each with the time in ms and the displacement in mm. */
function play({ touches }) {
  const zones = { own: new Zone('own'), other: new Zone('other') }
  const lines = []
  const recognizer = new Recognizer(line => lines.push(line))
  const events = touches.flatMap(touch => eventsOf(touch).map(([ms, phase, x, y]) => ({
    ms, phase, zone: zones[touch.zone ?? 'own'], point: { id: touch.id, x: x * MM, y: y * MM, time: 5000 + ms },
  })))
  // At one moment, lifts come before landings, as in a frame of flickd.
  const rank = ({ phase }) => phase === 'down' ? 1 : 0
  events.sort((a, b) => a.ms - b.ms || rank(a) - rank(b))
  for (const { phase, point, zone } of events) {
    recognizer.advance(point.time)
    if (phase === 'down') recognizer.down(point, [zone])
    else if (phase === 'move') recognizer.move(point.id, [point])
    else if (phase === 'up') recognizer.up(point.id, point)
    else recognizer.cancel(point.id, 'lost', point.time)
  }
  return lines.filter(line => line.phase !== 'update').map(line => ({
    ...line, t_ms: line.t_us / 1000 - 5000, translation_mm: [line.translation.x / MM, line.translation.y / MM],
  }))
}

function check(row) {
  const lines = play(row)
  const expected = row.page ?? row.expect
  assert.deepEqual(lines.map(({ phase }) => phase), expected.map(({ phase }) => phase))
  for (const [index, { t_ms, translation_mm, commit, ...fields }] of expected.entries()) {
    const line = lines[index]
    for (const [name, value] of Object.entries(fields)) assert.equal(line[name], value, `${name} of line ${index}`)
    if (t_ms !== undefined) near(line.t_ms, t_ms, 1e-6)
    if (commit !== undefined) assert.equal(line.decision.commit, commit, `commit of line ${index}`)
    for (const axis of [0, 1]) if (translation_mm) near(line.translation_mm[axis], translation_mm[axis], 1e-6)
  }
}

for (const [group, rows] of Object.entries(cases)) {
  describe(`Contacts: ${group}`, () => {
    for (const row of rows) if (row.only !== 'flickd') test(row.name, () => check(row))
  })
}

const sizes = { count: 5, width: 400, height: 400, size: 400, rectangle: { x: 0, y: 0, width: 300, height: 200 } }

describe('A swipe that flickd cancels because more fingers begin another', () => {
  for (const [name, axis, sign] of [
    ['CardCarousel', 'x', -1], ['Pager', 'x', -1], ['Dial', 'y', -1], ['BottomSheet', 'y', -1], ['DismissibleCard', 'y', 1],
    ['DismissibleSheet', 'y', 1], ['SwipeCard', 'x', 1], ['SpringCard', 'y', 1], ['DraggableCard', 'x', 1],
    ['CornerThrow', 'x', -1], ['PullToRefresh', 'y', 1], ['CardDeck', 'x', 1],
  ]) {
    for (const reducesMotion of [false, true]) {
      test(`lets a ${name} follow without a jump, ${reducesMotion ? 'also with reduced motion' : 'with a spring'}`, () => {
        const thing = new flick[name]({ ...sizes, reducesMotion })
        let ms = 1000
        const handle = (id, phase, displacement, fields = {}) => thing.handle(new flick.Swipe({
          type: 'swipe', phase, swipe_id: id, t_us: ms * 1000, fingers: id,
          translation: { x: 0, y: 0, [axis]: displacement * sign }, velocity: { x: 0, y: 0, [axis]: 500 * sign }, ...fields,
        }))
        const draw = () => {
          const drawn = thing.draw(ms * 1000)
          return (drawn[axis] ?? drawn) * sign
        }
        const drawn = [draw()]
        handle(1, 'begin', 10, { slop: 10 })
        for (let displacement = 18; displacement <= 74; displacement += 8) {
          ms += 16
          handle(1, 'update', displacement)
          drawn.push(draw())
        }
        ms += 16
        handle(1, 'cancel', 82, { reason: 'fingers' })
        handle(2, 'begin', 14, { slop: 10 })
        drawn.push(draw())
        for (let displacement = 22; displacement <= 70; displacement += 8) {
          ms += 16
          handle(2, 'update', displacement)
          drawn.push(draw())
        }
        const steps = drawn.slice(1).map((offset, index) => offset - drawn[index])
        // A rubber band moves less than the finger.
        assert.ok(steps.every(step => step > 0.5 && step <= 8 + 1e-9), `${steps}`)
        assert.equal(thing.isHeld, true)
      })
    }
  }
})
