// For each mistake, the stage on which it is seen best, and what a visitor should try.
import { mistakes } from './naive/mistakes.js'
import { rooms } from './stages/exhibits.js'
import { photo } from './stages/photo.js'
import { plan } from './stages/sheets.js'
import { tour } from './stages/tour.js'

const room = index => `room ${index + 1}`
const ring = `<div class="exhibits-view"><div class="ring" role="group" aria-roledescription="carousel"
  aria-label="Rooms" tabindex="0"><div class="row"></div></div></div><span class="dots" hidden></span>`
const pile = `<div class="photos-view" role="group" aria-label="Pictures of visitors" tabindex="0"></div>`
const drawer = `<div class="plan-view"><div class="house" aria-hidden="true"></div><div class="sheet">
  <div class="handle" role="slider" aria-orientation="vertical" aria-label="The floor plan" aria-valuemin="0"
  aria-valuemax="2" aria-valuenow="0" tabindex="0"><span class="grip"></span></div><div class="map"></div></div></div>`
const deck = `<div class="tour-view" role="group" aria-roledescription="deck" aria-label="Stops of your tour"
  tabindex="0"></div><p class="kept" hidden></p>`

const own = {
  distance: {
    chip: 'Distance only', is: rooms, html: ring, nameOf: room, attempt: 'Flick sideways, fast and short',
  },
  'one-card': {
    chip: 'One card a swipe', is: rooms, html: ring, nameOf: room, attempt: 'Throw the rooms sideways, short or hard',
  },
  'last-two-points': {
    chip: 'Last two points', is: photo, html: pile, attempt: 'Pull the picture down a little, stop, then lift',
  },
  linear: {
    chip: 'Linear tracking', is: plan, html: drawer, nameOf: index => ['closed', 'half open', 'open'][index],
    attempt: 'Pull the drawer up, fast, and beyond its end',
  },
  'ease-out': {
    chip: 'Ease-out', is: tour, html: deck, attempt: 'Flick a card, and catch the next one in flight',
  },
}

/** By the name of a mistake: {title, why, chip, is, html, nameOf(index), attempt}. */
export const scenes = Object.fromEntries(Object.entries(own).map(([name, scene]) => {
  const { title, why } = mistakes[name]
  return [name, { title, why, ...scene }]
}))
