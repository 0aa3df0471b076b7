// Which of several interactions a swipe moves. A swipe keeps its interaction to its end.

export class Route {
  #id = null
  #receiver
  /** A swipe that came while another one held its interaction. */
  #ignored = null

  /** The interaction of a swipe, which `choose` returns at its first line; null if nothing follows the swipe. */
  of({ id, phase }, choose) {
    if (phase === 'begin' && this.#ignored === id) this.#ignored = null
    if (this.#id !== id && this.#receiver?.isHeld) this.#ignored = id
    if (this.#ignored === id) return null
    if (this.#id !== id) {
      this.#id = id
      this.#receiver = choose()
    }
    const receiver = this.#receiver
    if (phase === 'end' || phase === 'cancel') {
      this.#id = null
      this.#receiver = undefined
    }
    return receiver
  }

  /** The interaction that the active swipe moves, or null; undefined for a swipe that is not active. */
  receiver({ id }) { return this.#id === id ? this.#receiver : undefined }
}
