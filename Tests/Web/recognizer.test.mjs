import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { Recognizer } from '../../Sources/Web/flick/recognizer.js'
import { estimate } from '../../Sources/Web/flick/velocity.js'
import { Zone } from '../../Sources/Web/flick/zone.js'
import { near, random } from './kit.mjs'

const card = () => new Zone('card', { axis: 'y', directions: ['down'] })

/**
 * Plays a pointer whose vertical position at a time (ms) is `path`; it lifts `late` ms after its
 * last report.
 */
function play(path, { lasting, every = 8, late = 8, zones = [card()], across = () => 300, cancel = null }) {
  const lines = []
  const recognizer = new Recognizer(line => lines.push(line))
  const at = time => ({ id: 7, x: across(time), y: 500 + path(time), time: 1000 + time })
  recognizer.down(at(0), zones)
  for (let time = every; time < lasting; time += every) recognizer.move(7, [at(time)])
  recognizer.move(7, [at(lasting)])
  const lift = { ...at(lasting), time: 1000 + lasting + late }
  recognizer.advance(lift.time)
  if (cancel) recognizer.cancel(7, cancel, lift.time)
  else recognizer.up(7, lift)
  return lines
}
const steady = (distance, lasting) => time => distance * time / lasting

describe('A pointer', () => {
  // The rows of `are applied from the panel to the line` in IOSContentTests.swift.
  for (const [name, distance, lasting, late, kind, commit] of [
    ['80 in 80 ms commit', 80, 80, 8, 'flick', true],
    ['80 in 80 ms that lifts 60 ms late commit', 80, 80, 60, 'flick', true],
    ['80 in 80 ms, then held for 300 ms, return', 80, 80, 300, 'drag', false],
    ['80 in 400 ms return', 80, 400, 8, 'drag', false],
    ['201 in 800 ms commit', 201, 800, 8, 'drag', true],
    ['199 in 800 ms return', 199, 800, 8, 'drag', false],
    ['18 in 16 ms, too short for a velocity, return', 18, 16, 8, 'drag', false],
    ['11 pass the slop', 11, 80, 8, 'drag', false],
    ['9 are a tap without any message', 9, 80, 8, null, false],
  ]) {
    test(`follows its rule: ${name}`, () => {
      const lines = play(steady(distance, lasting), { lasting, late })
      const end = lines.at(-1)
      if (kind === null) return assert.equal(lines.length, 0)
      assert.equal(lines[0].phase, 'begin')
      assert.equal(end.phase, 'end')
      assert.equal(end.decision.kind, kind)
      assert.equal(end.decision.commit, commit)
      assert.equal(end.decision.direction, 'down')
      near(end.decision.distance, distance, 1e-9)
      if (late > 100) assert.equal(end.decision.speed, 0)
      if (kind === 'flick') near(end.velocity.y, 1000, 50)
      near(end.predicted_end_translation.y, end.translation.y + end.velocity.y / 4, 1e-9)
    })
  }

  test('ends upwards if pulled down and flicked up, which the card does not allow', () => {
    const path = time => time <= 300 ? 240 * time / 300 : 240 - 1.2 * (time - 300)
    const end = play(path, { lasting: 380 }).at(-1)
    assert.equal(end.decision.kind, 'flick')
    assert.equal(end.decision.direction, 'up')
    assert.equal(end.decision.commit, false)
    assert.ok(end.velocity.y < -800)
  })

  test('commits a drag although the finger recoils as it lifts', () => {
    // 20 px are 3.1 mm.
    const path = time => time <= 400 ? 640 * time / 400 : 640 - 20 / 24 * (time - 400)
    const end = play(path, { lasting: 424 }).at(-1)
    assert.ok(end.velocity.y < -800)
    const { kind, direction, commit, by, speed, recoil } = end.decision
    assert.deepEqual([kind, direction, commit, by, speed], ['drag', 'down', true, ['distance'], 0])
    near(recoil.y, 20, 1e-9)
    assert.equal(recoil.x, undefined)
    // As a flick, it would go back by 6 mm.
    const flick = play(path, { lasting: 448 }).at(-1)
    assert.deepEqual([flick.decision.direction, flick.decision.recoil], ['up', undefined])
  })

  test('is reported at rest once if it stops while held', () => {
    const lines = play(steady(120, 100), { lasting: 100, late: 200 })
    const resting = lines.filter(line => line.phase === 'update' && line.velocity.y === 0)
    assert.equal(resting.length, 1)
    assert.equal(resting[0].translation.y, 120)
  })

  test('has its new velocity if it moves again after a rest', () => {
    const path = time => time <= 100 ? time : time <= 500 ? 100 : 100 + (time - 500)
    const lines = []
    const recognizer = new Recognizer(line => lines.push(line))
    recognizer.down({ id: 1, x: 0, y: 0, time: 0 }, [card()])
    for (let time = 8; time <= 580; time += 8) {
      if (time > 100 && time < 504) continue
      recognizer.move(1, [{ id: 1, x: 0, y: path(time), time }])
    }
    recognizer.up(1, { id: 1, x: 0, y: path(576), time: 580 })
    near(lines.at(-1).velocity.y, 1000, 100)
  })

  test('belongs to the innermost zone of its axis', () => {
    const inner = new Zone('inner', { axis: 'x' })
    const outer = card()
    const lines = play(steady(120, 100), { lasting: 100, zones: [inner, outer] })
    assert.ok(lines.every(line => line.zone.name === 'card'))
    const sideways = play(() => 0, { lasting: 100, zones: [inner, outer], across: steady(120, 100) })
    assert.ok(sideways.every(line => line.zone.name === 'inner'))
  })

  test('is cancelled if it is lost, and its effects are undone', () => {
    const cards = new Zone('cards', { axis: 'y', snapPoints: [0, 300] })
    const lines = play(steady(290, 100), { lasting: 100, zones: [cards], cancel: 'lost' })
    const cancel = lines.at(-1)
    assert.equal(cancel.phase, 'cancel')
    assert.equal(cancel.reason, 'lost')
    assert.equal(cancel.decision, undefined)
    assert.equal(cancel.zone.snap.index, 0)
    assert.equal(cards.offset, 0)
  })

  test('that lands again without a lift is a new one', () => {
    const lines = []
    const recognizer = new Recognizer(line => lines.push(line))
    recognizer.down({ id: 1, x: 0, y: 0, time: 0 }, [card()])
    recognizer.move(1, [{ id: 1, x: 0, y: 30, time: 30 }])
    recognizer.down({ id: 1, x: 0, y: 0, time: 500 }, [card()])
    recognizer.move(1, [{ id: 1, x: 0, y: 20, time: 530 }])
    assert.deepEqual(lines.map(({ phase, reason }) => reason ?? phase), ['begin', 'lost', 'begin'])
    assert.equal(lines.at(-1).translation.y, 20)
  })

  test('is cancelled as stale after 30 s of silence', () => {
    const lines = []
    const recognizer = new Recognizer(line => lines.push(line))
    recognizer.down({ id: 1, x: 0, y: 0, time: 0 }, [card()])
    recognizer.move(1, [{ id: 1, x: 0, y: 30, time: 30 }])
    assert.equal(recognizer.advance(31_000), null)
    assert.equal(lines.at(-1).reason, 'stale')
  })

  test('has begin, updates and one end in every random stream', () => {
    const seed = 99
    const between = random(seed)
    for (let number = 0; number < 300; number++) {
      const [speed, bend, lasting] = [between(-2, 2), between(-0.01, 0.01), between(20, 600)]
      const lines = play(time => speed * time + bend * time * time, {
        lasting, every: between(1, 20), late: between(0, 150), across: time => 300 + between(-1, 1) * time / 10,
      })
      const phases = lines.map(line => line.phase)
      if (!lines.length) continue
      assert.equal(phases[0], 'begin', `seed ${seed}, ${number}`)
      assert.equal(phases.at(-1), 'end')
      assert.ok(phases.slice(1, -1).every(phase => phase === 'update'))
      for (const line of lines) assert.ok([line.velocity.x, line.velocity.y].every(Number.isFinite))
    }
  })
})

describe('Several pointers', () => {
  /** Two fingers 100 px apart, whose positions come as a browser reports them: all of one finger, then of the other. */
  function both(path, { lasting, frame, every = 4 }) {
    const lines = []
    const zone = card()
    const recognizer = new Recognizer(line => lines.push(line))
    const at = (id, time) => ({ id, x: id * 100, y: 500 + path(time), time: 1000 + time })
    for (const id of [1, 2]) recognizer.down(at(id, 0), [zone])
    for (let end = frame; end <= lasting; end += frame) {
      for (const id of [1, 2]) {
        const points = []
        for (let time = end - frame + every; time <= end; time += every) points.push(at(id, time))
        recognizer.move(id, points)
      }
    }
    recognizer.up(1, { ...at(1, lasting), time: 1000 + lasting + 4 })
    return lines
  }

  test('have the velocity of one, however many positions of each come at once', () => {
    const path = time => time * time / 100
    const alone = play(path, { lasting: 96, every: 4, late: 4 }).at(-1)
    for (const frame of [4, 8, 16, 48]) {
      const end = both(path, { lasting: 96, frame }).at(-1)
      assert.equal(end.fingers, 2)
      assert.equal(end.phase, 'end')
      near(end.translation.y, alone.translation.y, 1e-9, `frames of ${frame} ms`)
      near(end.velocity.y, alone.velocity.y, 1e-6, `frames of ${frame} ms`)
      assert.equal(end.decision.commit, alone.decision.commit)
    }
  })

  test('are cancelled without a line of the waiting finger, or with its zone', () => {
    for (const how of ['all', 'leave']) {
      const lines = []
      const zone = card()
      const recognizer = new Recognizer(line => lines.push(line))
      recognizer.down({ id: 1, x: 0, y: 0, time: 0 }, [zone])
      recognizer.move(1, [{ id: 1, x: 0, y: 30, time: 30 }])
      recognizer.down({ id: 2, x: 50, y: 0, time: 40 }, [zone])
      recognizer.move(2, [{ id: 2, x: 50, y: 30, time: 50 }])
      if (how === 'all') recognizer.cancelAll('lost', 60)
      else recognizer.leave(zone, 'removed', 60)
      recognizer.move(2, [{ id: 2, x: 50, y: 90, time: 70 }])
      recognizer.up(2, { id: 2, x: 50, y: 90, time: 80 })
      assert.deepEqual(lines.map(({ phase }) => phase), ['begin', 'cancel'], how)
    }
  })

  test('move no content by what a finger moved beside another swipe', () => {
    for (const takesOver of [false, true]) {
      const lines = []
      const zone = card()
      const recognizer = new Recognizer(line => lines.push(line))
      recognizer.down({ id: 1, x: 0, y: 0, time: 0 }, [zone])
      recognizer.move(1, [{ id: 1, x: 0, y: 30, time: 30 }])
      recognizer.down({ id: 2, x: 100, y: 0, time: 400 }, [zone])
      for (let time = 408; time < 440; time += 8) recognizer.move(2, [{ id: 2, x: 100, y: time - 400, time }])
      if (!takesOver) recognizer.up(1, { id: 1, x: 0, y: 30, time: 440 })
      recognizer.move(2, [{ id: 2, x: 100, y: 70, time: 470 }])
      const [cancel, begin] = lines.slice(-2)
      assert.deepEqual([cancel.phase, begin.phase], [takesOver ? 'cancel' : 'end', 'begin'])
      assert.deepEqual([begin.swipe_id, begin.translation.y, begin.slop], [2, 70, 70])
    }
  })

  test('beside a swipe of an outer zone make no swipe in another inner zone', () => {
    const outer = card()
    const [one, other] = ['one', 'other'].map(name => new Zone(name, { axis: 'x' }))
    const lines = []
    const recognizer = new Recognizer(line => lines.push(line))
    recognizer.down({ id: 1, x: 0, y: 0, time: 0 }, [one, outer])
    recognizer.move(1, [{ id: 1, x: 0, y: 30, time: 30 }])
    recognizer.down({ id: 2, x: 100, y: 0, time: 40 }, [other, outer])
    recognizer.move(2, [{ id: 2, x: 100, y: 60, time: 200 }])
    recognizer.move(1, [{ id: 1, x: 0, y: 90, time: 200 }])
    recognizer.up(1, { id: 1, x: 0, y: 90, time: 208 })
    recognizer.up(2, { id: 2, x: 100, y: 60, time: 216 })
    assert.deepEqual(lines.map(({ phase, swipe_id }) => `${phase} ${swipe_id}`), ['begin 1', 'update 1', 'end 1'])
  })

  test('were idle for 0 µs beside a finger that rests', () => {
    const lines = []
    const recognizer = new Recognizer(line => lines.push(line))
    const zone = card()
    recognizer.down({ id: 1, x: 0, y: 0, time: 0 }, [zone])
    recognizer.up(1, { id: 1, x: 0, y: 0, time: 10 })
    recognizer.down({ id: 1, x: 0, y: 0, time: 1000 }, [zone])
    recognizer.down({ id: 2, x: 50, y: 0, time: 1400 }, [zone])
    for (const id of [2, 1]) recognizer.move(id, [{ id, x: 0, y: 90, time: 1450 }])
    assert.deepEqual(lines.map(({ swipe_id, idle_us }) => [swipe_id, idle_us]), [[1, 0], [2, 990_000]])
  })

  test('give each swipe one begin and one end or cancel, and one finger one swipe at a time, in every random stream', () => {
    const seed = 48
    const between = random(seed)
    const whole = (least, most) => Math.floor(between(least, most + 1))
    let most = 0
    for (let number = 0; number < 400; number++) {
      const lines = []
      const active = new Map()
      const zones = [card(), new Zone('other', { axis: 'x' })]
      const recognizer = new Recognizer((line, _, ids) => {
        lines.push(line)
        const words = `seed ${seed}, ${number}: ${line.phase} of ${line.swipe_id}`
        assert.equal(active.has(line.swipe_id), line.phase !== 'begin', words)
        assert.equal(line.fingers, ids.length, words)
        most = Math.max(most, line.fingers)
        if (line.phase === 'begin') {
          for (const others of active.values()) assert.ok(!ids.some(id => others.includes(id)), words)
          active.set(line.swipe_id, ids)
        } else assert.deepEqual(ids, active.get(line.swipe_id), words)
        if (line.phase === 'end' || line.phase === 'cancel') active.delete(line.swipe_id)
        for (const pair of [line.translation, line.velocity ?? line.translation]) {
          assert.ok(Number.isFinite(pair.x) && Number.isFinite(pair.y), words)
        }
      })
      const fingers = new Map()
      for (let time = 0, event = 0; event < 120; event++) {
        time += between(0, 1) < 0.05 ? between(100, 400) : between(0, 16)
        recognizer.advance(time)
        const id = whole(1, 4)
        const finger = fingers.get(id)
        if (!finger) {
          fingers.set(id, { x: between(0, 900), y: between(0, 300), vx: between(-12, 12), vy: between(-12, 12) })
          recognizer.down({ id, ...fingers.get(id), time }, between(0, 1) < 0.7 ? zones : zones.slice(1))
        } else if (between(0, 1) < 0.08) {
          fingers.delete(id)
          if (between(0, 1) < 0.2) recognizer.cancel(id, 'lost', time)
          else recognizer.up(id, { id, x: finger.x, y: finger.y, time })
        } else {
          finger.x += finger.vx
          finger.y += finger.vy
          recognizer.move(id, [{ id, x: finger.x, y: finger.y, time }])
        }
      }
      recognizer.cancelAll('lost', 1e6)
      assert.equal(active.size, 0, `seed ${seed}, ${number}`)
      assert.equal(recognizer.advance(2e6), null, `seed ${seed}, ${number}`)
      assert.ok(lines.length > 0)
    }
    assert.equal(most, 4)
  })
})

describe('A velocity', () => {
  const stroke = (path, lasting, every) => {
    const samples = []
    for (let time = 0; time <= lasting; time += every) samples.push({ time, x: path(time), y: 0 })
    return samples
  }
  test('is exact for a steady stroke at every rate', () => {
    for (const every of [1, 4, 8, 16]) near(estimate(stroke(time => time * 1.5, 160, every)).velocity.x, 1500, 15, `${every} ms`)
  })
  test('is that of the end of an accelerating stroke, unlike a mean over 100 ms', () => {
    const found = estimate(stroke(time => time * time / 100, 104, 8)).velocity.x
    near(found, 2080, 210)
  })
  test('is zero for old repetitions', () => {
    const samples = stroke(time => time, 80, 8)
    assert.equal(estimate([...samples, { ...samples.at(-1), time: 112 }]).velocity.x, 0)
    assert.ok(estimate([...samples, { ...samples.at(-1), time: 96 }]).velocity.x > 900)
  })
  test('needs more than one sample', () => assert.equal(estimate([{ time: 0, x: 0, y: 0 }]).confidence, 0))
})
