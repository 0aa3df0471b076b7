// One Chromium and one gallery for all suites, and the pages in them.
import assert from 'node:assert/strict'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { after, before } from 'node:test'
import { Browser } from './chromium.mjs'
import { ending, framesOf, later, moved } from './fingers.mjs'
import { Page } from './page.mjs'
import { recordingOf } from './recording.mjs'
import { Service } from './service.mjs'
import { PATIENCE, until } from './waiting.mjs'

/** Large enough for all seven interactions side by side, as on a big kiosk. */
export const SURFACE = { width: 2400, height: 2200 }
export const NAMES = ['carousel', 'sheet', 'dismiss', 'projected', 'drag', 'side', 'spring']
/** The time between two swipes on the same thing, in ms: enough to come to rest. */
export const REST = 1100
/** The time between swipes on two things, in ms. */
const GAP = 120

let browser, service
/** Every opened page, for the checks that apply to all of them. */
export const pages = []

export async function startBrowser() {
  service = await Service.start()
  const profile = join(service.folder, 'profile')
  mkdirSync(profile)
  browser = await Browser.start(profile)
}

export async function stopBrowser() {
  await browser?.close()
  await service?.stop()
}

/** Starts Chromium and the gallery before the tests of a file, and ends them after. */
export function useBrowser() {
  before(startBrowser)
  after(stopBrowser)
}

export const theService = () => service

/**
 * Opens the page with seven interactions; `hash` is the fragment of its address, `through` the service that serves it.
 */
export async function openSeven({ hash = '', through = service, ...look } = {}) {
  const page = await Page.open(browser, { ...SURFACE, ...look })
  pages.push(page)
  page.host = new URL(through.url).host
  const options = new URLSearchParams(hash.slice(1))
  if (through.token) options.set('token', through.token)
  await page.visit(`${new URL('seven/', through.url)}#${options}`)
  await page.until('the page is made', () => window.seven !== undefined)
  await page.evaluate(() => {
    window.received = []
    seven.flick.addEventListener('swipe', ({ detail: { zone, phase, panelId } }) => {
      const { driver, level } = seven.flick
      received.push({ zone, phase, panelId, driver, level })
    })
  })
  return page
}

/** Opens the show; `hash` is the fragment of its address. */
export async function openShow({ hash = '', ...look } = {}) {
  const page = await Page.open(browser, look)
  pages.push(page)
  page.host = new URL(service.url).host
  const options = new URLSearchParams(hash.slice(1))
  options.set('token', service.token)
  await page.visit(`${service.url}gallery/#${options}`)
  await page.until('the show is made', () => window.show !== undefined)
  await page.frames()
  return page
}

/** Opens an empty page. */
export const openEmpty = (look = {}) => Page.open(browser, look)

/**
 * Opens a tab that shares the browser's storage with another page, such as cookies, but not its
 * session storage.
 */
export const openBeside = page => Page.open(browser, { ...SURFACE, beside: page })

/** The rectangle of an element in the viewport. */
export const boxOf = (page, selector) => page.evaluate(selector => {
  const { x, y, width, height } = document.querySelector(selector).getBoundingClientRect()
  return { x, y, width, height }
}, selector)

/** The middle of a stage. */
export async function middleOf(page, name) {
  const { x, y, width, height } = await boxOf(page, `#${name} .stage`)
  return { x: x + width / 2, y: y + height / 2 }
}

/**
 * The fingers of scenarios {name, swipes, pause}, one after the other; steps start at the middle of
 * each stage.
 */
export async function fingersOf(page, scenarios) {
  const all = []
  let time = 0
  for (const { name, swipes, pause = REST } of scenarios) {
    const { x, y } = await middleOf(page, name)
    for (const [number, swipe] of swipes.entries()) {
      if (number > 0) time += pause
      all.push(...later(moved(swipe, x, y), time))
      time = ending(all)
    }
    time += GAP
  }
  return all
}

/** Resets every thing; those with these names follow the naive rule. */
export async function prepare(page, naive = []) {
  await page.evaluate(naive => {
    seven.reset(naive)
    received.length = 0
  }, naive)
  await page.until('everything lies still', () => seven.isSettled)
}

/**
 * Plays fingers through flickd and returns the page's lines when everything is at rest.
 *
 * flickd begins as soon as the page is connected. If a busy machine sends the zones after the first
 * finger, everything is played again with a longer lead.
 */
export async function playTo(page, fingers, options = {}) {
  const { naive = [], surface = SURFACE, during = null, through = service } = options
  for (let lead = 400; lead <= 6400; lead *= 2) {
    await prepare(page, naive)
    const from = page.lines.length
    const recording = recordingOf(framesOf(fingers), surface, lead)
    const played = through.play(recording, PATIENCE + lead + ending(fingers))
    await during?.(lead)
    await played
    await until('the page receives the end of flickd', () =>
      page.lines.slice(from).some(({ line }) => line.type === 'bridge' && line.state === 'disconnected'))
    await page.until('everything has come to rest', () => seven.isSettled)
    await page.frames()
    const lines = page.lines.slice(from)
    const subscribed = lines.findIndex(({ line }) => line.type === 'reply' && line.ok)
    const begun = lines.findIndex(({ line }) => line.type === 'swipe')
    if (begun < 0 || subscribed >= 0 && subscribed < begun) return lines
  }
  assert.fail('the page did not send its zones in time')
}

/** The received ones of the lines. */
export const heard = lines => lines.filter(({ direction }) => direction === 'heard').map(({ line }) => line)

/** The drawn position of a thing, relative to its initial position. */
export const drawnAt = (page, name) => page.evaluate(name => {
  const style = getComputedStyle(document.querySelector(`#${name} .thing`))
  const { e, f } = new DOMMatrix(style.transform)
  return { x: Math.round(e * 10) / 10, y: Math.round(f * 10) / 10 }
}, name)

/** The state of a thing. */
export const stateOf = (page, name) => page.evaluate(name => seven.states[name], name)
