// The types of content and of the interactions: the second part of flick.d.ts.
import type { Direction, SnapPoints, Spring, Swipe, Vector, ZoneOptions } from './flick.js'

/** How far content follows a finger beyond its bounds: the law of UIScrollView. */
export class RubberBand {
  /** The extent is the limit of the displacement; 0 is a hard bound. The default constant is UIScrollView's 0.55. */
  constructor(extent: number, constant?: number)
  readonly extent: number
  readonly constant: number
  static readonly standard: number
  /** The displacement of the content for a finger that pulls it this far beyond its bound. */
  displacement(pull: number): number
  /** The inverse: infinite from the extent on. */
  pull(displacement: number): number
  /** The velocity of the content as a part of the finger's. */
  slope(pull: number): number
}

/**
 * Content on one axis: it follows one finger, then a spring, and never jumps. Times are in µs of `performance.now()`,
 * by default now. Call `draw` in each frame: the content continues from the last drawn frame.
 */
export class Content {
  constructor(start?: number, options?: {
    /** The lower and the upper offset; the default is none. */
    bounds?: [number, number] | null
    /** How content follows a finger beyond its bounds; the default is a hard bound. */
    band?: RubberBand | null
    /** Whether a begin moves the content by the slop; the default is false. */
    keepsSlop?: boolean
    /** The spring on which held content follows its finger; the default is that it is exactly where the finger is. */
    follow?: Spring | null
  })
  /** The offset at the begin of the swipe, or the target. */
  start: number
  readonly bounds: [number, number]
  readonly band: RubberBand | null
  readonly keepsSlop: boolean
  /** The spring on which held content follows its finger. */
  follow: Spring | null
  /** Whether a finger is on the content. */
  readonly isHeld: boolean
  offset(time?: number): number
  /** The velocity of the content per second, which is not always that of the finger. */
  velocity(time?: number): number
  /** The offset to draw in a frame. */
  draw(time?: number): number
  isFlying(time?: number): boolean
  /** Follows a finger with this displacement; `slop` is the part to subtract at a begin. */
  track(swipe: Swipe, way: number, finger?: { velocity?: number; slop?: number }): 'end' | 'cancel' | null
  /** A finger lands: it stops content in flight. */
  press(time?: number): void
  /** The finger lifts without a swipe: the content goes on to its target. */
  resume(time?: number): void
  /** Moves to a target on a spring; the default velocity is that of the content. */
  release(target: number, velocity?: number | null, spring?: Spring, time?: number): void
  put(offset: number): void
  go(target: number, spring?: Spring, time?: number): void
  /** Sets other bounds; content outside of them moves to the nearest bound on a spring. */
  confine(bounds: [number, number] | null, spring?: Spring, time?: number): void
}

/** The options of every interaction. */
interface InteractionOptions {
  spring?: Spring
  /** Whether fingers do not move the content. */
  isDisabled?: boolean
  /** Whether the content jumps to its target; null is the user's preference, the default. */
  reducesMotion?: boolean | null
  /** Whether held content is drawn at `lookaheadTranslation`: see the option `lookahead` of `connect`. */
  looksAhead?: boolean
  /** Whether a begin moves the content by the slop; the default is false. */
  keepsSlop?: boolean
}
interface Interaction<Place, Drawn = number> {
  /** The options for its zone. */
  readonly zone: Omit<ZoneOptions, 'name'>
  readonly spring: Spring
  isDisabled: boolean
  reducesMotion: boolean | null
  looksAhead: boolean
  /** Handles a moment of a swipe, a press or a release. */
  handle(swipe: Swipe): void
  /** The result of a release of the active swipe now. */
  meant(swipe: Swipe): Place
  /** Moves the content on its spring, without a finger. */
  go(place: Place, time?: number): void
  /** Moves the content at once. */
  put(place: Place): void
  /** Ends the control by the finger: the content returns, and ignores the rest of the swipe. */
  cancel(time?: number): void
  /** The offset to draw in a frame: call it once in each frame. */
  draw(time?: number): Drawn
  offset(time?: number): Drawn
  isMoving(time?: number): boolean
}
interface AxisInteraction<Place> extends Interaction<Place> {
  readonly content: Content
  /** The offset at which the content rests. */
  readonly target: number
}
interface SnappingInteraction extends AxisInteraction<number> {
  readonly points: SnapPoints
  readonly index: number
}
interface LeavingInteraction extends AxisInteraction<Direction | null> {
  /** The direction in which it left; null while it has not. */
  readonly side: Direction | null
  readonly isDismissed: boolean
}

/** How a release dismisses content: by the rule of a zone. */
interface LeavingOptions extends InteractionOptions {
  /** The speed beyond which a release is a flick, whose direction counts; the default is 800 px per second. */
  speed?: number
  /** What a flick against the displacement means; the default is `follow`. */
  reversal?: 'follow' | 'ignore'
}

/** Any number of cards, also 0. Beyond 64 cards, the page selects the card, also with flickd. */
export class CardCarousel {
  /**
   * `extent` limits what a finger pulls the row beyond its ends; the default is the width. A row that `isFree` scrolls
   * with momentum, and rests between cards.
   */
  constructor(options: InteractionOptions &
    { count: number; width?: number; spacing?: number; extent?: number; isFree?: boolean })
}
export interface CardCarousel extends SnappingInteraction {
  readonly count: number
  readonly width: number
  readonly spacing: number
  /** From the start of a card to the start of the next one. */
  readonly stride: number
  readonly isFree: boolean
  /** Sets another number of cards, or another size. Then remove the zone, and make a new one with `zone`. */
  resize(row: { count?: number; width?: number; spacing?: number }, time?: number): void
}
export class BottomSheet {
  /**
   * `detents` are the offsets at which the sheet rests, in CSS pixels; up is negative. The default is [0, -300, -600].
   * The highest sheet scrolls its list by up to `scrollable`. `extent` limits what a finger pulls the sheet beyond its
   * ends; the default is the distance between them.
   */
  constructor(options?: InteractionOptions &
    { detents?: number[]; index?: number; scrollable?: number; extent?: number })
}
export interface BottomSheet extends SnappingInteraction {
  readonly scrollable: number
  /** How far the list is scrolled. */
  scroll(time?: number): number
  /** Scrolls the list of the highest sheet, without a finger. */
  scrollTo(scroll: number, time?: number): void
  /** Sets other heights, or another height of the list. After other heights, remove the zone, and make a new one. */
  resize(sheet: { detents?: number[]; scrollable?: number }, time?: number): void
}
/** Dismissed by the distance or by the speed. */
export class DismissibleCard {
  constructor(options?: LeavingOptions & { distance?: number; exit?: number })
}
export interface DismissibleCard extends LeavingInteraction {
  progress(time?: number): number
  /** From 1 at half of the distance to 0.7, smoothly. */
  opacity(time?: number): number
}
export class DismissibleSheet { constructor(options?: LeavingOptions & { height?: number; fraction?: number }) }
export interface DismissibleSheet extends LeavingInteraction {}
/** Dismissed to either side, by the distance or by the speed. */
export class SwipeCard { constructor(options?: LeavingOptions & { distance?: number; exit?: number; turn?: number }) }
export interface SwipeCard extends LeavingInteraction { rotation(time?: number): number }
export class SpringCard {
  /** `extent` limits what a finger pulls the card up; the default is 400. */
  constructor(options?: LeavingOptions &
    { distance?: number; predicted?: number; exit?: number; fading?: number; extent?: number })
}
export interface SpringCard extends LeavingInteraction { opacity(time?: number): number }

/** A black shadow: opacity, radius, and displacement downwards. */
export interface Shadow { opacity: number; radius: number; y: number }
interface DraggableOptions extends InteractionOptions {
  /** The spring of scale and shadow. */
  liftSpring?: Spring
  liftedScale?: number
  restingShadow?: Shadow
  liftedShadow?: Shadow
  bounds?: { x?: [number, number]; y?: [number, number] }
  band?: RubberBand | null
}
/** A card that is lifted, follows the finger in both directions, and springs back. */
export class DraggableCard {
  constructor(options?: DraggableOptions)
  /** The options of a card that seems to leave the page. */
  static readonly floating: DraggableOptions
}
export interface DraggableCard extends Interaction<Vector, Vector> {
  readonly x: Content
  readonly y: Content
  readonly isLifted: boolean
  readonly isHeld: boolean
  /** How far the card is lifted: 0 at rest, 1 under a finger, between them on a spring. */
  lift(time?: number): number
  scale(time?: number): number
  shadow(time?: number): Shadow
  /** 1 above other cards, until the card is at rest again. */
  zIndex(time?: number): number
}
