// flick.js with lines that an honest service never sends: mutations of libFuzzer's corpus for the
// Swift side.
import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { afterEach, beforeEach, describe, test } from 'node:test'
import { connect } from '../../Sources/Web/flick.js'
import { random } from './kit.mjs'
import { FakeElement, FakeWindow, fakeSockets, hello, settle, state, useClock } from './stage.mjs'

const folder = new URL('../Workshop/Fuzz/corpus/server/', import.meta.url)
const seeds = readdirSync(folder).sort()
  .flatMap(name => readFileSync(new URL(name, folder), 'utf8').split('\n')).filter(line => line !== '')
const VALUES = [
  '1e308', '-1e308', '1e400', '-0', '9223372036854775807', '-9223372036854775808', 'null', '[]', '{}', 'true', '""',
  '"\\u001b[2J"', '"__proto__"', '[[[[]]]]',
]

/**
 * One line of the corpus with one to three values replaced; one of four lines also gets a fault in
 * its text.
 */
function mutated(next) {
  const index = length => Math.floor(next(0, length))
  const line = JSON.parse(seeds[index(seeds.length)])
  for (let count = 1 + index(3); count > 0; count--) {
    const keys = keysIn(line)
    const [parent, key] = keys[index(keys.length)]
    if (index(8) === 0) delete parent[key]
    else parent[key] = `@${VALUES[index(VALUES.length)]}@`
  }
  // Inserts numbers as text, because JSON.stringify cannot write them.
  const text = JSON.stringify(line).replaceAll(/"@(.*?)@"/g, (_, value) => JSON.parse(`"${value}"`))
  if (index(4) > 0) return text
  const start = index(text.length)
  return text.slice(0, start) + String.fromCharCode(index(256)) + text.slice(start + index(40))
}

/** Every object or array in a value, with each of its keys. */
function keysIn(value) {
  if (typeof value !== 'object' || value === null) return []
  return Object.keys(value).flatMap(key => [[value, key], ...keysIn(value[key])])
}

let clock, view, made, flick
beforeEach(() => {
  clock = useClock()
  view = new FakeWindow()
  made = fakeSockets()
})
afterEach(() => {
  flick?.close()
  clock.restore()
})

describe('A page', () => {
  test('survives 10,000 mutated lines, and connects at the next valid ones', async t => {
    const seed = Number(process.env.FLICKD_SEED ?? 20)
    t.diagnostic(`seed ${seed}`)
    const next = random(seed)
    let lost = 0
    for (let count = 0; count < 10_000; count++) {
      if (flick?.state !== 'connected') {
        lost++
        await start()
      }
      const line = mutated(next)
      try {
        made.sockets.at(-1).onmessage({ data: line })
      } catch (error) {
        assert.fail(`seed ${seed}, line ${count}: ${error.stack}\n${line}`)
      }
    }
    t.diagnostic(`${lost} connections`)
    // Many lines are accepted, and many end the connection.
    assert.ok(lost > 500 && lost < 9500, `${lost} connections`)
    made.sockets.at(-1).drop()
    await clock.pass(2001)
    made.sockets.at(-1).say(hello(), state('glass'))
    assert.equal(flick.state, 'connected')
    assert.deepEqual(flick.panels.map(panel => panel.panel_id), ['glass'])
  })

  /**
   * A page with a zone that has just received its panel; a `bye` may have ended the attempts of the
   * previous page.
   */
  async function start() {
    flick?.close()
    flick = connect('ws://127.0.0.1:7272/', { window: view, WebSocket: made.FakeWebSocket })
    const element = new FakeElement({ x: 100, y: 200, width: 600, height: 240 })
    const cards = { name: 'cards', axis: 'x', snapPoints: [0, -296, -592] }
    flick.zone(element, cards, swipe => swipe.flight(0)?.offset(0.1))
    await settle()
    made.sockets.at(-1).say(hello(), state('glass'))
  }

  test('reconnects after a JSON line that is not an object', async () => {
    await start()
    made.sockets[0].onmessage({ data: 'null' })
    assert.equal(flick.state, 'waiting')
    await clock.pass(101)
    assert.equal(made.sockets.length, 2)
  })

  test('treats a state without panels as a lost connection', async () => {
    await start()
    made.sockets[0].onmessage({ data: '{"type":"state"}' })
    assert.equal(flick.state, 'waiting')
    assert.deepEqual(flick.panels, [])
  })
})
