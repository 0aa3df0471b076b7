// An interaction on an element of the page, in one call.
import { Binding } from './binding.js'
import { connect } from './client.js'
import { watchPresence } from './presence.js'

/** The connection of bindings without a connection of their own: the browser's pointer events. */
let local = null

/**
 * Connects an interaction to an element: its zone, frames, keys, wheel, direction of writing and size. Everything is
 * released when the element leaves the page, and taken up again when it comes back.
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
