// The drawn figures of the documents: readable in both themes, and with the numbers of the code.
import assert from 'node:assert/strict'
import { readFileSync, readdirSync } from 'node:fs'
import { describe, test } from 'node:test'
import { DISTANCE, MM, SPEED, decide } from '../../Sources/Web/flick/decision.js'
import { SnapPoints } from '../../Sources/Web/flick.js'
import { near } from './kit.mjs'

const read = path => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8')
/** Those that somebody drew; `flickctl report` writes the others. */
const drawn = readdirSync(new URL('../../docs/figures/', import.meta.url))
  .filter(name => name.endsWith('.svg') && !name.startsWith('report-'))
/** The document of each figure, and the address of the figure there. */
const PAGES = {
  'pipeline.svg': ['ARCHITECTURE.md', 'docs/figures/'], 'rule.svg': ['docs/feel.md', 'figures/'],
  'lift.svg': ['docs/velocity.md', 'figures/'], 'zones.svg': ['docs/configuration.md', 'figures/'],
}

const attributes = text => Object.fromEntries([...text.matchAll(/([\w-]+)="([^"]*)"/g)].map(match => match.slice(1)))
/** The attributes of the rectangles of a group, whose coordinates have the unit of the group. */
function rectangles(figure, group) {
  const [, body] = figure.match(new RegExp(`<g id="${group}"[^>]*>([\\s\\S]*?)</g>`))
  return [...body.matchAll(/<rect ([^>]*)\/>/g)].map(([, text]) => attributes(text)).map(rectangle =>
    ({ ...rectangle, ...Object.fromEntries(['x', 'y', 'width', 'height'].map(key => [key, Number(rectangle[key])])) }))
}
const texts = figure => [...figure.matchAll(/<text[^>]*>([^<]*)<\/text>/g)].map(([, text]) => text.replace('&gt;', '>'))
function states(figure, ...sentences) {
  const all = texts(figure)
  for (const sentence of sentences) assert.ok(all.some(text => text.includes(sentence)), sentence)
}

/** The styles of both themes, class → property → value: of dark as a whole, and `own`, what it changes. */
function themes(svg) {
  const [, style] = svg.match(/<style>([\s\S]*?)<\/style>/)
  const rules = css => Object.fromEntries([...css.matchAll(/([.\w]+) \{([^{}]*)\}/g)].map(([, name, body]) =>
    [name, Object.fromEntries(body.split(';').map(part => part.split(':').map(word => word.trim())))]))
  const [light, own] = style.split('@media (prefers-color-scheme: dark) {').map(rules)
  const dark = Object.fromEntries(Object.keys(light).map(name => [name, { ...light[name], ...own[name] }]))
  return { light, dark, own }
}
const channels = colour => [1, 3, 5].map(start => parseInt(colour.slice(start, start + 2), 16) / 255)
const luminance = rgb => rgb.map(part => part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4)
  .reduce((sum, part, index) => sum + part * [0.2126, 0.7152, 0.0722][index], 0)
function contrast(one, other) {
  const [dark, light] = [luminance(one), luminance(other)].sort((a, b) => a - b)
  return (light + 0.05) / (dark + 0.05)
}

describe('Each figure', () => {
  test('is shown in its document, with a text for those who do not see it', () => {
    assert.deepEqual(drawn.sort(), Object.keys(PAGES).sort())
    for (const [name, [page, folder]] of Object.entries(PAGES)) {
      const shown = read(page).split('\n').filter(line => line.endsWith(`](${folder}${name})`))
      assert.equal(shown.length, 1, name)
      assert.match(shown[0], /^!\[[^\]]{40,}\]/)
    }
  })

  for (const name of drawn) {
    const svg = read(`docs/figures/${name}`)
    test(`${name} is small and needs nothing else`, () => {
      assert.ok(svg.length <= 20_000, `${svg.length} bytes`)
      for (const id of ['title id="t"', 'desc id="d"']) assert.ok(svg.includes(`<${id}>`), id)
      assert.doesNotMatch(svg, /<script|<foreignObject|<image|href|url\(|@import|@font-face|\bon\w+=/)
      const sizes = [...svg.matchAll(/font(?:-size)?: (\d+)px/g)].map(([, size]) => Number(size))
      assert.ok(sizes.length > 1 && Math.min(...sizes) >= 13, `${sizes}`)
      // About the width of the text column on GitHub, so that the text keeps its size.
      assert.match(svg, /^<svg [^>]*viewBox="0 0 820 (\d+)" width="820" height="\1"/)
    })

    test(`${name} has the colours of the design in both themes, and contrast`, () => {
      const tokens = read('Sources/Web/design/tokens.css').split('@media (prefers-color-scheme: dark)')
      const { light, dark, own } = themes(svg)
      const colours = style => Object.values(style).filter(value => value.startsWith('#'))
      for (const [theme, styles] of [light, own].entries()) {
        const used = Object.values(styles).flatMap(colours)
        for (const colour of used) assert.ok(tokens[theme].includes(`${colour};`), colour)
      }
      for (const kind of Object.keys(light).filter(kind => colours(light[kind]).length)) {
        assert.equal(colours(own[kind] ?? {}).length, colours(light[kind]).length, kind)
      }
      for (const style of [light, dark]) {
        const card = channels(style['.card'].fill)
        const inks = [style.text, style['.muted']].map(({ fill }) => channels(fill))
        for (const kind of ['.card', '.well', '.return'].filter(kind => style[kind])) {
          for (const ink of inks) assert.ok(contrast(ink, channels(style[kind].fill)) >= 4.5, kind)
        }
        for (const tint of ['.flick', '.drag'].filter(kind => style[kind])) {
          for (const ground of [card, channels((style['.well'] ?? style['.card']).fill)]) {
            const part = Number(style[tint]['fill-opacity'])
            const mixed = channels(style[tint].fill).map((value, index) => part * value + (1 - part) * ground[index])
            assert.ok(contrast(inks[0], mixed) >= 4.5, tint)
          }
        }
      }
    })
  }
})

describe('The figure', () => {
  test('of the rule decides as the rule does', () => {
    const svg = read('docs/figures/rule.svg')
    const [, least] = read('Sources/GestureCore/Decision/DecisionRule.swift').match(/travelThreshold: Double = (\d+)/)
    const regions = rectangles(svg, 'plane')
    const found = (t, v) => regions.findLast(({ x, y, width, height }) =>
      t > x && t < x + width && v > y && v < y + height)
    let seen = 0
    for (let t = 2.7; t < 400; t += 7.9) {
      for (let v = -1190; v < 1200; v += 33) {
        // A swipe that comes back has turned, so its travel is not its displacement.
        const counts = v < 0 || t / MM >= Number(least)
        const { kind, commit, direction } = decide({}, 'x', { t, v: counts ? v : 0, end: t }, 1000)
        const side = direction === 'right' ? 'with' : 'against'
        const { 'data-kind': drawnKind, 'data-commit': drawnCommit } = found(t, v)
        assert.deepEqual([drawnKind, drawnCommit], [kind, commit ? side : 'none'], `${t} pt, ${v} pt/s`)
        seen += 1
      }
    }
    assert.ok(seen > 3000)
    states(svg, `longer than ${DISTANCE} pt or faster than ${SPEED} pt/s`, `${(SPEED / MM).toFixed(0)} mm/s`,
      `${(DISTANCE / MM).toFixed(0)} mm`, `travel is less than ${least} mm`)
  })

  test('of the late lift has the limits of the recogniser, to scale', () => {
    const svg = read('docs/figures/lift.svg')
    const [, rest] = read('Sources/GestureCore/Recognition/RecognitionSettings.swift')
      .match(/restDelay: Interval = \.milliseconds\((\d+)\)/).map(Number)
    assert.match(read('Sources/GestureCore/Recognition/Track.swift'), /max\(least, period\.value \* 3\)/)
    const [, delay] = read('packaging/panels.d/05bd-rafi.toml').match(/lift_delay = "(\d+)ms"/).map(Number)
    const limit = delay + rest
    const spans = Object.fromEntries(rectangles(svg, 'time').map(span => [span['data-is'], span]))
    assert.deepEqual([spans['lift delay'].width, spans.rest.x, spans.rest.width], [delay, delay, rest])
    const [late, silent, reported] = ['late', 'silent rest', 'reported rest'].map(name => spans[name].width)
    assert.ok(late > rest && late <= limit && silent > limit && reported > rest)
    states(svg, `lift delay ${delay} ms`, `+ ${rest} ms`, `${limit} ms: a longer silence is a rest`,
      `silent for ${late} ms`, `silent for ${silent} ms`, `${late} ms ≤ ${limit} ms: late`,
      `${silent} ms > ${limit} ms: a rest`, `${reported} ms > ${rest} ms: a rest`,
      'If three reports take longer', `the limit would be ${rest} ms`)
    const [, origin, scale] = svg.match(/id="time" transform="translate\((\d+) 0\) scale\(([\d.]+) 1\)"/).map(Number)
    /** The vertical lines of a class, in ms. */
    const lines = kind => [...svg.matchAll(new RegExp(`class="${kind}" d="([^"]*)"`, 'g'))].flatMap(([, path]) =>
      [...path.matchAll(/M([\d.]+) /g)].map(([, x]) => Math.round((x - origin) / scale)))
    assert.deepEqual(lines('zero'), [0, 0, 0, 0])
    assert.deepEqual(lines('edge'), [limit, limit, limit, rest])
    assert.deepEqual(lines('lift').slice(0, 2), [late, silent])
  })

  test('of zones has the zones of the recipe, and selects the snap point that the library selects', () => {
    const svg = read('docs/figures/zones.svg')
    const recipes = read('docs/configuration.md')
    const [, depth] =
      recipes.match(/name = "shade"\nedge = "top"\ndepth = "(\d+)mm"\naxis = "y"\ndirections = \["down"\]/)
    const [, lengths, list] = recipes.match(/name = "cards"\nrectangle = \[(.*)\]\naxis = "x"\nsnap_points = \[(.*)\]/)
    const percents = text => [...text.matchAll(/-?\d+/g)].map(Number)
    // The size of a panel that reports none.
    const size = recipes.match(/^6\. (\d+) × (\d+) mm/m).slice(1).map(Number)
    const zones = Object.fromEntries(rectangles(svg, 'panel').map(zone => [zone['data-zone'], zone]))
    const box = ({ x, y, width, height }) => [x, y, width, height]
    assert.deepEqual(box(zones['']), [0, 0, ...size])
    assert.deepEqual(box(zones.shade), [0, 0, size[0], Number(depth)])
    assert.deepEqual(box(zones.cards), percents(lengths).map((part, index) => part * size[index % 2] / 100))
    const offsets = percents(list)
    assert.deepEqual(rectangles(svg, 'offset').map(({ x, width }) => x + width / 2), offsets)

    const [, lift] = svg.match(/data-is="lift" cx="(-\d+)"/).map(Number)
    const speed = Number(texts(svg).find(text => text.startsWith('0.25 s')).match(/−(\d+) mm/)[1])
    const throwing = -0.25 * speed / size[0] * 100
    near(throwing, -50, 1e-9)
    const points = new SnapPoints(offsets)
    assert.deepEqual([points.target(lift + throwing, -speed, 0), points.target(lift, 0, 0)], [1, 0])
    const minus = value => `${value} %`.replace('-', '−')
    const rectangle = percents(lengths).map(part => `${part} %`).join(', ')
    states(svg, `displacement ${minus(lift)}`, `projection ${minus(throwing)}`,
      `${minus(lift + throwing)} is nearer to −100 %`, `top edge, ${depth} mm deep`, `rectangle ${rectangle}`,
      `100 % is ${size[0]} mm`, `snap points at ${minus(offsets[0])}, ${minus(offsets[1])} and ${minus(offsets[2])}`)
  })

  test('of the pipeline names calls of the architecture, each within its module', () => {
    const svg = read('docs/figures/pipeline.svg')
    const calls = [...read('ARCHITECTURE.md').matchAll(/^- `(\w+\.\w+)` — /gm)].map(([, call]) => call)
    let last = -1
    let seen = 0
    for (const part of svg.split('data-target=""').slice(1)) {
      const [, module] = part.match(/^[^>]*>(\w+)</)
      const root = new URL(`../../Sources/${module}/`, import.meta.url)
      const files = readdirSync(root, { recursive: true }).filter(path => path.endsWith('.swift'))
      for (const [, call] of part.matchAll(/class="code end"[^>]*>([\w.]+)</g)) {
        assert.ok(calls.indexOf(call) > last, `${call} is not in this order in ARCHITECTURE.md`)
        last = calls.indexOf(call)
        const type = new RegExp(`\\b(struct|class|enum) ${call.split('.')[0]}\\b`)
        const isDeclared = files.some(path => type.test(readFileSync(new URL(path, root), 'utf8')))
        assert.ok(isDeclared, `${call} is not in ${module}`)
        seen += 1
      }
    }
    assert.equal(seen, 7)
  })
})
