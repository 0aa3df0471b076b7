// An interaction on an element of the page, in one call.
import { Binding } from './binding.js'
import { connect } from './client.js'
import { watchPresence } from './presence.js'

/** The connection of bindings without their own connection: the browser's pointer events. */
let local = null

/**
 * @template {Bindable} [I=any]
 * @typedef {object} BindOptions
 * @property {Flick} [flick] The connection; the default is one for the page that uses the browser's pointer events.
 * @property {string} [name] The name of the zone; the default is a new name.
 * @property {HTMLElement} [content] The element that moves, by a transform; the default is the first child. On a ring,
 *   its children move.
 * @property {(offset: DrawnOf<I>, time: number) => void} [draw] Draws a frame in place of the transform; `time` is in
 *   µs of `performance.now()`.
 * @property {() => SizeOf<I> | undefined} [measure] Returns the size for `resize` of the interaction: called at the
 *   start, and when an element has another size.
 * @property {Element[]} [observed] Further elements whose size matters to `measure`.
 * @property {() => void} [measured] Called after `measure` has returned another size.
 * @property {HTMLElement} [zoneElement] The element that is the zone, which must not move; the default is the bound
 *   one.
 * @property {HTMLElement} [focus] The element whose keys move the content; the default is the bound one. It gets a
 *   `tabindex` if it has none.
 * @property {boolean} [wheel] Whether the wheel moves the content; the default is true for snap points and for the axis
 *   x.
 * @property {(swipe: Swipe) => void} [heard] Receives each swipe, press and release, after the interaction.
 * @property {(result: ReportOf<I>) => void} [changed] Receives another result that a user has chosen, when the choice
 *   is made.
 * @property {(result: ReportOf<I>) => void} [rested] Called when the content has come to rest.
 */

/**
 * Connects an interaction to an element: its zone, frames, keys, wheel, writing direction and size. Everything is
 * released when the element leaves the page, and resumed when it returns.
 * @template {Bindable} I
 * @param {HTMLElement} element
 * @param {I} interaction
 * @param {BindOptions<I>} [options]
 * @returns {Bound<I>}
 */
export function bind(element, interaction, options = {}) {
  const flick = options.flick ?? (local ??= connect())
  const binding = new Binding(element, interaction, { ...options, flick })
  const end = watchPresence(binding)
  return {
    element, interaction,
    get zone() { return binding.zone },
    get isSettled() { return binding.isSettled },
    go: result => binding.go(result),
    put: result => binding.put(result),
    resize: size => binding.resize(size),
    redraw: () => binding.redraw(),
    /** Ends the binding for good. */
    remove() {
      end()
      binding.stop()
    },
  }
}
