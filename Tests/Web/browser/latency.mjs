// Measures how much later a page's `message` event has a line than a client of the Unix socket, and
// how much later that client has it than the panel has the frame. Both read the same lines of
// `flickd --demo`. `node latency.mjs [LINES]`, by default 1,500.
//
// To join the two clocks, this program reads the page's clock many times. The fastest exchanges are
// the most accurate: the error of their middle is at most half of the exchange. A page's clock has
// steps of 0.1 ms.
import assert from 'node:assert/strict'
import { createConnection } from 'node:net'
import { createInterface } from 'node:readline'
import { openSeven, startBrowser, stopBrowser, theService } from './kit.mjs'
import { until } from './waiting.mjs'

const wanted = Number(process.argv[2] ?? 1500)
const EXCHANGES = 1500
const STEP = 0.1
const phases = ['begin', 'update', 'end', 'cancel']

const keyOf = line => line.type === 'swipe' ? `${line.swipe_id} ${line.phase} ${line.t_us}` : null

/** The offset from the page's clock to this program's clock, and its maximum error; ms. */
async function joinClocks(page) {
  const exchanges = []
  for (let count = 0; count < EXCHANGES; count++) {
    const before = performance.now()
    const theirs = await page.evaluate(() => performance.now())
    const after = performance.now()
    exchanges.push({ lasting: after - before, offset: (before + after) / 2 - theirs })
  }
  exchanges.sort((one, other) => one.lasting - other.lasting)
  // The mean of the fastest exchanges, because a step of the page's clock can fall on either side.
  const best = exchanges.slice(0, EXCHANGES / 50)
  return {
    offset: best.reduce((sum, { offset }) => sum + offset, 0) / best.length - STEP / 2,
    error: best.at(-1).lasting / 2, at: performance.now(),
  }
}

/**
 * Reads the socket like any client: `came` maps lines to their arrival, `late` lists their delay
 * after the frame; ms.
 */
function readSocket(path) {
  const came = new Map()
  const late = []
  const socket = createConnection(path)
  socket.write(`${JSON.stringify({ id: 1, request: 'subscribe', phases })}\n`)
  let now = 0
  let monotonic = 0
  socket.prependListener('data', () => {
    now = performance.now()
    // CLOCK_MONOTONIC, like the time of the lines.
    monotonic = Number(process.hrtime.bigint() / 1000n)
  })
  createInterface({ input: socket }).on('line', text => {
    const line = JSON.parse(text)
    const key = keyOf(line)
    if (!key) return
    came.set(key, now)
    late.push((monotonic - line.t_us) / 1000)
  })
  return { came, late, close: () => socket.destroy() }
}

const ms = value => `${value.toFixed(2)} ms`

/** The quantiles of times, as text. */
function quantiles(times) {
  const sorted = [...times].sort((one, other) => one - other)
  const part = share => sorted[Math.min(Math.floor(sorted.length * share), sorted.length - 1)]
  const [half, most, nearlyAll] = [0.5, 0.9, 0.99].map(part)
  return `${ms(half)} (median), ${ms(most)} (p90), ${ms(nearlyAll)} (p99), ${ms(sorted[0])} to ${ms(sorted.at(-1))}`
}

await startBrowser()
try {
  const service = theService()
  const page = await openSeven({ hash: '#bridge=none', width: 800, height: 600 })
  // Network events for each line would slow the page down.
  await page.send('Network.disable')
  const flickd = service.flickd(null, '--demo')
  await page.evaluate(async (phases, url, token) => {
    window.came = []
    const socket = new WebSocket(url, ['flickd', `flickd.token.${token}`])
    socket.onmessage = ({ data }) => { came.push([performance.now(), data]) }
    await new Promise(open => { socket.onopen = open })
    socket.send(JSON.stringify({ id: 1, request: 'subscribe', phases }))
    window.socket = socket
  }, phases, service.url.replace(/^http/, 'ws'), service.token)
  const before = await joinClocks(page)
  await page.until('the page receives swipes of flickd', () => came.some(([, text]) => text.includes('"swipe"')))
  const reader = readSocket(service.socket)
  await until(`${wanted} lines`, () => reader.came.size >= wanted, 300_000)
  reader.close()
  const theirs = await page.evaluate(() => {
    socket.close()
    return came
  })
  const after = await joinClocks(page)
  flickd.signal('SIGTERM')

  const drift = (after.offset - before.offset) / (after.at - before.at)
  const offsetAt = time => before.offset + drift * (time + before.offset - before.at)
  const late = []
  for (const [time, text] of theirs) {
    const own = reader.came.get(keyOf(JSON.parse(text)))
    if (own !== undefined) late.push(time + offsetAt(time) - own)
  }
  assert.ok(late.length >= 0.9 * wanted, `only ${late.length} lines came to both`)
  console.log(`${reader.late.length} lines: the socket’s client has them after the panel has their frames by`)
  console.log(`  ${quantiles(reader.late)}`)
  console.log(`${late.length} lines: the page has them after the socket’s client by`)
  console.log(`  ${quantiles(late)}`)
  console.log(`  the clocks are joined to ±${ms(Math.max(before.error, after.error) + STEP / 2)}, and ran apart by `
    + `${ms(Math.abs(after.offset - before.offset))} meanwhile`)
} finally {
  await stopBrowser()
}
