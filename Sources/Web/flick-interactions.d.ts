// The types of content and of the interactions: the second part of flick.d.ts.
import type {
  Axis, Direction, Flick, SnapPoints, Spring, Swipe, Vector, ZoneHandle, ZoneOptions,
} from './flick.js'

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
  /** The id of the swipe that holds the content; null without one, also under a press. */
  readonly holder: number | null
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
  /** Whether a finger is on the content. */
  readonly isHeld: boolean
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

interface DistanceOption {
  /** The displacement beyond which the content is dismissed, in px. */
  distanceThreshold?: number
}

/** How a release dismisses content: by the rule of a zone. */
interface LeavingOptions extends InteractionOptions {
  /** The speed beyond which a release is a flick, whose direction counts; the default is 800 px per second. */
  speedThreshold?: number
  /** What a flick against the displacement means; the default is `follow`. */
  reversal?: 'follow' | 'ignore'
}

/** The options of equal parts along an axis. */
interface RowOptions extends InteractionOptions {
  /** The number of parts, also 0. Beyond 64, the page selects the part, also with flickd. */
  count: number
  /** The part in front at the start; the default is 0. */
  index?: number
  axis?: Axis
  /** What a finger pulls the row beyond its ends, at most; the default is one part. */
  extent?: number
  /** How many parts one swipe may pass, 1 to 1000; the default is null, which sets no limit. */
  maxSteps?: number | null
  /** Whether the first part is at the right. Indices do not change, and an axis y does not either. */
  isRightToLeft?: boolean
}
interface RowInteraction extends SnappingInteraction {
  readonly count: number
  /** From the start of a part to the start of the next one. */
  readonly stride: number
  readonly maxSteps: number | null
  readonly isRightToLeft: boolean
  /**
   * Where to draw a part: its displacement from its position in a row at rest with the first part in front. On a ring,
   * each part is in the round nearest to the view. Without a ring, this is the offset of the row.
   */
  offsetOf(number: number, time?: number): number
}

export class CardCarousel {
  /**
   * A row of cards: `width` (280) is the size of a card along the axis, `spacing` (16) the gap. `perView` (1) cards are
   * in view, and the last snap point is `count - perView`. With `isLooping`, the first card follows the last one, if
   * there are more cards than in view. A row that `isFree` scrolls with momentum, and rests between cards.
   */
  constructor(options: RowOptions &
    { width?: number; spacing?: number; perView?: number; isFree?: boolean; isLooping?: boolean })
}
/**
 * In a loop, `go(index)` takes the shorter way. An index beyond the ends continues in its direction, so `go(index + 1)`
 * and `go(index - 1)` always move by one card.
 */
export interface CardCarousel extends RowInteraction {
  readonly width: number
  readonly spacing: number
  readonly perView: number
  readonly isFree: boolean
  readonly isLooping: boolean
  /** Sets another number of cards, or another size. Then remove the zone, and make a new one with `zone`. */
  resize(
    row: { count?: number; width?: number; spacing?: number; perView?: number; isRightToLeft?: boolean },
    time?: number): void
}

/** An interaction that a page of a pager contains. */
export type NestedInteraction = Pick<Interaction<unknown>, 'zone' | 'isHeld' | 'handle'>
export class Pager {
  /** Pages of a size along the axis; `nested` contains for each page an interaction of the other axis, or null. */
  constructor(options: RowOptions &
    { size: number; isLooping?: boolean; nested?: (NestedInteraction | null | undefined)[] })
}
/**
 * A swipe turns at most one page. At its begin, a swipe goes to the pages or to the nested interaction, by the larger
 * displacement, and it stays there to its end: nested content at its own end does not turn the page.
 */
export interface Pager extends RowInteraction {
  readonly size: number
  readonly isLooping: boolean
  /** Draw each nested interaction with its own `draw`. */
  nested: (NestedInteraction | null | undefined)[]
  /** The nested interaction of the page in front. */
  readonly front: NestedInteraction | null
  /** The options for the zones of the page in front: of the pages, and of its nested interaction. */
  readonly zones: Omit<ZoneOptions, 'name'>[]
  /** Handles a moment of a swipe of either zone. */
  handle(swipe: Swipe): void
  /** Sets another number of pages, or another size. Then remove the zones, and make new ones with `zones`. */
  resize(pages: { count?: number; size?: number; isRightToLeft?: boolean }, time?: number): void
}

export class Dial {
  /**
   * The values 0 to `count - 1`, each `step` (40) pixels along the axis, which is y unless specified. With `isWrapping`
   * (true), the first value follows the last one; otherwise the dial has two ends.
   */
  constructor(options: RowOptions & { step?: number; isWrapping?: boolean })
}
/** `go(index)` takes the shorter way, as in a `CardCarousel` with `isLooping`. */
export interface Dial extends RowInteraction {
  readonly step: number
  readonly isWrapping: boolean
  /** The rotation in degrees, positive with a positive offset: `count` values are a whole turn. */
  angle(time?: number): number
  /** Sets another number of values, or another distance. Then remove the zone, and make a new one with `zone`. */
  resize(dial: { count?: number; step?: number; isRightToLeft?: boolean }, time?: number): void
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
  constructor(options?: LeavingOptions & DistanceOption & { exit?: number })
}
export interface DismissibleCard extends LeavingInteraction {
  progress(time?: number): number
  /** From 1 at half of the distance to 0.7, smoothly. */
  opacity(time?: number): number
}
export class DismissibleSheet { constructor(options?: LeavingOptions & { height?: number; fraction?: number }) }
export interface DismissibleSheet extends LeavingInteraction {}
/** Dismissed to either side, by the distance or by the speed. */
export class SwipeCard { constructor(options?: LeavingOptions & DistanceOption & { exit?: number; turn?: number }) }
export interface SwipeCard extends LeavingInteraction { rotation(time?: number): number }
export class SpringCard {
  /** `extent` limits what a finger pulls the card up; the default is 400. */
  constructor(options?: LeavingOptions & DistanceOption & {
    /** The displacement of the predicted end beyond which the card is dismissed; the default is 500. */
    predictedThreshold?: number
    exit?: number; fading?: number; extent?: number
  })
}
export interface SpringCard extends LeavingInteraction { opacity(time?: number): number }

/** How to draw a card of a deck: its displacement, its scale, and its rotation in degrees. */
export interface Pose { x: number; y: number; scale: number; rotation: number; isVisible: boolean }
export class CardDeck {
  /**
   * A stack of cards, with the card `index` (0) on top. Of `visible` (3) cards, each is smaller by `shrink` (0.06) and
   * lower by `peek` (14) than the one above. The other options are those of a `SwipeCard`.
   */
  constructor(options: LeavingOptions & DistanceOption & {
    count: number; index?: number; visible?: number; shrink?: number; peek?: number
    exit?: number; turn?: number
  })
}
/** A swipe sends the top card to a side. The cards below it rise as it leaves, without a step. */
export interface CardDeck extends Omit<Interaction<'left' | 'right' | null>, 'spring'> {
  /** The number of cards; you may set it. */
  count: number
  readonly visible: number
  readonly shrink: number
  readonly peek: number
  /** The index of the top card: the number of cards that have left. */
  readonly index: number
  readonly isEmpty: boolean
  /** The top card; null in an empty deck. */
  readonly top: SwipeCard | null
  /** The side to which a card left; null if it is in the deck. */
  side(card: number): 'left' | 'right' | null
  /** Handles a moment of a swipe; returns the side to which it sent the top card, or null. */
  handle(swipe: Swipe): 'left' | 'right' | null
  /** Brings the last card back on the spring; returns whether there was one. */
  undo(time?: number): boolean
  /** The number of cards on a card, which falls without a step as they leave: 0 for the top card. */
  depth(card: number, time?: number): number
  /** How to draw a card: call `draw` first, once in each frame. */
  pose(card: number, time?: number): Pose
}

export class PullToRefresh {
  /**
   * The content rests at `threshold` (64) while it refreshes. `extent` limits how far a finger pulls it; the default is
   * four times the threshold.
   */
  constructor(options?: InteractionOptions & { threshold?: number; extent?: number })
}
/**
 * Content that is pulled down, and refreshes if it is released beyond its threshold. A flick below the threshold does
 * not refresh: a list arrives at its top with a flick, and a refresh replaces what the user reads. `go(true)` starts a
 * refresh too. Set `isDisabled` while the list is not at its top.
 */
export interface PullToRefresh extends AxisInteraction<boolean> {
  readonly threshold: number
  readonly isRefreshing: boolean
  /** Whether a release of the finger that holds the content would start a refresh. */
  readonly isReady: boolean
  readonly state: 'resting' | 'pulled' | 'ready' | 'refreshing'
  /** Handles a moment of a swipe; returns whether it started a refresh. */
  handle(swipe: Swipe): boolean
  /** Ends the refresh: the content returns. */
  finish(time?: number): void
  /** 1 at the threshold and beyond it. */
  progress(time?: number): number
}

/** A black shadow: opacity, radius, and displacement downwards. */
export interface Shadow { opacity: number; radius: number; y: number }
/** An interaction that moves on both axes. */
interface FreeInteraction<Place> extends Interaction<Place, Vector> {
  readonly x: Content
  readonly y: Content
  /** The displacement at which the content rests. */
  readonly target: Vector
}
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
export interface DraggableCard extends FreeInteraction<Vector> {
  readonly isLifted: boolean
  /** How far the card is lifted: 0 at rest, 1 under a finger, between them on a spring. */
  lift(time?: number): number
  scale(time?: number): number
  shadow(time?: number): Shadow
  /** 1 above other cards, until the card is at rest again. */
  zIndex(time?: number): number
}

export type Corner = 'top_left' | 'top_right' | 'bottom_left' | 'bottom_right'
/** The offsets of a card at its four corners. */
export interface Corners { x: number; y: number; width: number; height: number }
/** A card that a finger moves freely, and that flies to the corner nearest to its predicted end: picture in picture. */
export class CornerThrow {
  /** The default corner is `bottom_right`; `extent` (120) limits what a finger pulls the card beyond the rectangle. */
  constructor(options: InteractionOptions & { rectangle: Corners; corner?: Corner; extent?: number })
}
export interface CornerThrow extends FreeInteraction<Corner> {
  readonly rectangle: Corners
  readonly corner: Corner
  /** Sets another rectangle: the card moves to its corner. */
  resize(rectangle: Corners, time?: number): void
}

/** What `go` of an interaction accepts. */
type ResultOf<I> = I extends { go(result: infer R, time?: number): void } ? R : never
/** What an interaction reports as its result: an index if it has one. */
type ReportOf<I> = I extends { readonly index: number } ? number : ResultOf<I>
type DrawnOf<I> = I extends { draw(time?: number): infer D } ? D : never
type SizeOf<I> = I extends { resize(size: infer S, time?: number): void } ? S : never
/** The methods that a binding calls: those of every interaction. */
type Bindable = Pick<Interaction<never, unknown>, 'zone' | 'isHeld' | 'handle' | 'go' | 'put' | 'draw' | 'isMoving'>

export interface BindOptions<I extends Bindable = any> {
  /** The connection; the default is one for the page that uses the browser's pointer events. */
  flick?: Flick
  /** The name of the zone; the default is a new name. */
  name?: string
  /** The element that moves, by a transform; the default is the first child. On a ring, its children move. */
  content?: HTMLElement
  /** Draws a frame in place of the transform; `time` is in µs of `performance.now()`. */
  draw?: (offset: DrawnOf<I>, time: number) => void
  /** Returns the size for `resize` of the interaction: called at the start, and when an element has another size. */
  measure?: () => SizeOf<I> | undefined
  /** Further elements whose size matters to `measure`. */
  observed?: Element[]
  /** Called after `measure` has returned another size. */
  measured?: () => void
  /** The element that is the zone, which must not move; the default is the bound one. */
  zoneElement?: HTMLElement
  /** The element whose keys move the content; the default is the bound one. It gets a `tabindex` if it has none. */
  focus?: HTMLElement
  /** Whether the wheel moves the content; the default is true for snap points and for the axis x. */
  wheel?: boolean
  /** Receives each swipe, press and release, after the interaction. */
  heard?: (swipe: Swipe) => void
  /** Receives another result that a user has chosen, when the choice is made. */
  changed?: (result: ReportOf<I>) => void
  /** Called when the content has come to rest. */
  rested?: (result: ReportOf<I>) => void
}
/** An interaction on an element. */
export interface Bound<I extends Bindable = any> {
  readonly element: HTMLElement
  readonly interaction: I
  /** The zone; null while the element is not on the page. */
  readonly zone: ZoneHandle | null
  /** Whether no finger holds the content, and no spring moves it. */
  readonly isSettled: boolean
  go(result: ResultOf<I>): void
  put(result: ResultOf<I>): void
  /** Sets another size; an active swipe continues. */
  resize(size: SizeOf<I>): void
  /** Draws the next frames, after a call of the interaction's own methods. */
  redraw(): void
  /** Ends the binding. */
  remove(): void
}
/**
 * Connects an interaction to an element: its zone, frames, keys, wheel, direction of writing and size. Everything is
 * released when the element leaves the page, and taken up again when it comes back.
 */
export function bind<I extends Bindable>(element: HTMLElement, interaction: I, options?: BindOptions<I>): Bound<I>
