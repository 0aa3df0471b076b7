// What flick-elements.d.ts says, used as a page would: compiled by `make lint`, never run.
import {
  FlickCarousel, FlickCorner, FlickDeck, FlickDial, FlickDismiss, FlickElement, FlickPager, FlickRefresh, FlickSheet,
  connect, defineElements,
} from '../../Sources/Web/flick-elements.js'
import type { FlickElementEventMap } from '../../Sources/Web/flick-elements.js'
import { Spring } from '../../Sources/Web/flick.js'

const flick = defineElements(connect())
FlickCarousel.define(flick)
const classes = [FlickCarousel, FlickSheet]
console.log(classes.map(({ tag }) => tag), FlickElement.connection === flick, defineElements() === flick)

const carousel: FlickCarousel = document.createElement('flick-carousel')
Object.assign(carousel, { axis: 'y', width: undefined, spacing: 8, perView: 2, isFree: false, isLooping: true })
carousel.spring = Spring.snappy
carousel.index = carousel.index + 1
carousel.labelOf = (index, count) => `${index + 1} von ${count}`
carousel.addEventListener('change', ({ detail }) => console.log(detail.index.toFixed()))
carousel.addEventListener('swipe', (event: FlickElementEventMap['swipe']) => console.log(event.detail.phase))
carousel.go(2)
carousel.put(0)
console.log(carousel.interaction?.stride, carousel.count, carousel.extent, carousel.maxSteps, carousel.name)
console.log(carousel.isDisabled, carousel.looksAhead, carousel.keepsSlop)
const pager: FlickPager = document.createElement('flick-pager')
console.log(pager.isLooping, pager.interaction?.size, pager.axis)
const dial: FlickDial = document.createElement('flick-dial')
console.log(dial.step, dial.isWrapping, dial.interaction?.angle(0))
const deck: FlickDeck = document.createElement('flick-deck')
deck.go('left')
console.log(deck.undo(), deck.isEmpty, deck.count, deck.index, deck.emptyLabel, deck.visible, deck.shrink, deck.peek, deck.turn)
const dismiss: FlickDismiss = document.createElement('flick-dismiss')
dismiss.addEventListener('dismiss', ({ detail }) => console.log(detail.direction))
dismiss.go(null)
console.log(dismiss.side, dismiss.isDismissed, dismiss.exit, dismiss.distanceThreshold, dismiss.speedThreshold, dismiss.reversal)
const sheet: FlickSheet = document.createElement('flick-sheet')
Object.assign(sheet, { detents: '0 -50%', isModal: true, handleLabel: 'Höhe' })
sheet.index = 1
const refresh: FlickRefresh = document.createElement('flick-refresh')
Object.assign(refresh, { threshold: 80, extent: undefined, isRefreshing: true, refreshingLabel: 'Lädt' })
refresh.addEventListener('refresh', ({ detail }) => console.log(detail === null))
refresh.go(true)
refresh.finish()
console.log(refresh.state === 'ready', refresh.interaction?.progress(0))
const corner: FlickCorner = document.createElement('flick-corner')
corner.addEventListener('change', ({ detail }) => console.log(detail.corner === 'top_left'))
corner.corner = 'top_right'
corner.go('bottom_left')
corner.labelOf = name => name.replace('_', ' ')
console.log(corner.extent, corner.interaction?.rectangle.width)
// @ts-expect-error: a corner has two words
corner.go('top')
// @ts-expect-error: the state is read
refresh.state = 'ready'
// @ts-expect-error: a carousel goes to an index
carousel.go('left')
// @ts-expect-error: the side is read
dismiss.side = 'down'
