import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { afterEach, beforeEach, describe, test } from 'node:test'
import { connect } from '../../Sources/Web/flick.js'
import { FakeElement, FakeWindow, fakeSockets, hello, settle, state, useClock } from './stage.mjs'

let clock, view, made, flick, changes, swipes, element, got
const line = (phase, seq, fields = {}) => ({
  type: 'swipe', phase, seq, swipe_id: 41, panel_id: 'glass', t_us: clock.now * 1000, unit: 'px', fingers: 1,
  start: { x: 400, y: 300 }, translation: { x: -20, y: 1 }, velocity: { x: -900, y: 0 }, projection_us: 250000,
  predicted_end_translation: { x: -245, y: 1 }, duration_us: 40000, zone: { name: 'cards' }, ...fields,
})

async function start(options = {}) {
  flick = connect('ws://127.0.0.1:7272/', { window: view, WebSocket: made.FakeWebSocket, ...options })
  flick.addEventListener('connection', ({ detail }) => changes.push(detail))
  flick.addEventListener('swipe', ({ detail }) => swipes.push(detail))
  await settle()
}
async function subscribed(level = 'positions', options) {
  await start(options)
  flick.zone(element, { name: 'cards', axis: 'x', snapPoints: [0, -296, -592] }, swipe => got.push(swipe))
  const socket = made.sockets.at(-1)
  socket.say(hello(level), state('glass'))
  await clock.pass(150)
  const asked = socket.last('subscribe')
  socket.answer(asked)
  await settle()
  return { socket, asked }
}

beforeEach(() => {
  clock = useClock()
  view = new FakeWindow()
  made = fakeSockets()
  changes = []
  swipes = []
  got = []
  element = new FakeElement({ x: 100, y: 200, width: 600, height: 240 })
})
afterEach(() => {
  flick?.close()
  clock.restore()
})

describe('A connection', () => {
  test('is retried after pauses that double up to two seconds, and reports them', async () => {
    await start({ token: 'secret' })
    assert.equal(made.sockets[0].url, 'ws://127.0.0.1:7272/')
    const [name, token, session] = made.sockets[0].protocols
    assert.deepEqual([name, token], ['flickd', 'flickd.token.secret'])
    assert.match(session, /^flickd\.session\.[\w-]{32}$/)
    const pauses = []
    for (let attempt = 0; attempt < 7; attempt++) {
      made.sockets.at(-1).drop()
      pauses.push(changes.at(-1).retryIn)
      assert.equal(changes.at(-1).state, 'waiting')
      assert.equal(changes.at(-1).driver, 'pointer')
      const count = made.sockets.length
      await clock.pass(changes.at(-1).retryIn - 1)
      assert.equal(made.sockets.length, count)
      await clock.pass(1)
      assert.equal(made.sockets.length, count + 1)
    }
    assert.deepEqual(pauses, [100, 200, 400, 800, 1600, 2000, 2000])
    assert.ok(made.sockets.every(({ protocols }) => protocols[2] === made.sockets[0].protocols[2]), 'one session')
    made.sockets.at(-1).say(hello())
    assert.deepEqual(changes.slice(-2).map(({ state, level }) => [state, level]), [['connecting', null], ['connected', 'positions']])
    made.sockets.at(-1).drop()
    assert.equal(changes.at(-1).retryIn, 100)
  })

  test('cancels active swipes if it is lost, and subscribes again', async () => {
    const { socket } = await subscribed()
    assert.equal(flick.driver, 'flickd')
    socket.say(line('begin', 1, {
      estimate: { samples: 9, window_us: 60_000, age_us: 0, confidence: 1 }, slop: 3,
      predicted_end_location: { x: 1, y: 2 }, lookahead_translation: { x: -4, y: 0 },
    }))
    socket.drop()
    assert.deepEqual(got.map(swipe => swipe.phase), ['begin', 'cancel'])
    assert.equal(got[1].reason, 'lost')
    // What the schema forbids in a cancel.
    const schema = JSON.parse(readFileSync(new URL('../../docs/protocol.schema.json', import.meta.url)))
    const forbidden = Object.keys(schema.$defs.swipe.allOf[0].then.properties)
    assert.ok(forbidden.includes('estimate'))
    assert.deepEqual([...forbidden, 'slop', 'lookahead_translation'].filter(field => field in got[1].line), [])
    assert.equal(got[1].snap.index, 0)
    assert.equal(flick.driver, 'pointer')
    await clock.pass(100)
    const next = made.sockets.at(-1)
    next.say(hello(), state('glass'))
    await clock.pass(150)
    assert.equal(next.last('subscribe').zones.length, 1)
  })

  test('stays open while flickd restarts, and starts again with the next hello', async () => {
    const { socket } = await subscribed()
    const stats = flick.request('stats')
    socket.say(line('begin', 1), { type: 'bridge', state: 'disconnected', detail: 'the service stops' })
    assert.equal(got.at(-1).reason, 'lost')
    assert.equal(flick.driver, 'pointer')
    assert.equal(flick.level, null)
    assert.equal(changes.at(-1).state, 'waiting')
    assert.equal(changes.at(-1).retryIn, null)
    assert.equal(changes.at(-1).reason, 'the service stops')
    const count = socket.sent.length
    socket.say({ type: 'bridge', state: 'connected', repeated: true }, hello(), state('glass'))
    // The bridge repeats unanswered requests.
    socket.answer(socket.last('stats'), { ok: true, clients: 1 })
    assert.equal((await stats).clients, 1)
    await clock.pass(150)
    assert.ok(socket.sent.length > count)
    assert.equal(made.sockets.length, 1)
  })

  test('is not retried if it is denied', async () => {
    await start()
    made.sockets[0].say({ type: 'bye', reason: 'denied', detail: 'this origin may not listen' })
    made.sockets[0].drop(1008)
    assert.equal(changes.at(-1).state, 'refused')
    await clock.pass(5000)
    assert.equal(made.sockets.length, 1)
  })

  test('is not retried if the bridge refuses the token, and reports the reason', async () => {
    await start({ token: 'used', session: 'own' })
    assert.deepEqual(made.sockets[0].protocols, ['flickd', 'flickd.token.used', 'flickd.session.own'])
    made.sockets[0].drop(1008, 'this address was used already')
    assert.equal(changes.at(-1).state, 'refused')
    assert.equal(changes.at(-1).reason, 'this address was used already')
    await clock.pass(5000)
    assert.equal(made.sockets.length, 1)
  })

  test('is retried if the bridge has no room now', async () => {
    await start({ session: 'own' })
    made.sockets[0].drop(1013, 'this page is connected already')
    assert.equal(changes.at(-1).state, 'waiting')
    assert.equal(changes.at(-1).reason, 'this page is connected already')
    await clock.pass(100)
    assert.equal(made.sockets.length, 2)
  })

  test('is retried after any close code if it was established', async () => {
    await start()
    made.sockets[0].say(hello())
    made.sockets[0].drop(1008, 'too much waits for answers')
    assert.equal(changes.at(-1).state, 'waiting')
  })

  test('ends at a line that is not of the protocol', async () => {
    await start()
    const [socket] = made.sockets
    socket.readyState = 1
    socket.onmessage({ data: '<html>' })
    assert.equal(changes.at(-1).state, 'waiting')
    assert.match(changes.at(-1).reason, /not of the protocol/)
  })

  test('cancels active swipes at a gap in the sequence numbers', async () => {
    const { socket } = await subscribed()
    socket.say(line('begin', 1), line('begin', 5, { swipe_id: 42 }))
    assert.deepEqual(got.map(swipe => [swipe.id, swipe.phase]), [[41, 'begin'], [41, 'cancel'], [42, 'begin']])
  })

  test('writes no JSON for the lines of a swipe', async t => {
    const { socket } = await subscribed()
    const stringify = t.mock.method(JSON, 'stringify')
    socket.say(line('begin', 1))
    for (let seq = 2; seq < 100; seq++) socket.say(line('update', seq))
    // The fake socket itself writes the lines.
    const lines = stringify.mock.calls.filter(({ arguments: [value] }) => value?.type === 'swipe')
    assert.equal(lines.length, 99)
    assert.equal(stringify.mock.callCount(), lines.length)
    assert.equal(got.length, 99)
  })

  test('answers null to open requests if it is lost', async () => {
    const { socket } = await subscribed()
    const reply = flick.request('stats')
    socket.drop()
    assert.equal(await reply, null)
    assert.equal(await flick.request('stats'), null)
  })
})

describe('A zone', () => {
  test('covers the visible part of its element on the panel', async () => {
    Object.assign(view, { screenX: 50, screenY: 20, outerWidth: 1010, innerWidth: 1000, outerHeight: 800, innerHeight: 720 })
    const { asked } = await subscribed()
    assert.equal(asked.unit, 'px')
    assert.equal(asked.panel_id, 'glass')
    assert.deepEqual(asked.surface, { width: 1920, height: 1080 })
    const [zone] = asked.zones
    assert.deepEqual(zone.rectangle, { x: 155, y: 300, width: 600, height: 240 })
    assert.deepEqual(zone.snap_points, [0, -296, -592])
    assert.equal(zone.distance, 200)
    assert.equal(zone.velocity, 800)
    assert.equal(element.style.touchAction, 'pan-y')
    assert.ok(view.observed.has(element))
  })

  test('covers only what lies on the panel, if the window reaches beyond it', async () => {
    Object.assign(view, { screenX: -120, screenY: 800, outerWidth: 1000, innerWidth: 1000, outerHeight: 720, innerHeight: 720 })
    const { asked } = await subscribed()
    assert.deepEqual(asked.surface, { width: 1920, height: 1080 })
    assert.deepEqual(asked.zones[0].rectangle, { x: 0, y: 1000, width: 580, height: 80 })
  })

  test('uses the specified position of the page', async () => {
    const { asked } = await subscribed('positions', { surface: { width: 3840, height: 1080, x: 1920 }, panelId: 'glass' })
    assert.deepEqual(asked.surface, { width: 3840, height: 1080 })
    assert.equal(asked.zones[0].rectangle.x, 2020)
  })

  test('is requested again on scroll, at most ten times a second, without hidden parts', async () => {
    const { socket } = await subscribed()
    const count = socket.sent.length
    for (let step = 0; step < 20; step++) {
      element.box.y -= 10
      view.dispatchEvent(new Event('scroll'))
      await clock.pass(10)
    }
    assert.equal(socket.sent.length, count + 2)
    element.box.y = -100
    view.dispatchEvent(new Event('resize'))
    await clock.pass(110)
    assert.deepEqual(socket.last('subscribe').zones[0].rectangle, { x: 100, y: 0, width: 600, height: 140 })
    element.box.y = -300
    view.resized()
    await clock.pass(110)
    assert.deepEqual(socket.last('subscribe').zones, [])
    const before = socket.sent.length
    view.resized()
    await clock.pass(110)
    assert.equal(socket.sent.length, before)
  })

  test('is not requested again during a swipe', async () => {
    const { socket } = await subscribed()
    socket.say(line('begin', 1))
    const count = socket.sent.length
    element.box.y += 50
    view.resized()
    await clock.pass(200)
    assert.equal(socket.sent.length, count)
    socket.say(line('end', 2))
    await clock.pass(200)
    assert.equal(socket.sent.length, count + 1)
  })

  test('keeps the offset of its swipes, and sends changes', async () => {
    const { socket } = await subscribed()
    const other = new FakeElement({ x: 0, y: 600, width: 300, height: 100 })
    const handle = flick.zone(other, { name: 'sheet', axis: 'y', snapPoints: [0, -300], offset: -300 }, () => {})
    assert.equal(other.style.touchAction, 'pan-x')
    await clock.pass(150)
    socket.answer(socket.last('subscribe'))
    await settle()
    handle.update(-120)
    assert.deepEqual(socket.last('update').offset, -120)
    const snap = { from: 0, index: 1, steps: 1, offset: -296 }
    const spring = {
      duration_us: 500000, bounce: 0, stiffness: 157.914, damping: 25.133, initial_velocity: -900, relative_velocity: 3.2,
      settling_us: 600000,
    }
    socket.say(line('end', 1, { zone: { name: 'cards', snap, spring } }))
    assert.equal(got[0].snap.index, 1)
    assert.equal(got[0].flight(-20).target, -296)
    element.box.y += 5
    view.resized()
    await clock.pass(150)
    assert.deepEqual(socket.last('subscribe').zones.map(zone => zone.offset), [-296, -120])
    handle.remove()
    await clock.pass(150)
    assert.equal(socket.last('subscribe').zones.length, 1)
  })

  test('is found and decided by the page\'s own touch at level motion', async () => {
    const { socket, asked } = await subscribed('motion')
    assert.deepEqual(asked.zones, [])
    view.pointer('pointerdown', element, { x: 400, y: 300, time: clock.now })
    await clock.pass(40)
    const fields = { start: undefined, zone: null }
    socket.say(line('begin', 1, fields), line('end', 2, fields))
    assert.deepEqual(got.map(swipe => swipe.phase), ['begin', 'end'])
    assert.equal(got[1].snap.index, 1)
    assert.equal(got[1].decision.by.join(), 'predicted')
    socket.say(line('begin', 3, { ...fields, swipe_id: 42 }))
    assert.equal(got.length, 2)
    assert.equal(swipes.at(-1).zone, null)
  })

  test('follows a recoil of flickd\'s line where the page decides', async () => {
    const { socket } = await subscribed('motion')
    view.pointer('pointerdown', element, { x: 400, y: 300, time: clock.now })
    await clock.pass(40)
    const fields = { start: undefined, zone: null }
    const decision = { kind: 'drag', commit: true, by: ['distance'], direction: 'left', travel: 200, recoil: { x: 20 } }
    const end = { ...fields, translation: { x: -200, y: 1 }, velocity: { x: 1000, y: 0 }, decision }
    socket.say(line('begin', 1, fields), line('end', 2, end))
    assert.deepEqual([got[1].snap.index, got[1].decision.recoil], [1, { x: 20 }])
    assert.deepEqual([got[1].decisiveVelocity, got[1].velocity], [{ x: 0, y: 0 }, { x: 1000, y: 0 }])
  })

  test('uses pointer events at level decisions', async () => {
    const { asked } = await subscribed('decisions')
    assert.deepEqual(asked.phases, ['end', 'cancel'])
    assert.equal(flick.driver, 'pointer')
  })

  test('falls back to the page\'s decision if rectangles are forbidden', async () => {
    await start()
    flick.zone(element, { name: 'cards', axis: 'x' }, () => {})
    const [socket] = made.sockets
    socket.say(hello('positions'), state('glass'))
    await clock.pass(150)
    socket.answer(socket.last('subscribe'), { ok: false, error: { code: 'forbidden', message: 'no' } })
    await settle()
    assert.deepEqual(socket.last('subscribe').zones, [])
  })

  test('needs a unique name', async () => {
    await subscribed()
    assert.throws(() => flick.zone(element, { name: 'cards' }, () => {}), /already/)
    assert.throws(() => flick.zone(element, { name: '' }, () => {}), RangeError)
  })
})

describe('A zone that is removed', () => {
  const cards = { name: 'cards', axis: 'x', snapPoints: [0, -296, -592] }

  test('cancels its swipe, and receives nothing more of it', async () => {
    await start()
    const handle = flick.zone(element, cards, swipe => got.push(swipe))
    const [socket] = made.sockets
    socket.say(hello(), state('glass'))
    await clock.pass(150)
    socket.answer(socket.last('subscribe'))
    await settle()
    socket.say(line('begin', 1))
    handle.remove()
    assert.deepEqual(got.map(({ phase, reason }) => [phase, reason]), [['begin', null], ['cancel', 'removed']])
    assert.deepEqual([got[1].snap.index, got[1].velocity.x, got[1].decision], [0, 0, null])
    const count = swipes.length
    socket.say(line('update', 2), line('end', 3))
    assert.equal(got.length, 2)
    assert.equal(swipes.length, count)
    await clock.pass(150)
    assert.deepEqual(socket.last('subscribe').zones, [])
    socket.say(line('begin', 4, { swipe_id: 42, zone: null }))
    assert.equal(swipes.length, count + 1, 'the next swipe is reported')
    // Nothing of a removed zone has an effect on a new one of its name.
    const next = flick.zone(element, cards, swipe => got.push(swipe))
    handle.update(-296)
    handle.remove()
    assert.equal(next.offset, 0)
    assert.equal(element.style.touchAction, 'pan-y')
    assert.ok(view.observed.has(element))
  })

  test('cancels a swipe of pointer events, and a pointer that does not swipe yet', () => {
    flick = connect(null, { window: view })
    const handle = flick.zone(element, cards, swipe => got.push(swipe))
    const move = (type, x) => view.pointer(type, element, { x, y: 300, time: clock.now })
    move('pointerdown', 600)
    move('pointermove', 560)
    handle.remove()
    move('pointermove', 500)
    move('pointerup', 500)
    assert.deepEqual(got.map(({ phase, reason }) => [phase, reason]), [['begin', null], ['cancel', 'removed']])
    const again = flick.zone(element, cards, swipe => got.push(swipe))
    move('pointerdown', 600)
    again.remove()
    move('pointermove', 500)
    move('pointerup', 500)
    assert.equal(got.length, 2)
  })

  test('leaves the pointer to the other zones on its way', () => {
    flick = connect(null, { window: view })
    const inner = new FakeElement({ x: 200, y: 250, width: 100, height: 100 }, element)
    flick.zone(element, cards, swipe => got.push(swipe))
    const handle = flick.zone(inner, { name: 'inner', axis: 'x' }, () => assert.fail('it was removed'))
    const move = (type, x) => view.pointer(type, inner, { x, y: 300, time: clock.now })
    move('pointerdown', 250)
    handle.remove()
    move('pointermove', 210)
    move('pointerup', 210)
    assert.deepEqual(got.map(({ phase }) => phase), ['begin', 'end'])
  })

  test('is not found by a touch that landed before', async () => {
    await start()
    const handle = flick.zone(element, cards, () => assert.fail('it was removed'))
    const [socket] = made.sockets
    socket.say(hello('motion'), state('glass'))
    await clock.pass(150)
    socket.answer(socket.last('subscribe'))
    await settle()
    view.pointer('pointerdown', element, { x: 400, y: 300, time: clock.now })
    await clock.pass(40)
    handle.remove()
    socket.say(line('begin', 1, { start: undefined, zone: null }))
    assert.equal(swipes.at(-1).zone, null)
  })

  test('restores touch-action once the last zone of the element is removed', () => {
    flick = connect(null, { window: view })
    element.style.touchAction = 'manipulation'
    const across = flick.zone(element, { name: 'a', axis: 'x' }, () => {})
    assert.equal(element.style.touchAction, 'pan-y')
    const down = flick.zone(element, { name: 'b', axis: 'y' }, () => {})
    assert.equal(element.style.touchAction, 'none')
    across.remove()
    assert.equal(element.style.touchAction, 'pan-x')
    assert.ok(view.observed.has(element), 'the layout of the other zone is watched')
    down.remove()
    assert.equal(element.style.touchAction, 'manipulation')
    assert.ok(!view.observed.has(element))
    flick.zone(element, { name: 'c' }, () => {})
    assert.equal(element.style.touchAction, 'none')
    flick.close()
    assert.equal(element.style.touchAction, 'manipulation')
  })

  test('does not change an element whose style sheet sets touch-action', () => {
    flick = connect(null, { window: view })
    element.touchAction = 'pan-y'
    flick.zone(element, { name: 'a', axis: 'x' }, () => {}).remove()
    assert.equal(element.style.touchAction, undefined)
  })
})

describe('Pointer events', () => {
  const flickLeft = async (pointerType, target = element) => {
    const begin = clock.now
    view.pointer('pointerdown', target, { x: 600, y: 300, time: begin, pointerType })
    for (let step = 1; step <= 6; step++) {
      await clock.pass(16)
      const coalesced = [8, 0].map(early => ({
        pointerId: 1, clientX: 600 - 1.2 * (16 * step - early), clientY: 300, timeStamp: begin + 16 * step - early,
      }))
      view.pointer('pointermove', target, { x: 600 - 19.2 * step, y: 300, time: clock.now, pointerType, coalesced })
    }
    await clock.pass(6)
    view.pointer('pointerup', target, { x: 600 - 115.2, y: 300, time: clock.now, pointerType })
  }

  test('drive the page without a bridge, with the same events', async () => {
    flick = connect(null, { window: view })
    flick.zone(element, { name: 'cards', axis: 'x', snapPoints: [0, -296, -592] }, swipe => got.push(swipe))
    await flickLeft('touch', new FakeElement({ x: 0, y: 0, width: 10, height: 10 }, element))
    const end = got.at(-1)
    assert.equal(end.phase, 'end')
    assert.equal(end.decision.kind, 'flick')
    assert.equal(end.snap.index, 1)
    assert.equal(end.panelId, 'browser')
    assert.ok(Math.abs(end.velocity.x + 1200) < 60)
    assert.ok(end.line.estimate.samples > 8, 'coalesced events count')
    assert.equal(flick.driver, 'pointer')
    assert.equal(flick.state, 'closed')
  })

  test('are ignored for touch while flickd runs, but not for a mouse', async () => {
    await subscribed()
    await flickLeft('touch')
    assert.equal(got.length, 0)
    await flickLeft('mouse')
    assert.equal(got.at(-1).phase, 'end')
    assert.deepEqual(element.captured, [1])
  })

  test('cancel the swipe if the browser scrolls', async () => {
    flick = connect(null, { window: view })
    flick.zone(element, { name: 'cards', axis: 'x' }, swipe => got.push(swipe))
    view.pointer('pointerdown', element, { x: 600, y: 300, time: clock.now })
    view.pointer('pointermove', element, { x: 560, y: 300, time: clock.now + 20 })
    view.pointer('pointercancel', element, { time: clock.now + 30 })
    assert.equal(got.at(-1).reason, 'lost')
  })

  test('report a resting finger while it is held', async () => {
    flick = connect(null, { window: view })
    flick.zone(element, { name: 'cards', axis: 'x' }, swipe => got.push(swipe))
    view.pointer('pointerdown', element, { x: 600, y: 300, time: clock.now })
    for (const x of [580, 560, 540, 520]) {
      await clock.pass(10)
      view.pointer('pointermove', element, { x, y: 300, time: clock.now })
    }
    assert.ok(got.at(-1).velocity.x < -800)
    await clock.pass(90)
    assert.equal(got.at(-1).phase, 'update')
    assert.equal(got.at(-1).velocity.x, 0)
  })
})
