// The custom elements of flick.js. `defineElements(connect('ws://…'))` registers all of them; importing this module
// registers nothing.
import { connect } from './flick/client.js'
import { FlickCarousel } from './flick/elements/carousel.js'
import { FlickCorner } from './flick/elements/corner.js'
import { FlickDeck } from './flick/elements/deck.js'
import { FlickDial } from './flick/elements/dial.js'
import { FlickDismiss } from './flick/elements/dismiss.js'
import { FlickElement } from './flick/elements/element.js'
import { FlickPager } from './flick/elements/pager.js'
import { FlickRefresh } from './flick/elements/refresh.js'
import { FlickSheet } from './flick/elements/sheet.js'

export {
  connect, FlickCarousel, FlickCorner, FlickDeck, FlickDial, FlickDismiss, FlickElement, FlickPager, FlickRefresh,
  FlickSheet,
}

/**
 * Registers all elements with one connection; the default is the browser's pointer events. Returns the connection.
 * Throws an Error if the elements already have another connection.
 * @type {(flick?: Flick) => Flick}
 */
export function defineElements(flick = FlickElement.connection ?? connect()) {
  for (const type of [
    FlickCarousel, FlickSheet, FlickDeck, FlickDismiss, FlickPager, FlickDial, FlickRefresh, FlickCorner,
  ]) type.define(flick)
  return flick
}
