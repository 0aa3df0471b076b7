// The show: the guide of a museum, on six stages that flickd or the browser's pointer events move.
import { Compare } from './compare.js'
import { connectPage, showDriver } from './driver.js'
import { GhostClient } from './ghost.js'
import { Haunt } from './haunt.js'
import { Stage } from './stage.js'
import { SlowMotion } from './slow/slow.js'
import { SwipeMemory } from './slow/memory.js'
import { rooms } from './stages/exhibits.js'
import { light } from './stages/light.js'
import { photo } from './stages/photo.js'
import { about, describe, plan } from './stages/sheets.js'
import { tour } from './stages/tour.js'
import { unitOf } from './words.js'

const flick = connectPage(window)
const ghosts = new GhostClient(flick)
const root = document.documentElement
const find = selector => document.querySelector(selector)

/** mm if the size of the panel is known, which shows the whole screen; else px. */
const unit = () => flick.driver === 'flickd' ? unitOf(flick.panels[0], screen.width) : unitOf(null)

const roots = {
  exhibits: find('#hero'), about: find('#hero'), tour: find('#tour'), photos: find('#photos'), plan: find('#plan'),
  light: find('#light'),
}
const blanks = new Map(Object.values(roots).map(element => [element, element.cloneNode(true)]))
const memory = new SwipeMemory()
const stages = {}
for (const is of [rooms, about, tour, photo, plan, light]) {
  const element = roots[is.name]
  stages[is.name] = new Stage(is, element, {
    flick: ghosts, unit, changed: stage => { if (stage.name === 'exhibits') describeRoom() },
    heard: (swipe, stage) => memory.hear(swipe, stage),
    blank: () => blankOf(element), beside: () => besideOf(is, element),
  })
}

function describeRoom(root = document) { describe(stages.exhibits.state.index, root) }
describeRoom()

/** A copy of a panel from before its stages were built. */
function blankOf(element) {
  const copy = blanks.get(element).cloneNode(true)
  copy.removeAttribute('id')
  return copy
}

/** The other stages in the same panel, as they are now. */
function besideOf(is, element) {
  return Object.values(stages).filter(other => other.root === element && other.is !== is)
    .map(({ is, state }) => ({ is, index: state.index ?? state.detent }))
}

showDriver(flick, find('#driver'))

/** The time without a touch after which the page begins to explain itself, in ms. */
const rest = Number(new URLSearchParams(location.hash.slice(1)).get('rest') ?? 20_000)
const compare = new Compare(find('.compare'), {
  flick: ghosts, unit, rest: 3 * rest, memory, replay: () => slow.open(),
})
const slow = new SlowMotion(find('.slow'), {
  memory, dress: describeRoom, rest: 3 * rest, example: () => compare.isOpen ? compare.pair.real : stages.exhibits,
})
find('#side-by-side').addEventListener('click', () => compare.open())
find('#slow-motion').addEventListener('click', () => slow.open())

/** The stages in view, for the ghost hand: those of the show, or the right one of two. */
function playable() {
  if (compare.isOpen) return [{ zone: compare.pair.zone, ...partsOf(compare.pair.real) }]
  return Object.values(stages).filter(({ view }) => view.checkVisibility({ visibilityProperty: true }))
    .map(stage => ({ zone: stage.name, ...partsOf(stage) }))
}
const partsOf = stage => {
  const { view, is, interaction } = stage
  return { view, is, interaction, hand: is.hand?.(stage) }
}
const haunt = new Haunt({
  ghosts, after: rest, stages: playable, host: () => compare.isOpen ? compare.dialog : find('.brand'),
  begun: () => { for (const stage of Object.values(stages)) stage.hint() }, isBusy: () => slow.isOpen,
})

/** On a small screen, one stage is in view, and a bar at the lower edge chooses it. */
const tabs = [...document.querySelectorAll('.tabs button')]
function choose(tab) {
  root.dataset.tab = tab.value
  for (const one of tabs) one.setAttribute('aria-pressed', one === tab)
}
for (const tab of tabs) tab.addEventListener('click', () => choose(tab))
choose(tabs[0])

/** The interface for tests and tools. */
window.show = {
  flick, compare, slow, haunt, stages,
  /** The final state of each stage. */
  get states() { return Object.fromEntries(Object.values(stages).map(stage => [stage.name, stage.state])) },
  /** Whether no content is held or moves. */
  get isSettled() { return Object.values(stages).every(stage => stage.isSettled) },
  /** Resets one stage, or all of them. */
  reset(name) {
    for (const stage of name ? [stages[name]] : Object.values(stages)) stage.reset()
    describeRoom()
  },
}
