// Measurements inside the page. Each function is sent there as text, so it can use only the page
// and what `installColors` adds.

/**
 * Adds `colors` to the page: reads a style's color, draws it over another, and computes the contrast
 * of two.
 */
export function installColors() {
  const part = value => value / 255 <= 0.04045 ? value / 255 / 12.92 : ((value / 255 + 0.055) / 1.055) ** 2.4
  const light = ({ r, g, b }) => 0.2126 * part(r) + 0.7152 * part(g) + 0.0722 * part(b)
  window.colors = {
    parse(color) {
      const [r, g, b, a = 1] = color.match(/[\d.]+/g).map(Number)
      return { r, g, b, a }
    },
    over(top, bottom) {
      const mix = key => top[key] * top.a + bottom[key] * (1 - top.a)
      return { r: mix('r'), g: mix('g'), b: mix('b'), a: 1 }
    },
    /** The contrast ratio of WCAG, to two decimals. */
    ratio(one, other) {
      const [high, low] = [one, other].map(light).sort((a, b) => b - a)
      return Math.round((high + 0.05) / (low + 0.05) * 100) / 100
    },
  }
}

/** Each visible text: its contrast with its background, and the minimum of WCAG. */
export function contrasts() {
  const { parse, over, ratio } = colors
  const under = element => {
    const layers = []
    for (let one = element; one; one = one.parentElement) layers.push(parse(getComputedStyle(one).backgroundColor))
    return layers.reduceRight((below, layer) => over(layer, below), { r: 255, g: 255, b: 255, a: 1 })
  }
  const found = []
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  while (walker.nextNode()) {
    const element = walker.currentNode.parentElement
    const text = walker.currentNode.data.trim()
    const isSeen = element.checkVisibility({ opacityProperty: true, visibilityProperty: true })
    if (!text || !isSeen || element.closest('noscript')) continue
    const style = getComputedStyle(element)
    const ground = under(element)
    const size = parseFloat(style.fontSize)
    const isLarge = size >= 24 || (size >= 18.66 && Number(style.fontWeight) >= 700)
    found.push({
      text: text.slice(0, 40), least: isLarge ? 3 : 4.5, ratio: ratio(over(parse(style.color), ground), ground),
    })
  }
  return found
}
