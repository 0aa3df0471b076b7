/** A displacement, a position or a velocity per second; x to the right, y down. */
export interface Vector { x: number; y: number }

export type Axis = 'x' | 'y'
export type Direction = 'left' | 'right' | 'up' | 'down' | 'left_up' | 'left_down' | 'right_up' | 'right_down'
export type Edge = 'left' | 'right' | 'top' | 'bottom'
export type Condition = 'distance' | 'velocity' | 'predicted'
/** A zone with the option `presses` also receives `press` and `release`. */
export type Phase = 'begin' | 'update' | 'end' | 'cancel' | 'press' | 'release'

/**
 * A spring in one of three forms: by duration and bounce, by response and damping fraction, or by mass, stiffness and
 * damping. Times are in seconds; the other units must be consistent. The defaults are `duration` 0.5, `bounce` 0,
 * `dampingFraction` 0.825 and `mass` 1.
 */
export type SpringForm =
  | { duration?: number; bounce?: number }
  | { response: number; dampingFraction?: number }
  | { mass?: number; stiffness: number; damping: number }

/** The displacement of content from its target, and its rate of change. */
export interface SpringState { displacement: number; velocity: number }

/**
 * A damped spring that brings content to rest, as SwiftUI's `Spring`: ẍ = −stiffness·x − damping·ẋ, in closed form.
 *
 * The default is half a second without bounce. In each form, a spring has a duration of 0.001 to 60 s and a damping
 * fraction of 0.01 to 100, which is a bounce of 0.99 to −0.99: such a spring always comes to rest. Throws a RangeError
 * for other numbers, and a TypeError for keys that are not of one form.
 */
export class Spring {
  constructor(spring?: SpringForm)
  /** The acceleration to the target per displacement, in 1/s². */
  readonly stiffness: number
  /** The deceleration per velocity, in 1/s. */
  readonly damping: number
  /** The period without damping, in seconds: the perceived duration. */
  readonly duration: number
  /** The bounce, −0.99 to 0.99. */
  readonly bounce: number
  /** The damping as a fraction of the critical damping. */
  readonly dampingFraction: number
  /** The state after this number of seconds. */
  state(time: number, start: SpringState): SpringState
  /** When the displacement stays within `tolerance`, which is above 0; in seconds. Costs about 60 states. */
  settlingTime(start: SpringState, tolerance: number): number
  /** The default: `smooth`. */
  static readonly standard: Spring
  /** Half a second without bounce. */
  static readonly smooth: Spring
  /** Half a second with a small bounce, 0.15. */
  static readonly snappy: Spring
  /** Half a second with a bounce of 0.3. */
  static readonly bouncy: Spring
  /** A response of 0.15 s and a damping fraction of 0.86: content that follows a finger on a spring. */
  static readonly interactive: Spring
}

/**
 * Content that moves to its target on a spring; times in seconds since the release. Throws a RangeError if a number is
 * not finite.
 */
export class Flight {
  constructor(from: number, target: number, velocity?: number, spring?: Spring)
  readonly target: number
  readonly spring: Spring
  offset(seconds: number): number
  velocity(seconds: number): number
  /** When the content stays within `tolerance` of its target, in seconds. The default is half a unit. */
  settlingTime(tolerance?: number): number
  /** A flight from here to another target, with continuous offset and velocity. */
  retargeted(target: number, seconds: number, spring?: Spring): Flight
}

/** Where content would land: translation + τ · velocity; the default τ is 0.25 s, as in SwiftUI. */
export function projection(translation: number, velocity: number, seconds?: number): number
export function projection(translation: Vector, velocity: Vector, seconds?: number): Vector

/** τ in seconds of content that keeps `rate` of its speed every millisecond: −1/(1000 ln rate). */
export function projectionTime(rate: number): number

/**
 * The offsets at which content can rest, and which of them a swipe selects; at most 64, in any unit.
 *
 * The points are numbered in the given direction, without repetitions; on a dial, the numbers continue each round. In
 * an empty list, each question has one answer: the current point, at offset 0. Throws a RangeError if there are too
 * many points, or if a point is not a finite number.
 */
export class SnapPoints {
  constructor(offsets: number[], options?: { period?: number | null; maxSteps?: number | null })
  static readonly capacity: number
  readonly offsets: number[]
  readonly period: number | null
  readonly maxSteps: number | null
  /** The number of different points. */
  readonly count: number
  /**
   * The number of the nearest point. Of two equally near points, the one in the direction of `velocity`; at rest, the
   * one nearer to `current`.
   */
  nearest(offset: number, velocity?: number, current?: number | null): number
  /** The number of the selected point, for content that began at `begin` and would land at an offset. */
  target(landing: number, velocity: number, begin: number): number
  /** The offset of a number. */
  offset(number: number): number
  /** The index in the list: the number without the rounds of a dial. */
  index(number: number): number
  /**
   * The progress from `begin` to its neighbour on that side: above 1 beyond the neighbour, 0 without a neighbour.
   */
  progress(offset: number, begin: number): number
}

/** The decision on a swipe. */
export interface Decision {
  kind: 'flick' | 'drag'
  /** Whether the swipe should take effect: a criterion is met and the direction is allowed. */
  commit: boolean
  /** The criteria that are met. */
  by: Condition[]
  /** The direction; null if there is none. */
  direction: Direction | null
  /** The displacement along the direction; negative for a flick against it. 0 at the level `decisions`. */
  distance: number
  distanceThreshold: number
  /** The speed along the axis, without a recoil; 0 if the travel is less than its threshold. */
  speed: number
  speedThreshold: number
  /** The predicted end along the direction; null if the rule does not use this criterion. */
  predicted: number | null
  predictedThreshold: number | null
  /** Why the swipe does not commit: the first reason that applies; null if it commits, and before the end. */
  noCommit: 'direction' | 'short_travel' | 'end_of_range' | 'below_thresholds' | null
  /** The displacement minus the detour of the path, or half of the excursion if that is longer. */
  travel: number
  /** The travel below which the velocity does not count. */
  travelThreshold: number
  /**
   * How far the finger went back along each component of the velocity that did not count: less than the minimum travel.
   * null if a recoil changed neither the axis nor the speed.
   */
  recoil: { x?: number; y?: number } | null
}

/** The snap point that a swipe selects: indices of snap points, and the offset of the selected one. */
export interface Snap { from: number; index: number; steps: number; offset: number }

/** How the content of a zone moves after the release. */
export interface HandOff {
  spring: Spring
  /** The velocity along the zone's axis. */
  velocity: number
  /** The velocity relative to the remaining displacement, in 1/s; null if almost none remains. */
  relativeVelocity: number | null
  /** In seconds; null if longer than an hour. */
  settlingTime: number | null
  /** The target of the content in a zone without snap points; null in others, where `snap` contains it. */
  target: number | null
}

/** One moment of a swipe; lengths in CSS pixels. Fields that the level excludes are null or 0. */
export class Swipe {
  constructor(line: object, time?: number)
  /** The line of the protocol. */
  readonly line: Readonly<Record<string, any>>
  readonly id: number
  readonly phase: Phase
  /**
   * Why it was cancelled: a word of the protocol, `lost` after a lost connection, or `removed` if the page removed its
   * zone.
   */
  readonly reason: string | null
  /** The panel; `browser` for the browser's own pointer events. */
  readonly panelId: string
  /** On the page's clock, in µs of `performance.now()`; flickd's own timestamp is `line.t_us`. */
  readonly time: number
  /** The number of fingers whose centroid the swipe follows, 1 to 10. */
  readonly fingers: number
  /** On the panel, or in the viewport for pointer events; null below the level `positions`. */
  readonly startLocation: Vector | null
  readonly location: Vector | null
  /** From the start to here, slop included. */
  readonly translation: Vector
  readonly velocity: Vector
  /** τ, in seconds. */
  readonly projection: number
  readonly predictedEndTranslation: Vector
  /** The velocity that the decision used: 0 if the swipe travelled too little to count, and without a recoil. */
  readonly decisiveVelocity: Vector
  /** The displacement to the predicted end with that velocity. */
  readonly decisiveEndTranslation: Vector
  readonly predictedEndLocation: Vector | null
  readonly lookaheadTranslation: Vector | null
  /** The displacement at which the contact became a swipe; only in a begin. */
  readonly slop: number | null
  /** Since the finger landed, in µs. */
  readonly duration: number
  readonly idle: number | null
  readonly edge: Edge | null
  /** Provisional until the end; null in a cancel. */
  readonly decision: Decision | null
  readonly progress: number | null
  /** The name of the zone; null if it belongs to none. */
  readonly zone: string | null
  readonly snap: Snap | null
  readonly handOff: HandOff | null
  readonly merged: number
  /**
   * The flight of the zone's content from `offset` to the selected snap point, or to the target of a spring without
   * snap points; null before the release.
   */
  flight(offset: number): Flight | null
  /** The same swipe for a naive rule: without velocity and without a zone. */
  withoutVelocity(): Swipe
}

/** How swipes on an element are decided; lengths in CSS pixels. */
export interface ZoneOptions {
  /** 1 to 64 bytes, unique on the page. */
  name: string
  /** The only axis of its swipes; the default is both, or x with snap points. */
  axis?: Axis
  /** The directions in which a swipe may commit; the default is all. Diagonals need a decision by flickd. */
  directions?: Direction[]
  /** The criteria to commit; the default is distance or velocity. Not used with snap points. */
  commitIf?: Condition[]
  /** The default is 200. */
  distance?: number
  /** The default is 800 per second. */
  velocity?: number
  /** The default is half of the element's extent. */
  predicted?: number
  /** τ in seconds; the default is 0.25. */
  projection?: number
  /** τ in another form: the fraction of its speed that content keeps every millisecond. */
  decelerationRate?: number
  /** The direction of a flick against the displacement: that of the flick (`follow`) or of the displacement. */
  reversal?: 'follow' | 'ignore'
  /** The travel below which the velocity does not count; the default is 6 mm, with flickd that of its configuration. */
  flickMinTravel?: number
  snapPoints?: number[]
  /** The offset of the content; set it later with {@link ZoneHandle.update}. */
  offset?: number
  maxSteps?: number
  /** The period of a dial. */
  wrap?: number
  spring?: SpringForm
  /**
   * Whether the listener also receives `press` when a finger lands on the zone, and then either a begin, or `release`
   * when the finger lifts. They come from the browser's pointer events, and contain a time but no position. A finger
   * that lands during a swipe of the zone does not press.
   */
  presses?: boolean
}

/** A zone of the page. */
export interface ZoneHandle {
  readonly name: string
  readonly element: Element
  /** The last known offset of its content; after an end, that of the selected snap point. */
  readonly offset: number
  /** Sets the offset of the content; during a swipe, this becomes the offset at its begin. */
  update(offset: number): void
  /** Cancels its swipes, restores the `touch-action` of the element, and ends the zone. */
  remove(): void
}

/**
 * The state of the connection:
 * `connecting`, `connected`, `waiting` (the page connects again after `retryIn` ms; null: the bridge connects to
 * flickd again), `refused` (the page does not connect again), `closed` (no bridge, or closed by the page).
 */
export type ConnectionState = 'connecting' | 'connected' | 'waiting' | 'refused' | 'closed'

export interface ConnectionChange {
  state: ConnectionState
  /** Why; while connected, what the page lacks if swipes cannot reach its zones. */
  reason: string | null
  /** In ms. */
  retryIn: number | null
  /** The source of swipes: flickd, or the browser's pointer events. A mouse always uses pointer events. */
  driver: 'flickd' | 'pointer'
  level: 'positions' | 'motion' | 'decisions' | null
}

export interface FlickOptions {
  /**
   * The token for the bridge, sent as a subprotocol: a page can set no other header, and addresses are logged.
   */
  token?: string
  /**
   * A secret of 32 characters or more, by which a bridge that admits one page recognises this page after a reload. The
   * default is a new secret, which recognises the page until a reload.
   */
  session?: string
  /** The only panel; the default is the first. */
  panelId?: string
  /**
   * The picture on the panel, and the position of the viewport in the picture, in CSS pixels. The default is the
   * screen and the window's position. Set this if the panel shows only a part of the desktop, or if the page is
   * zoomed.
   */
  surface?: { width: number; height: number; x?: number; y?: number }
  /** The most updates of one swipe per second, 1 to 1000. */
  maxRate?: number
  /** The time of `lookaheadTranslation`, in ms. */
  lookahead?: number
  /** For tests: the window, and the WebSocket class. */
  window?: any
  WebSocket?: any
}

export interface FlickEventMap {
  connection: CustomEvent<ConnectionChange>
  /** Every swipe, also without a zone; from pointer events, only swipes that begin in a zone. */
  swipe: CustomEvent<Swipe>
  /** A panel was added, removed or changed: the protocol's line. */
  panel: CustomEvent<object>
  /** flickd refused the zones; `code` is the protocol's. */
  refusal: CustomEvent<{ code: string; message: string }>
}

/** A page's connection to flickd, which reconnects automatically, and its zones. */
export class Flick extends EventTarget {
  constructor(url?: string | null, options?: FlickOptions)
  readonly state: ConnectionState
  readonly level: ConnectionChange['level']
  readonly driver: ConnectionChange['driver']
  readonly panels: ReadonlyArray<Record<string, any>>
  /**
   * Makes an element a zone; `listener` receives its swipes. The rectangle is updated after scrolling, resizing, and a
   * change of the element's size. Throws if the name is in use.
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

/** Connects a page to flickd over the bridge at `url`; without a URL, the page uses the browser's pointer events. */
export function connect(url?: string | null, options?: FlickOptions): Flick

/** Whether the user prefers reduced motion. */
export function prefersReducedMotion(): boolean

/** Calls `draw` with µs of `performance.now()` on each frame until it returns false; returns a stop function. */
export function onFrames(draw: (now: number) => boolean): () => void

/** A number that a spring moves to its target on animation frames; with reduced motion, it jumps. */
export class SpringRunner {
  constructor(
    draw: (value: number, velocity: number) => void, options?: { value?: number; spring?: Spring; tolerance?: number })
  spring: Spring
  readonly value: number
  readonly velocity: number
  readonly isMoving: boolean
  /** Sets the value to that of a finger. */
  set(value: number): void
  /** Moves from the current value; the default velocity is the current one. Resolves at rest. */
  to(target: number, options?: { velocity?: number; spring?: Spring }): Promise<void>
}

export * from './flick-interactions.js'
