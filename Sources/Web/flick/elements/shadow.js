// The parts of a shadow, and its style.

/** One style sheet for each style: a strict policy of the page forbids `style` elements. */
const sheets = new Map()

/** The style of the part `status`: a live region that only assistive technology finds. */
export const STATUS_STYLE = `[part=status] { position: absolute; width: 1px; height: 1px; overflow: hidden;
    clip-path: inset(50%); white-space: nowrap }`

/** An element of a shadow: its name is its part. */
export function part(tag, name, ...children) {
  const element = document.createElement(tag)
  if (name) element.setAttribute('part', name)
  element.append(...children)
  return element
}

export function slot(name) {
  const element = document.createElement('slot')
  if (name) element.name = name
  return element
}

/** The live region of an element. */
export function statusPart() {
  const element = part('span', 'status')
  element.setAttribute('role', 'status')
  return element
}

/** The sheet of a style; null in a browser without constructable style sheets. */
function sheetOf(style) {
  try {
    const sheet = new CSSStyleSheet()
    sheet.replaceSync(style)
    return sheet
  } catch {
    return null
  }
}

/** Adds a style to a shadow. */
export function applyStyle(root, style) {
  if (!sheets.has(style)) sheets.set(style, sheetOf(style))
  const sheet = sheets.get(style)
  if (sheet) root.adoptedStyleSheets = [sheet]
  else root.append(part('style', null, style))
}
