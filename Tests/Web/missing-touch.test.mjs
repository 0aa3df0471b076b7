// A page whose swipes come from another screen than its own: what it reports, and when it reports nothing.
import assert from 'node:assert/strict'
import { afterEach, beforeEach, describe, mock, test } from 'node:test'
import { connect } from '../../Sources/Web/flick.js'
import { FakeElement, FakeWindow, fakeSockets, hello, settle, state, useClock } from './stage.mjs'

const reason = 'swipes arrive, but the page receives no touch: a demo, a recording or another screen needs =positions'
const box = { x: 100, y: 200, width: 600, height: 240 }

let clock, view, made, flick, changes, swipes, element, warn
/** A swipe on the demo's panel, of which flickd knows no zone. */
const say = (socket, ...phases) => {
  for (const [index, phase] of phases.entries()) {
    socket.say({
      type: 'swipe', phase, seq: index + 1, swipe_id: 41, panel_id: 'demo', t_us: clock.now * 1000, unit: 'px', fingers: 1,
      translation: { x: -20, y: 1 }, velocity: { x: -900, y: 0 }, duration_us: 40000, zone: null,
    })
  }
}

/** A page that is subscribed at a level. */
async function page(level, { hasZone = true } = {}) {
  flick = connect('ws://127.0.0.1:7272/', { window: view, WebSocket: made.FakeWebSocket })
  flick.addEventListener('connection', ({ detail }) => changes.push(detail))
  flick.addEventListener('swipe', ({ detail }) => swipes.push(detail))
  await settle()
  if (hasZone) flick.zone(element, { name: 'cards', axis: 'x' }, () => assert.fail('the zone is not touched'))
  const [socket] = made.sockets
  socket.say(hello(level), state('demo'))
  await clock.pass(150)
  socket.answer(socket.last('subscribe'))
  await settle()
  return socket
}

beforeEach(() => {
  clock = useClock()
  view = new FakeWindow()
  made = fakeSockets()
  changes = []
  swipes = []
  element = new FakeElement(box)
  warn = mock.method(console, 'warn', () => {})
})
afterEach(() => {
  flick.close()
  clock.restore()
  warn.mock.restore()
})

const reports = () => [changes.filter(change => change.reason === reason).length, warn.mock.callCount()]

describe('A page that receives no touch', () => {
  const cases = [
    ['motion', 'flickd', ['begin', 'update'], 'end'], ['motion', 'flickd', ['begin'], 'cancel'], ['decisions', 'pointer', [], 'end'],
  ]
  for (const [level, driver, before, last] of cases) {
    test(`reports at the first ${last} at level ${level} what it lacks, and only once`, async () => {
      const socket = await page(level)
      say(socket, ...before)
      assert.deepEqual(reports(), [0, 0])
      say(socket, ...before, last)
      assert.deepEqual(changes.at(-1), { state: 'connected', reason, retryIn: null, driver, level })
      assert.deepEqual(warn.mock.calls.map(call => call.arguments), [[reason]])
      socket.drop()
      await clock.pass(100)
      made.sockets.at(-1).say(hello(level), state('demo'))
      say(made.sockets.at(-1), ...before, last)
      assert.deepEqual(reports(), [1, 1])
    })
  }

  test('reports it although a mouse is used', async () => {
    const socket = await page('motion')
    for (const type of ['pointerdown', 'pointerup']) {
      view.pointer(type, element, { x: 400, y: 300, time: clock.now, pointerType: 'mouse' })
    }
    say(socket, 'begin', 'end')
    assert.deepEqual(reports(), [1, 1])
  })
})

describe('A page reports no missing touch', () => {
  test('after a touch, also outside of its zones', async () => {
    const socket = await page('motion')
    view.pointer('pointerdown', new FakeElement({ x: 0, y: 0, width: 9, height: 9 }), { time: clock.now })
    await clock.pass(400)
    say(socket, 'begin', 'end')
    assert.deepEqual(reports(), [0, 0])
  })

  test('at level positions, where flickd finds the zones', async () => {
    say(await page('positions'), 'begin', 'end')
    assert.deepEqual(reports(), [0, 0])
  })

  test('without a zone', async () => {
    say(await page('motion', { hasZone: false }), 'begin', 'end')
    assert.equal(swipes.length, 2)
    assert.deepEqual(reports(), [0, 0])
  })
})
