// What a page without listeners learns of a refusal: the browser's console shows it.
import assert from 'node:assert/strict'
import { afterEach, beforeEach, describe, mock, test } from 'node:test'
import { connect } from '../../Sources/Web/flick.js'
import { FakeElement, FakeWindow, fakeSockets, hello, settle, state, useClock } from './stage.mjs'

let clock, made, flick, element, warn

async function start() {
  flick = connect('ws://127.0.0.1:7272/', { window: new FakeWindow(), WebSocket: made.FakeWebSocket })
  await settle()
}

beforeEach(() => {
  clock = useClock()
  made = fakeSockets()
  element = new FakeElement({ x: 100, y: 200, width: 600, height: 240 })
  warn = mock.method(console, 'warn', () => {})
})
afterEach(() => {
  flick.close()
  warn.mock.restore()
  clock.restore()
})

const warned = () => warn.mock.calls.map(call => call.arguments)

describe('A page', () => {
  test('that the bridge refuses gets the reason on its console', async () => {
    await start()
    made.sockets[0].drop(1008, 'this address was used already')
    assert.deepEqual(warned(), [['this address was used already']])
  })

  test('that the bridge does not answer gets no message from flick.js', async () => {
    await start()
    made.sockets[0].drop(1006)
    assert.deepEqual(warned(), [])
  })
})

describe('A zone', () => {
  test('without an element is refused by its name', async () => {
    await start()
    const message = 'there is no element of zone cards'
    assert.throws(() => flick.zone(null, { name: 'cards' }), { name: 'TypeError', message })
    flick.zone(element, { name: 'cards' })
  })

  test('that flickd refuses is reported by the event `refusal` and on the console', async () => {
    await start()
    const refusals = []
    flick.addEventListener('refusal', ({ detail }) => refusals.push(detail.code))
    flick.zone(element, { name: 'cards', axis: 'x', distance: 1 }, () => {})
    const [socket] = made.sockets
    socket.say(hello('positions'), state('glass'))
    await clock.pass(150)
    socket.answer(socket.last('subscribe'), { ok: false, error: { code: 'bad-value', message: '`zones[0]`: no' } })
    await settle()
    assert.deepEqual(refusals, ['bad-value'])
    assert.deepEqual(warned(), [['`zones[0]`: no', ['cards']]])
  })
})
