// Measurements inside the page. Each function is sent there as text, so it can use only the page
// and what `installColors` adds.

/**
 * Adds `colors` to the page: reads a style's color, lays it over another, and computes the contrast
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

/** Marks without text, with their contrast to their surroundings. */
export function marks() {
  const { parse, ratio } = colors
  const color = (selector, property, pseudo) => {
    const element = document.querySelector(selector)
    return parse(getComputedStyle(element, pseudo)[property])
  }
  const accent = () => {
    const probe = document.body.appendChild(document.createElement('i'))
    probe.style.color = 'var(--accent)'
    const found = parse(getComputedStyle(probe).color)
    probe.remove()
    return found
  }
  const card = color('.demo', 'backgroundColor')
  const stage = color('.stage', 'backgroundColor')
  const page = color('body', 'backgroundColor')
  const pairs = {
    'a snap point on the ruler': [color('.mark', 'borderLeftColor', '::before'), card],
    'a threshold on the ruler': [color('.limit', 'borderLeftColor', '::before'), card],
    'the dot on the ruler': [color('.dot', 'backgroundColor', '::before'), card],
    'the ring on the ruler': [color('.ring', 'borderTopColor', '::before'), card],
    'the ghost': [color('.ghost', 'outlineColor'), stage],
    'the frame of who drives': [color('#driver', 'borderTopColor'), page],
    'the focus on a stage': [accent(), stage],
    'the focus on a card': [accent(), card],
    'the button': [color('button', 'backgroundColor'), card],
    'the grip of a sheet': [color('.grip', 'backgroundColor'), card],
    'a bar': [color('.bar i', 'backgroundColor'), color('.bar', 'backgroundColor')],
    'the threshold of a bar': [color('.bar', 'backgroundColor', '::after'), color('.bar', 'backgroundColor')],
  }
  return Object.entries(pairs).map(([name, both]) => ({ name, ratio: ratio(...both) }))
}

/** The width of the page, and the texts and things that do not fit. */
export function clipped() {
  const cut = []
  const width = document.documentElement.clientWidth
  for (const element of document.querySelectorAll('h1, h2, p, label, button, .arms span, .ruler')) {
    if (!element.checkVisibility()) continue
    const { left, right } = element.getBoundingClientRect()
    if (left < 0 || right > width + 0.5) cut.push(`${element.closest('.demo')?.id} ${element.tagName} leaves the page`)
    if (element.scrollWidth > element.clientWidth + 1 && element.clientWidth > 0 && !element.matches('.ruler')) {
      cut.push(`${element.closest('.demo')?.id} ${element.tagName} “${element.textContent.slice(0, 30)}” is too wide`)
    }
  }
  for (const demo of document.querySelectorAll('.demo')) {
    const stage = demo.querySelector('.stage').getBoundingClientRect()
    // Only the first card of a row must fit; of a sheet below the stage only the grip.
    const part = demo.querySelector('.thing.tile, .thing .tile') ?? demo.querySelector('.grip')
    const thing = part.getBoundingClientRect()
    const isIn = thing.left >= stage.left && thing.right <= stage.right && thing.top >= stage.top
      && thing.bottom <= stage.bottom
    if (!isIn) cut.push(`${demo.id}: its thing leaves the stage`)
    const text = demo.querySelector('.tile')
    if (text && (text.scrollWidth > text.clientWidth || text.scrollHeight > text.clientHeight)) {
      cut.push(`${demo.id}: the text of its thing does not fit`)
    }
  }
  return { wide: document.documentElement.scrollWidth, cut }
}
