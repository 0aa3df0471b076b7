// Which bound elements are on their page. One observer for each document; it ends with the last binding.
//
// An element that has left the page may come back, or may be forgotten by the page. So the observer keeps only a weak
// reference to a binding that is off the page.

/** For each document: its observer, and its bindings on and off the page. */
const documents = new WeakMap()
/** An element keeps its bindings for as long as it exists itself. */
const bindings = new WeakMap()

class Presence {
  #document
  #observer
  #on = new Set()
  #off = new Set()

  constructor(document) {
    this.#document = document
    this.#observer = new document.defaultView.MutationObserver(() => this.#check())
  }

  /** Adds a binding, which has the methods `start` and `stop`. */
  add(binding) {
    // The observer of a document does not see the changes inside a shadow root.
    for (let root = binding.element.getRootNode(); root; root = root.host?.getRootNode()) {
      this.#observer.observe(root, { childList: true, subtree: true })
    }
    this.#observer.observe(this.#document, { childList: true, subtree: true })
    bindings.set(binding.element, (bindings.get(binding.element) ?? new Set()).add(binding))
    this.#off.add(new WeakRef(binding))
    this.#check()
  }

  remove(binding) {
    bindings.get(binding.element)?.delete(binding)
    this.#on.delete(binding)
    for (const known of this.#off) if (known.deref() === binding) this.#off.delete(known)
    this.#end()
  }

  #check() {
    for (const binding of this.#on) {
      if (binding.element.isConnected) continue
      this.#on.delete(binding)
      this.#off.add(new WeakRef(binding))
      binding.stop()
    }
    for (const known of this.#off) {
      const binding = known.deref()
      if (binding && !binding.element.isConnected) continue
      this.#off.delete(known)
      if (!binding) continue
      this.#on.add(binding)
      binding.start()
    }
    this.#end()
  }

  #end() {
    if (this.#on.size + this.#off.size > 0) return
    this.#observer.disconnect()
    documents.delete(this.#document)
  }
}

/** Starts a binding while its element is on the page, and stops it while it is not; returns an end function. */
export function watchPresence(binding) {
  const document = binding.element.ownerDocument
  if (!documents.has(document)) documents.set(document, new Presence(document))
  const presence = documents.get(document)
  presence.add(binding)
  return () => presence.remove(binding)
}
