// The text of SVG elements: short, because a page contains many of them.

/** The number of units along both sides of every picture. */
export const SIZE = 1000

export const round = value => Math.round(value * 10) / 10

/** An element with attributes; style sheets and inline styles are not needed. */
export function tag(name, attributes, content = '') {
  const words = Object.entries(attributes).map(([key, value]) => {
    const name = key.replace(/[A-Z]/g, letter => `-${letter.toLowerCase()}`)
    return ` ${name}="${typeof value === 'number' ? round(value) : value}"`
  })
  return `<${name}${words.join('')}>${content}</${name}>`
}

/** A line through points [x, y]. */
export const line = points => `M${points.map(([x, y]) => `${round(x)} ${round(y)}`).join('L')}`

export const circle = (cx, cy, r, attributes) => tag('circle', { cx, cy, r, ...attributes })

/** The colour at a part from 0 to 1 of a row of colours. */
export function mix(colors, part) {
  const position = Math.min(Math.max(part, 0), 1) * (colors.length - 1)
  const at = Math.min(Math.floor(position), colors.length - 2)
  const channels = color => [1, 3, 5].map(start => parseInt(color.slice(start, start + 2), 16))
  const [from, to] = [channels(colors[at]), channels(colors[at + 1])]
  const mixed = from.map((value, index) => Math.round(value + (to[index] - value) * (position - at)))
  return `#${mixed.map(value => value.toString(16).padStart(2, '0')).join('')}`
}

/** A picture that fills its element, whatever the proportions of the element are. */
export const picture = (content, { ratio = 'xMidYMid slice', box = `0 0 ${SIZE} ${SIZE}` } = {}) =>
  `<svg viewBox="${box}" preserveAspectRatio="${ratio}" aria-hidden="true" focusable="false">${content}</svg>`
