// The types of the custom elements. A property has the name of the engine's option, its attribute has hyphens.
import type {
  Axis, CardCarousel, CardDeck, Corner, CornerThrow, Dial, BottomSheet, Direction, DismissibleCard, Flick, Pager,
  PullToRefresh, Spring, Swipe, SwipeCard,
} from './flick.js'
export { connect } from './flick.js'

/**
 * Registers all elements with one connection; the default is the browser's pointer events. Returns the connection.
 * Throws an Error if the elements already have another connection.
 */
export function defineElements(flick?: Flick): Flick

/** What a user chose; `direction` is that of the card that left a deck. */
interface FlickChange { index: number; direction?: 'left' | 'right' | null }
export interface FlickElementEventMap<Change = FlickChange> extends HTMLElementEventMap {
  /** A user chose another result, at the release or with a key. */
  change: CustomEvent<Change>
  /** A user started a refresh. */
  refresh: CustomEvent<null>
  /** Content that a user dismissed has left. */
  dismiss: CustomEvent<{ direction: Direction }>
  /** A moment of a swipe on the element. */
  swipe: CustomEvent<Swipe>
}

/** What all elements have in common. */
export class FlickElement<I = unknown, Result = unknown, Change = FlickChange> extends HTMLElement {
  /** Registers the element with a connection: for a page that needs only some of the elements. */
  static define(flick: Flick): void
  static readonly tag: string
  /** The connection of the elements; null before the first `define`. */
  static readonly connection: Flick | null
  /** The name of the zone; the default is a new name. */
  name: string | undefined
  isDisabled: boolean
  looksAhead: boolean
  keepsSlop: boolean
  /** The spring of the content; the default is that of the interaction. */
  spring: Spring | undefined
  /** The interaction; null before the element is on a page. */
  readonly interaction: I | null
  /** Moves the content on its spring, without an event. */
  go(result: Result): void
  /** Moves the content at once, without an event. */
  put(result: Result): void
  addEventListener<K extends keyof FlickElementEventMap>(
    type: K, listener: (this: this, event: FlickElementEventMap<Change>[K]) => void,
    options?: boolean | AddEventListenerOptions): void
  addEventListener(
    type: string, listener: EventListenerOrEventListenerObject, options?: boolean | AddEventListenerOptions): void
}

/** An element whose children are equal parts along an axis. */
interface FlickRow {
  axis: Axis
  /** The index of the part in front. Another value moves the content on its spring, without an event. */
  index: number
  extent: number | undefined
  maxSteps: number | undefined
  /** The number of parts: the children without a slot of their own. */
  readonly count: number
  /** The name of a part for assistive technology; set another function for another language. */
  labelOf: (index: number, count: number) => string
}
export class FlickCarousel extends FlickElement<CardCarousel, number> {
  /** The size of a card along the axis, in px; the default fills the carousel with `perView` cards. */
  width: number | undefined
  /** The default is 16. */
  spacing: number
  perView: number
  isFree: boolean
  isLooping: boolean
}
export interface FlickCarousel extends FlickRow {}
/** Its children are pages of its own size. A page may contain an element of the other axis. */
export class FlickPager extends FlickElement<Pager, number> { isLooping: boolean }
export interface FlickPager extends FlickRow {}
/** Its children are values; the axis is y unless specified. */
export class FlickDial extends FlickElement<Dial, number> {
  /** From one value to the next, in px; the default is 40. */
  step: number
  /** The default is true: set the attribute to `false` for a dial with two ends. */
  isWrapping: boolean
}
export interface FlickDial extends FlickRow {}
/** Its children are cards, the first one on top. `go` and `put` send the top card to a side. */
export class FlickDeck extends FlickElement<CardDeck, 'left' | 'right' | null> {
  /** The index of the top card. */
  index: number
  visible: number | undefined
  shrink: number | undefined
  peek: number | undefined
  distanceThreshold: number | undefined
  /** How far a card leaves, in px; the default is out of the window. */
  exit: number | undefined
  turn: number | undefined
  speedThreshold: number | undefined
  reversal: 'follow' | 'ignore' | undefined
  /** What a screen reader says of an empty deck. */
  emptyLabel: string
  readonly count: number
  readonly isEmpty: boolean
  labelOf: (index: number, count: number) => string
  /** Brings the last card back, without an event; returns whether there was one. */
  undo(): boolean
}
/** Its content is a card that leaves downwards, or with the axis x to either side. */
export class FlickDismiss extends FlickElement<DismissibleCard | SwipeCard, Direction | null> {
  axis: Axis
  distanceThreshold: number | undefined
  /** How far the card leaves, in px; the default is out of the window. */
  exit: number | undefined
  speedThreshold: number | undefined
  reversal: 'follow' | 'ignore' | undefined
  /** Only with the axis x: the rotation in degrees per px. */
  turn: number | undefined
  readonly isDismissed: boolean
  readonly side: Direction | null
}
/** A sheet at the lower edge of the window. */
export class FlickSheet extends FlickElement<BottomSheet, number> {
  /** Offsets in px or in parts of the window, up is negative: the default is `0 -300 -600`. */
  detents: string
  /** The index in `detents`. */
  index: number
  extent: number | undefined
  /** Whether the sheet is a modal dialog while it is open. */
  isModal: boolean
  /** The name of the handle for assistive technology; the default is `Height`. */
  handleLabel: string
}
/** Its content scrolls, and is pulled down at its top. `go(true)` starts a refresh, without an event. */
export class FlickRefresh extends FlickElement<PullToRefresh, boolean> {
  /** Where the content rests while it refreshes, in px; the default is 64. */
  threshold: number | undefined
  /** How far a finger pulls the content, at most; the default is four times the threshold. */
  extent: number | undefined
  /** Whether the content refreshes; its attribute follows. Another value starts or ends a refresh, without an event. */
  isRefreshing: boolean
  /** What a screen reader says at the start of a refresh; the default is `Refreshing`. */
  refreshingLabel: string
  readonly state: PullToRefresh['state']
  /** Ends the refresh: the content returns. */
  finish(): void
}
/** Its content is a card that a user throws to a corner of the element. */
export class FlickCorner extends FlickElement<CornerThrow, Corner, { corner: Corner }> {
  /** The corner of the card. Another value moves the card on its spring, without an event. */
  corner: Corner
  /** How far a finger pulls the card out of the element, at most; the default is 120 px. */
  extent: number | undefined
  /** The name of a corner for assistive technology; set another function for another language. */
  labelOf: (corner: Corner) => string
}

declare global {
  interface HTMLElementTagNameMap {
    'flick-carousel': FlickCarousel
    'flick-sheet': FlickSheet
    'flick-deck': FlickDeck
    'flick-dismiss': FlickDismiss
    'flick-pager': FlickPager
    'flick-dial': FlickDial
    'flick-refresh': FlickRefresh
    'flick-corner': FlickCorner
  }
}
