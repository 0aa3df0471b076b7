// Attract mode in the show: a ghost hand plays on the stages of an unattended page, and any touch ends it.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { finger, framesOf, moved } from './fingers.mjs'
import { boxOf, openShow } from './kit.mjs'

const LOOK = { width: 1366, height: 768, touch: true }
const AFTER = 1500

const tap = (x, y) => framesOf(moved([finger([[0, 0, 60]])], x, y))
const inState = (page, state) => page.until(`the ghost is ${state}`, state => show.haunt.state === state, state)
const shown = page => page.evaluate(() => document.querySelector('.caption')?.dataset.shown === 'true'
  && document.querySelector('.caption').textContent)

describe('Attract mode', () => {
  test('begins after the time without a touch, and moves a stage with a caption', async () => {
    const page = await openShow({ ...LOOK, hash: `#bridge=none&rest=${AFTER}` })
    assert.equal(await page.evaluate(() => show.haunt.state), 'waiting')
    const before = await page.evaluate(() => show.states)
    await inState(page, 'playing')
    assert.ok(await page.evaluate(() => performance.now()) >= AFTER)
    await page.until('the finger is seen', () => document.querySelector('.fingertip[data-down=true]') !== null)
    assert.equal(await shown(page), 'The rooms: a short flick, fast enough')
    await page.until('the ghost has moved the rooms', () => show.states.exhibits.index === 1 && show.isSettled)
    assert.equal(await page.evaluate(() => show.stages.exhibits.last.panelId), 'ghost')
    assert.notDeepEqual(await page.evaluate(() => show.states), before)
    await page.close()
  })

  test('ends at a touch, which neither presses a button nor moves a stage; the next touch does', async () => {
    const page = await openShow({ ...LOOK, hash: `#bridge=none&rest=${AFTER}` })
    await inState(page, 'playing')
    const { x, y, width, height } = await boxOf(page, '#side-by-side')
    await page.touch(tap(x + width / 2, y + height / 2))
    await inState(page, 'waiting')
    assert.equal(await page.evaluate(() => show.compare.isOpen), false)
    assert.equal(await shown(page), false)
    await page.until('everything rests', () => show.isSettled)

    await inState(page, 'playing')
    const photos = await boxOf(page, '.photos-view')
    const path = moved([finger([[0, 160, 120]])], photos.x + photos.width / 2, photos.y + photos.height * 0.2)
    const before = await page.evaluate(() => [show.stages.photos.ends, show.states.photos.index])
    await page.touch(framesOf(path))
    await inState(page, 'waiting')
    assert.deepEqual(await page.evaluate(() => [show.stages.photos.ends, show.states.photos.index]), before)

    await new Promise(done => { setTimeout(done, 600) })
    await page.touch(tap(x + width / 2, y + height / 2))
    await page.until('the dialog is open', () => show.compare.isOpen)
    await page.close()
  })

  test('plays on both stages while they are compared', async () => {
    const page = await openShow({ ...LOOK, hash: `#bridge=none&rest=${AFTER}` })
    await page.evaluate(() => show.compare.open())
    await page.until('both are compared', () => show.compare.pair?.comparison?.text)
    assert.equal(await page.evaluate(() => show.compare.pair.real.last.panelId), 'ghost')
    assert.ok(await page.evaluate(() => document.querySelector('.compare .fingertip') !== null))
    await page.close()
  })

  test('shows a still hint to a user who prefers less motion, and the hint ends at a touch', async () => {
    const page = await openShow({ ...LOOK, reduced: true, hash: `#bridge=none&rest=${AFTER}` })
    await inState(page, 'hint')
    assert.equal(await shown(page), 'Touch a picture, and flick or drag it')
    assert.equal(await page.evaluate(() => document.querySelector('.fingertip[data-down=true]')), null)
    await page.touch(tap(683, 20))
    await page.until('the hint is gone', () => document.querySelector('.caption').dataset.shown === 'false')
    await page.close()
  })
})
