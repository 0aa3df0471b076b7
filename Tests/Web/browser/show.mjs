// The show with flickd, with the browser's own touches, and with keys: each stage ends where the engine decides.
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { ending, finger, framesOf, later, moved } from './fingers.mjs'
import { boxOf, openShow, theService } from './kit.mjs'
import { recordingOf } from './recording.mjs'
import { PATIENCE, pause, until } from './waiting.mjs'

const LOOK = { width: 1920, height: 1080, touch: true }
/** How long `flickd --demo` plays, in ms: about 18 swipes. */
const DEMO = 21_000
/** The time between two strokes, in ms: other stages still move. */
const GAP = 400

/**
 * What a finger does on each stage, as [x, y, ms], and where the stage then is; `key` does the same.
 *
 * The rooms come to rest before a finger moves the sheet over them, because the tour is between them.
 */
const strokes = [
  { name: 'exhibits', step: [-200, 0, 150], state: { index: 1 }, key: 'ArrowRight', focus: '.ring' },
  { name: 'tour', step: [150, 0, 130], state: { index: 1, kept: 1 }, key: 'ArrowRight', focus: '.tour-view' },
  { name: 'about', step: [0, -90, 100], state: { detent: 1 }, key: 'ArrowUp', focus: '#hero .handle' },
  { name: 'photos', step: [0, 160, 120], state: { index: 1, dismissed: false }, key: 'ArrowDown', focus: '.photos-view' },
  { name: 'plan', step: [0, -40, 200], state: { detent: 1 }, key: 'ArrowUp', focus: '#plan .handle' },
  { name: 'light', step: [-60, 0, 300], state: { index: 17 }, key: 'ArrowUp', focus: '.light-view' },
]

const selector = name => `.${name}-view`
/** Where a finger begins: in the middle of a stage, and for a stroke of the hero in its upper part. */
async function startOf(page, name) {
  const { x, y, width, height } = await boxOf(page, selector(name))
  return [x + width / 2, y + height * (name === 'photos' || name === 'exhibits' ? 0.3 : 0.6)]
}

async function fingersOf(page, chosen) {
  const all = []
  let time = 0
  for (const { name, step } of chosen) {
    all.push(...later(moved([finger([step])], ...await startOf(page, name)), time))
    time = ending(all) + GAP
  }
  return all
}

const ends = page => page.evaluate(names => names.map(name => show.stages[name].ends), strokes.map(({ name }) => name))
/** Waits until nothing moves, and until the frame in which a stage finds that its content rests. */
async function atRest(page) {
  await page.until('everything has come to rest', () => show.isSettled)
  await page.frames()
}

/** Resets the stages, and waits until flickd has the zones of the fresh interactions. */
async function reset(page) {
  await page.evaluate(() => show.reset())
  await atRest(page)
}

describe('The show', () => {
  let page
  before(async () => { page = await openShow(LOOK) })
  after(() => page.close())

  test('moves each stage by a finger that flickd plays, and ends where flickd decides', async () => {
    const service = theService()
    const fingers = await fingersOf(page, strokes)
    let lines = []
    for (let lead = 600; lead <= 4800 && lines.length < strokes.length; lead *= 2) {
      await reset(page)
      const from = page.lines.length
      await service.play(recordingOf(framesOf(fingers), LOOK, lead), PATIENCE + lead + ending(fingers))
      await until('the page receives the end of flickd', () =>
        page.lines.slice(from).some(({ line }) => line.type === 'bridge' && line.state === 'disconnected'))
      await atRest(page)
      lines = page.lines.slice(from).filter(({ line }) => line.type === 'swipe' && line.phase === 'end' && line.zone)
    }
    assert.deepEqual(lines.map(({ line }) => line.zone.name), strokes.map(({ name }) => name))
    const states = await page.evaluate(() => show.states)
    for (const { name, state } of strokes) assert.deepEqual(states[name], state, name)
    for (const { line: { zone, decision } } of lines) {
      assert.ok(decision.commit, zone.name)
      if (!zone.snap) continue
      assert.equal(states[zone.name].index ?? states[zone.name].detent, zone.snap.index, zone.name)
    }
    const notices = await page.evaluate(() =>
      [...document.querySelectorAll('.notice')].map(({ textContent }) => textContent))
    assert.equal(notices.length, strokes.length)
    for (const notice of notices) assert.match(notice, /^.+\. (Flick|Drag): /)
    assert.ok(notices.some(notice => / mm\/s, at least \d+$/.test(notice)), 'the panel has a size in mm')
  })

  test('moves each stage by the browser’s own touches, with the same results', async () => {
    await reset(page)
    const before = await ends(page)
    await page.touch(framesOf(await fingersOf(page, strokes)))
    await atRest(page)
    const states = await page.evaluate(() => show.states)
    for (const { name, state } of strokes) assert.deepEqual(states[name], state, name)
    assert.deepEqual(await ends(page), before.map(count => count + 1))
  })

  test('moves each stage by keys, with the same results', async () => {
    await reset(page)
    for (const { key, focus } of strokes) {
      await page.evaluate(focus => document.querySelector(focus).focus(), focus)
      await page.key(key)
    }
    await atRest(page)
    const states = await page.evaluate(() => show.states)
    for (const { name, state } of strokes) assert.deepEqual(states[name], state, name)
  })

  test('says what the room in front is about, and marks it in the plan', async () => {
    await reset(page)
    await page.evaluate(() => document.querySelector('.ring').focus())
    await page.key('ArrowRight')
    const texts = await page.evaluate(() => [
      document.querySelector('[data-about=title]').textContent, document.querySelector('.where').textContent,
      document.querySelector('.room.here').textContent, document.querySelector('.poster[aria-hidden=false] h2').textContent,
    ])
    assert.deepEqual(texts, ['Two Lighthouses', 'Room 2, Two Lighthouses', '2', 'Two Lighthouses'])
    await atRest(page)
  })

  test('changes only transforms, opacities and the order of cards while a finger moves', async () => {
    await reset(page)
    const fingers = await fingersOf(page, [{ name: 'tour', step: [40, 0, 600] }])
    const before = await page.counts()
    await page.touch(framesOf(fingers).slice(0, -1))
    const after = await page.counts()
    await page.touch(framesOf(fingers).slice(-1))
    await atRest(page)
    assert.ok(after.LayoutCount - before.LayoutCount <= 4, `${after.LayoutCount - before.LayoutCount} layouts`)
  })
})

/** Counts in the page for each swipe of flickd how often content moved until the next swipe. */
function countMoves() {
  window.moves = []
  let moved = null
  for (const one of document.querySelectorAll('.poster, .sheet, .card, .photo, .disc')) {
    new MutationObserver(() => { if (moved) moved.count += 1 })
      .observe(one, { attributes: true, attributeFilter: ['style'] })
  }
  show.flick.addEventListener('swipe', ({ detail: { phase, zone } }) => {
    if (phase === 'begin') moves.push(moved = { count: 0, zone })
  })
}

test('The show moves something in four of five swipes of flickd --demo, in landscape and in portrait', async t => {
  const looks = { landscape: { width: 1920, height: 1080 }, portrait: { width: 1080, height: 1920 } }
  const pages = {}
  for (const [words, look] of Object.entries(looks)) {
    pages[words] = await openShow(look)
    await pages[words].evaluate(countMoves)
  }
  const flickd = theService().flickd(null, '--demo')
  for (const page of Object.values(pages)) await page.until('the demo plays', () => moves.length > 0)
  await pause(DEMO)
  const counts = {}
  for (const [words, page] of Object.entries(pages)) counts[words] = await page.evaluate(() => moves.slice(0, -1))
  await flickd.stop()
  for (const [words, moves] of Object.entries(counts)) {
    await pages[words].close()
    // Without a zone, it is the swipe before that still moves something.
    const moved = moves.filter(({ count, zone }) => zone && count > 2).length
    t.diagnostic(`${words}: ${moved} of ${moves.length} swipes move something`)
    assert.ok(moves.length >= 12, `${words}: ${moves.length} swipes`)
    assert.ok(moved >= 0.8 * moves.length, `${words}: ${moved} of ${moves.length}`)
    // All strokes pass the middle of the panel. Some begin at its left, on the deck, or below, on the plan.
    assert.ok(moves.some(({ zone }) => zone === (words === 'landscape' ? 'tour' : 'plan')), words)
  }
})
