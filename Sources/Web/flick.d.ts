/** A way, a place or a velocity per second; x to the right, y down. */
export interface Vector { x: number; y: number }

export type Axis = 'x' | 'y'
export type Direction = 'left' | 'right' | 'up' | 'down' | 'left_up' | 'left_down' | 'right_up' | 'right_down'
export type Edge = 'left' | 'right' | 'top' | 'bottom'
export type Condition = 'distance' | 'velocity' | 'predicted'
export type Phase = 'begin' | 'update' | 'end' | 'cancel'

/**
 * A spring in one of three forms: as felt, by its period, or by physics; seconds, and any units that fit each other
 * with them.
 */
export type SpringForm =
  | { duration?: number; bounce?: number }
  | { response: number; dampingFraction?: number }
  | { mass?: number; stiffness: number; damping?: number }

/** Where content is off its target, and how fast that way grows. */
export interface SpringState { displacement: number; velocity: number }

/**
 * A damped spring that brings content to rest, as SwiftUI's `Spring`: ẍ = −stiffness·x − damping·ẋ, in closed form.
 *
  * Half a second without bounce unless stated. A bounce below −0.99 counts as −0.99; what is no spring is the standard
  * one.
 */
export class Spring {
  constructor(spring?: SpringForm)
  /** What drives the content back, in 1/s². */
  readonly stiffness: number
  /** What slows it, in 1/s. */
  readonly damping: number
  /** The period without damping, in seconds: how long it feels. */
  readonly duration: number
  /** How much it bounces, −1 to 1. */
  readonly bounce: number
  /** The damping as a part of the critical one. */
  readonly dampingFraction: number
  /** The state after so many seconds. */
  state(time: number, start: SpringState): SpringState
  /** When what is left stays below `tolerance`, in seconds; infinite if it never does. Cost: some 60 states. */
  settlingTime(start: SpringState, tolerance: number): number
  static readonly standard: Spring
  static readonly snappy: Spring
  static readonly bouncy: Spring
}

/** Content on its way to where it comes to rest; times in seconds since it was let go. */
export class Flight {
  constructor(from: number, target: number, velocity?: number, spring?: Spring)
  readonly target: number
  readonly spring: Spring
  offset(seconds: number): number
  velocity(seconds: number): number
  /** When it is within `tolerance` of its target for good, in seconds. Half a unit unless stated. */
  settlingTime(tolerance?: number): number
  /** The flight that goes on from here to another target: place and velocity are continuous. */
  retargeted(target: number, seconds: number, spring?: Spring): Flight
}

/** Where content would land: translation + τ · velocity; τ is 0.25 s unless stated, as in SwiftUI. */
export function projection(translation: number, velocity: number, seconds?: number): number
export function projection(translation: Vector, velocity: Vector, seconds?: number): Vector

/** τ in seconds of content that keeps `rate` of its speed every millisecond: −1/(1000 ln rate). */
export function projectionTime(rate: number): number

/**
 * The places at which content can rest, and which of them is meant; 1 to 64, in any unit.
 *
 * Numbered in the direction in which they are stated, without repetitions; on a dial numbers go on round after round.
 * Throws a RangeError where there is none, too many, or one is no finite number.
 */
export class SnapPoints {
  constructor(offsets: number[], options?: { period?: number | null; maxSteps?: number | null })
  static readonly capacity: number
  readonly offsets: number[]
  readonly period: number | null
  readonly maxSteps: number | null
  /** How many there are, each once. */
  readonly count: number
  /**
   * The number of the nearest place; of two equally near that in the direction of `velocity`, at rest that nearer to
   * `current`.
   */
  nearest(offset: number, velocity?: number, current?: number | null): number
  /** The number of the place that was meant by content that began at `begin` and would land at an offset. */
  target(landing: number, velocity: number, begin: number): number
  /** The offset of a numbered place. */
  offset(number: number): number
  /** Its position in the list: its number without the rounds of a dial. */
  index(number: number): number
  /**
   * How much of the way from `begin` to its neighbour on that side is done: above 1 beyond it, 0 where there is none.
   */
  progress(offset: number, begin: number): number
}

/** What is meant. */
export interface Decision {
  kind: 'flick' | 'drag'
  /** Whether it is meant; else it returns. */
  commit: boolean
  /** What makes it commit. */
  by: Condition[]
  /** Where it goes; null if nowhere. */
  direction: Direction | null
  /** The way along the direction; negative for a flick against the travel. 0 at the level `decisions`. */
  distance: number
  distanceThreshold: number
  speed: number
  speedThreshold: number
}

/** Where a swipe takes the content of a zone: indices of snap points, and the offset of the one that is meant. */
export interface Snap { from: number; index: number; steps: number; offset: number }

/** How the content of a zone goes on when the finger has let go of it. */
export interface HandOff {
  spring: Spring
  /** How fast it moves along the zone's axis. */
  velocity: number
  /** The same in parts of the way that is left, in 1/s; null if hardly any is left. */
  relativeVelocity: number | null
  /** In seconds; null if it takes more than an hour. */
  settlingTime: number | null
  /** Where the content is to go in a zone without snap points; null in others, where the snap has it. */
  target: number | null
}

/** One moment of a swipe; lengths in CSS pixels. What a level keeps back is null or 0. */
export class Swipe {
  constructor(line: object, time?: number)
  /** The line in the protocol's own words. */
  readonly line: Readonly<Record<string, any>>
  readonly id: number
  readonly phase: Phase
  /** Why it was cancelled: a word of the protocol, or `lost`: nobody knows how it went on. */
  readonly reason: string | null
  /** Whose glass it is on; `browser` for the browser's own pointer events. */
  readonly panelId: string
  /** On the page's clock, in µs of `performance.now()`; flickd's own stamp is `line.t_us`. */
  readonly time: number
  readonly fingers: number
  /** On the panel, or of pointer events in the viewport; null below the level `positions`. */
  readonly startLocation: Vector | null
  readonly location: Vector | null
  /** From the start to here, slop included. */
  readonly translation: Vector
  readonly velocity: Vector
  /** τ, in seconds. */
  readonly projection: number
  readonly predictedEndTranslation: Vector
  readonly predictedEndLocation: Vector | null
  readonly lookaheadTranslation: Vector | null
  /** The displacement that made it a swipe; only of a begin. */
  readonly slop: number | null
  /** Since the finger landed, in µs. */
  readonly duration: number
  readonly idle: number | null
  readonly edge: Edge | null
  /** Provisional until the end, null of a cancel. */
  readonly decision: Decision | null
  readonly progress: number | null
  /** The name of the zone; null if it belongs to none. */
  readonly zone: string | null
  readonly snap: Snap | null
  readonly handOff: HandOff | null
  readonly merged: number
  /**
   * The flight of the zone's content, which lies at `offset`, to the snap point that was meant, or to the target of a
   * spring alone; null before the release.
   */
  flight(offset: number): Flight | null
  /** The same swipe as a naive rule sees it, which knows no velocity and no zone. */
  withoutVelocity(): Swipe
}

/** What an element of the page is like, so that it can be said what a finger on it meant; lengths in CSS pixels. */
export interface ZoneOptions {
  /** 1 to 64 bytes, unlike the page's others. */
  name: string
  /** The only axis that it takes; both unless stated, x with snap points. */
  axis?: Axis
  /** The directions in which a swipe may commit; all unless stated. Diagonals count only where flickd judges. */
  directions?: Direction[]
  /** What commits a swipe; distance or velocity unless stated. Not asked with snap points. */
  commitIf?: Condition[]
  /** 200 unless stated. */
  distance?: number
  /** 800 a second unless stated. */
  velocity?: number
  /** Half of the element's extent unless stated. */
  predicted?: number
  /** τ in seconds: 0.25 unless stated. */
  projection?: number
  /** τ in another form: the part of its speed that content keeps every millisecond. */
  decelerationRate?: number
  reversal?: 'follow' | 'ignore'
  snapPoints?: number[]
  /** Where the content is; say it later by {@link ZoneHandle.update}. */
  offset?: number
  maxSteps?: number
  /** The period of a dial. */
  wrap?: number
  spring?: SpringForm
}

/** A zone of the page. */
export interface ZoneHandle {
  readonly name: string
  readonly element: Element
  /** Where its content is as far as is known: after an end at the snap point that was meant. */
  readonly offset: number
  /** Says where the content is; during a swipe this becomes the offset at its begin. */
  update(offset: number): void
  remove(): void
}

/**
 * What stands between the page and flickd:
  * `connecting`, `connected`, `waiting` (tried again after `retryIn` ms; null: the bridge is there and looks for
  * flickd), `refused`
 * (not tried again), `closed` (no bridge, or by the page itself).
 */
export type ConnectionState = 'connecting' | 'connected' | 'waiting' | 'refused' | 'closed'

export interface ConnectionChange {
  state: ConnectionState
  reason: string | null
  /** In ms. */
  retryIn: number | null
  /** Who tells of fingers: flickd, or the browser's pointer events. A mouse is always the browser's. */
  driver: 'flickd' | 'pointer'
  level: 'positions' | 'motion' | 'decisions' | null
}

export interface FlickOptions {
  /**
   * What the bridge asks for; said as a subprotocol, because a page can set no other header and addresses are logged.
   */
  token?: string
  /**
   * A secret of 32 characters or more by which a bridge that admits one page knows this page after a reload. With it,
   * the page gets the reason of a refusal.
   */
  session?: string
  /** The only panel; the first unless stated. */
  panelId?: string
  /**
    * The picture on the panel, and where the viewport lies in it, in CSS pixels: the screen and the window's place on
    * it unless
   * stated. State it where the panel shows only a part of the desktop, or the page is zoomed.
   */
  surface?: { width: number; height: number; x?: number; y?: number }
  /** The most updates of one swipe in a second, 1 to 1000. */
  maxRate?: number
  /** How far ahead `lookaheadTranslation` looks, in ms. */
  lookahead?: number
  /** For tests: the window, and the class of a WebSocket. */
  window?: any
  WebSocket?: any
}

export interface FlickEventMap {
  connection: CustomEvent<ConnectionChange>
  /** Every swipe, also of no zone; of pointer events only those that begin in a zone. */
  swipe: CustomEvent<Swipe>
  /** A panel came, went or changed: the protocol's line. */
  panel: CustomEvent<object>
  /** flickd refuses the zones: `code` is the protocol's. */
  refusal: CustomEvent<{ code: string; message: string }>
}

/** A page's connection to flickd, which is made again by itself, and its zones. */
export class Flick extends EventTarget {
  constructor(url?: string | null, options?: FlickOptions)
  readonly state: ConnectionState
  readonly level: ConnectionChange['level']
  readonly driver: ConnectionChange['driver']
  readonly panels: ReadonlyArray<Record<string, any>>
  /**
   * Makes an element a zone whose swipes go to `listener`; its rectangle follows the layout. Throws where the name is
   * taken.
   */
  zone(element: Element, options: ZoneOptions, listener: (swipe: Swipe) => void): ZoneHandle
  /** Sends a request of the protocol, such as `stats`; resolves to the reply, or null without a connection. */
  request(request: string, fields?: object): Promise<Record<string, any> | null>
  close(): void
  addEventListener<K extends keyof FlickEventMap>(
    type: K, listener: (event: FlickEventMap[K]) => void, options?: boolean | AddEventListenerOptions): void
  addEventListener(
    type: string, listener: EventListenerOrEventListenerObject | null,
    options?: boolean | AddEventListenerOptions): void
}

/** Connects a page to flickd by the bridge at `url`; without one the page works by the browser's pointer events. */
export function connect(url?: string | null, options?: FlickOptions): Flick

/** Whether the user asked for less motion. */
export function prefersReducedMotion(): boolean

/** Calls `draw` with µs of `performance.now()` on each frame for as long as it answers true; answers how to stop. */
export function onFrames(draw: (now: number) => boolean): () => void

/** A number that a spring takes to its target on animation frames; where less motion is asked for it jumps. */
export class SpringRunner {
  constructor(
    draw: (value: number, velocity: number) => void, options?: { value?: number; spring?: Spring; tolerance?: number })
  spring: Spring
  readonly value: number
  readonly velocity: number
  readonly isMoving: boolean
  /** Puts the value where a finger has it. */
  set(value: number): void
  /** Goes on from where it is, with the velocity that it has unless another is stated; resolves when it rests. */
  to(target: number, options?: { velocity?: number; spring?: Spring }): Promise<void>
}

/** Content that one finger moves along one axis; times in µs of `performance.now()`. */
export class Content {
  constructor(start?: number)
  /** Where it lay when it was taken hold of, or where it comes to rest. */
  start: number
  readonly isHeld: boolean
  offset(time: number): number
  isFlying(time: number): boolean
  track(swipe: Swipe, way: number): 'end' | 'cancel' | null
  release(target: number, velocity: number, spring: Spring, time: number): void
  put(offset: number): void
  go(target: number, spring: Spring, time: number): void
}

interface Interaction<Place> {
  /** What to make its element a zone with. */
  readonly zone: Omit<ZoneOptions, 'name'>
  readonly content: Content
  /** Takes in a moment of a swipe. */
  handle(swipe: Swipe): void
  /** Where a swipe under way would take it, were its finger to let go now. */
  meant(swipe: Swipe): Place
  /** Takes it to a place without a finger. */
  go(place: Place, time: number): void
  /** Where to draw it. */
  offset(time: number): number
  isMoving(time: number): boolean
}
interface SnappingInteraction extends Interaction<number> {
  readonly points: SnapPoints
  readonly index: number
}
interface LeavingInteraction extends Interaction<Direction | null> {
  /** Where it went; null while it is there. */
  readonly side: Direction | null
  readonly isDismissed: boolean
}

export class CardCarousel { constructor(options: { count: number; width?: number; spacing?: number; spring?: Spring }) }
export interface CardCarousel extends SnappingInteraction { readonly count: number; readonly stride: number }
export class BottomSheet { constructor(options?: { detents?: number[]; index?: number; spring?: Spring }) }
export interface BottomSheet extends SnappingInteraction {}
export class DismissibleCard {
  constructor(options?: { distance?: number; speed?: number; exit?: number; spring?: Spring })
}
export interface DismissibleCard extends LeavingInteraction {
  progress(time: number): number
  opacity(time: number): number
}
export class DismissibleSheet { constructor(options?: { height?: number; fraction?: number; spring?: Spring }) }
export interface DismissibleSheet extends LeavingInteraction {}
export class SwipeCard { constructor(options?: { distance?: number; exit?: number; turn?: number; spring?: Spring }) }
export interface SwipeCard extends LeavingInteraction { rotation(time: number): number }
export class SpringCard {
  constructor(options?: { distance?: number; predicted?: number; exit?: number; fading?: number; spring?: Spring })
}
export interface SpringCard extends LeavingInteraction { opacity(time: number): number }

/** A card that is lifted, follows the finger in both directions, and springs back. */
export class DraggableCard {
  constructor(options?: { spring?: Spring; liftedScale?: number; liftedShadow?: number; restingShadow?: number })
  readonly zone: Omit<ZoneOptions, 'name'>
  readonly x: Content
  readonly y: Content
  readonly isLifted: boolean
  readonly scale: number
  readonly shadow: number
  handle(swipe: Swipe): void
  offset(time: number): Vector
  isMoving(time: number): boolean
}
