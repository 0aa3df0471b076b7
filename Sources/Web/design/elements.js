// The elements of the pages, their texts, and numbers as texts.

// Making a format takes longer than all else that a frame does.
const [whole, fine] = [0, 1].map(maximumFractionDigits => new Intl.NumberFormat('en', { maximumFractionDigits }))

/** A number with at most one decimal place below 100. */
export const numberOf = value => (Math.abs(value) < 100 ? fine : whole).format(value)

/** An element with a class and its content: texts and elements. */
export function elementOf(tag, className, ...content) {
  const element = Object.assign(document.createElement(tag), { className })
  element.append(...content)
  return element
}

/** An element that only repeats what a text says: assistive technology does not find it. */
export function decorationOf(...words) {
  const element = elementOf(...words)
  element.setAttribute('aria-hidden', true)
  return element
}

/** The first element with each of these classes inside of a root, by class. */
export const partsOf = (root, ...names) =>
  Object.fromEntries(names.map(name => [name, root.querySelector(`.${name}`)]))

/** The written text of each element: a browser lays out a text again although it is the same. */
const texts = new WeakMap()

/** Writes the text of an element if it has another one. */
export function write(element, text) {
  if (texts.get(element) === text) return
  texts.set(element, text)
  element.textContent = text
}
