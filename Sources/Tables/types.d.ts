// The types that no class has: `make generate` adds them to flick.d.ts and the two files beside it.

/** A displacement, a position or a velocity per second; x to the right, y down. */
export interface Vector { x: number; y: number }
/**
 * A spring in one of three forms: by duration and bounce, by response and damping fraction, or by mass, stiffness and
 * damping. Times are in seconds; the other units must be consistent. The defaults are `duration` 0.5, `bounce` 0,
 * `dampingFraction` 0.825 and `mass` 1.
 */
export type SpringForm =
  | { duration?: number; bounce?: number }
  | { response: number; dampingFraction?: number }
  | { mass?: number; stiffness: number; damping: number }

/** What only some phases of a swipe have. */
type OfPhase =
  | { readonly phase: 'begin'; readonly slop: number; readonly reason: null; readonly handOff: null }
  | { readonly phase: 'update'; readonly slop: null; readonly reason: null; readonly handOff: null }
  | { readonly phase: 'end'; readonly slop: null; readonly reason: null; readonly progress: null }
  | { readonly phase: 'cancel'; readonly slop: null; readonly reason: string; readonly decision: null }
  | { readonly phase: 'press' | 'release'; readonly zone: string; readonly decision: null; readonly handOff: null }
/** One moment of a swipe, or a press of a zone: `phase` says which fields it has. */
export type Swipe = SwipeFields & OfPhase
export const Swipe: { new (line: object, time?: number): Swipe; readonly prototype: SwipeFields }

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
export interface Flick {
  addEventListener<K extends keyof FlickEventMap>(
    type: K, listener: (event: FlickEventMap[K]) => void, options?: boolean | AddEventListenerOptions): void
  addEventListener(
    type: string, listener: EventListenerOrEventListenerObject | null,
    options?: boolean | AddEventListenerOptions): void
}

/** The methods that a binding calls: those of every interaction. */
export type Bindable =
  Pick<Interaction<never>, 'zone' | 'isHeld' | 'handle' | 'go' | 'put' | 'isMoving'> & { draw(time?: number): unknown }
/** An interaction that a page of a pager contains. */
export type NestedInteraction = Pick<Interaction<never>, 'zone' | 'isHeld' | 'handle'>
/** What `go` of an interaction accepts. */
type ResultOf<I> = I extends { go(result: infer R, time?: number): void } ? R : never
/** What an interaction reports as its result: an index if it has one. */
type ReportOf<I> = I extends { readonly index: number } ? number : ResultOf<I>
type DrawnOf<I> = I extends { draw(time?: number): infer D } ? D : never
type SizeOf<I> = I extends { resize(size: infer S, time?: number): void } ? S : never
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

/** What a user chose; `direction` is that of the card that left a deck. */
interface FlickChange { index: number; direction?: Side }
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
export interface FlickElement<I = unknown, Result = unknown, Change = FlickChange> {
  addEventListener<K extends keyof FlickElementEventMap>(
    type: K, listener: (this: this, event: FlickElementEventMap<Change>[K]) => void,
    options?: boolean | AddEventListenerOptions): void
  addEventListener(
    type: string, listener: EventListenerOrEventListenerObject, options?: boolean | AddEventListenerOptions): void
}
/** The attributes that every element has in JSX. */
interface ElementAttributes extends
  Partial<Pick<HTMLElement, 'id' | 'className' | 'slot' | 'hidden' | 'tabIndex' | 'title' | 'dir' | 'lang'>> {
  [handler: `on${string}`]: unknown
  class?: string
  style?: unknown
  role?: string
  key?: string | number | null
  ref?: unknown
  children?: unknown
}
