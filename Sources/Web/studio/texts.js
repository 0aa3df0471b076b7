// Texts of elements that are written while a finger moves. A browser lays out a text again although it is the same.
const texts = new WeakMap()

/** Writes the text of an element if it has another one. */
export function write(element, text) {
  if (texts.get(element) === text) return
  texts.set(element, text)
  element.textContent = text
}
