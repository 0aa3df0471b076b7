// The numbers of docs/feel.md, computed again from the sources.
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { describe, test } from 'node:test'
import * as flick from '../../Sources/Web/flick.js'
import { DISTANCE, MM, SPEED } from '../../Sources/Web/flick/decision.js'
import { near } from './kit.mjs'

const page = readFileSync(new URL('../../docs/feel.md', import.meta.url), 'utf8')
const words = page.replace(/\s+/g, ' ')
const FRAME = 1 / 60
const CARD = 296

/** The cells of the table whose first column has this title. */
function table(title, { rows }) {
  const lines = page.split('\n')
  const head = lines.findIndex(line => line.startsWith(`| ${title} |`))
  assert.ok(head >= 0, title)
  const body = lines.slice(head + 2)
  const found = body.slice(0, body.findIndex(line => !line.startsWith('|')))
  assert.equal(found.length, rows, title)
  return found.map(line => line.split('|').slice(1, -1).map(cell => cell.trim()))
}

/** The first number of a cell; the page has typographic minus signs. */
const number = cell => Number(cell.replace('−', '-').match(/[+-]?\d+(\.\d+)?/)[0])
const states = (...sentences) => sentences.forEach(sentence => assert.ok(words.includes(sentence), sentence))

/** The end of a swipe with displacement t and velocity v on the axis of an interaction. */
function end(thing, t, v, seconds = 0.25) {
  const pair = value => thing.zone.axis === 'x' ? { x: value, y: 0 } : { x: 0, y: value }
  return new flick.Swipe({
    type: 'swipe', phase: 'end', swipe_id: 1, t_us: 1e6, translation: pair(t), velocity: pair(v), zone: null,
    predicted_end_translation: pair(flick.projection(t, v, seconds)),
  })
}

/** A timing curve of CSS with these control points, at a part of its duration. */
function bezier(x1, y1, x2, y2, part) {
  const at = (t, a, b) => 3 * (1 - t) ** 2 * t * a + 3 * (1 - t) * t * t * b + t ** 3
  let [early, late] = [0, 1]
  for (let count = 0; count < 60; count++) {
    const middle = (early + late) / 2
    if (at(middle, x1, x2) < part) early = middle
    else late = middle
  }
  return at(early, y1, y2)
}

/** The patterns of a program: each begins with a comment after an empty line. */
function patterns(language) {
  const [, section] = page.split(/^## Eight patterns$/m)
  const [, code] = section.match(new RegExp(`^\`\`\`${language}\\n([\\s\\S]*?)^\`\`\`$`, 'm'))
  const parts = code.split('\n\n').filter(part => part.startsWith('// '))
  return { code, patterns: parts.map(part => part.trim().split('\n')).map(([title, ...lines]) => ({ title, lines })) }
}

describe('The guide', () => {
  test('shows each pattern in three lines at most, in both languages', () => {
    const [swift, js] = ['swift', 'js'].map(patterns)
    assert.deepEqual(swift.patterns.map(({ title }) => title), js.patterns.map(({ title }) => title))
    assert.equal(swift.patterns.length, 8)
    for (const { title, lines } of [...swift.patterns, ...js.patterns]) {
      assert.ok(lines.length >= 2 && lines.length <= 3, title)
    }
  })

  test('has patterns that run', () => {
    const { code } = patterns('js')
    const bound = []
    const names = code.match(/^import \{([\s\S]*?)\}/)[1].split(',').map(name => name.trim()).filter(Boolean)
    const given = { ...flick, connect: () => 'flick', bind: (element, thing, options) => bound.push({ element, thing, options }) }
    const body = `${code.replace(/^import [\s\S]*?from '.*'/, '')}\nreturn { target, fade, scale, degrees, opacity }`
    const document = { querySelector: selector => selector }
    const result = new Function('document', ...names, body)(document, ...names.map(name => given[name]))
    assert.deepEqual(result, { target: -296, fade: 1, scale: 1, degrees: 0, opacity: 1 })
    assert.equal(bound.length, 7)
    assert.ok(bound.every(({ thing, options }) => thing.zone && options.flick === 'flick'))
    assert.deepEqual(bound[1].thing.points.offsets, [0, -300, -600])
  })

  test('computes projections from rates as the library does', () => {
    const rows = table('τ', { rows: 3 })
    const known = [0.25, flick.projectionTime(0.998), flick.projectionTime(0.99)]
    for (const [index, [time, source, projected, cards, least]] of rows.entries()) {
      const seconds = known[index]
      assert.equal(number(time), Number(seconds.toFixed(4)))
      const [, rate] = source.match(/d = (0\.\d+)/)
      assert.equal(rate, Math.exp(-1 / (1000 * seconds)).toFixed(rate.length - 2))
      assert.equal(projected, `${flick.projection(0, SPEED, seconds).toFixed(1)} pt`)
      const carousel = new flick.CardCarousel({ count: 9 })
      assert.equal(carousel.stride, CARD)
      const after = speed => carousel.meant(end(carousel, 0, -speed, seconds))
      assert.equal(Number(cards), after(2000))
      assert.deepEqual([after(number(least) - 1), after(number(least) + 1)], [0, 1])
    }
    states(
      `For ${SPEED} pt/s and 0.998 it results in ${(SPEED * 0.998 / 0.002 / 1000).toFixed(1)} pt`,
      `and τ · v in ${(SPEED * known[1]).toFixed(1)} pt`,
      `An error of 10 % at 2000 pt/s moves it by ${200 * 0.25} pt with 0.25 s`,
      `and by ${(200 * known[1]).toFixed(1)} pt with 0.998`,
      `beyond ${DISTANCE} pt **or** faster than ${SPEED} pt/s`,
      `within 0.25 s, content at ${SPEED} pt/s continues by ${(SPEED * 0.25).toFixed(1)} pt`,
      `at 200 pt/s, a slow push, a projection of 0.25 s moves the thumb by ${200 * 0.25} pt`,
      `A swipe begins after 10 pt (${(10 / MM).toFixed(1)} mm)`)
  })

  test('decides the releases of its tables as the interactions do', () => {
    for (const [release, usual, here] of table('release (down is positive)', { rows: 5 })) {
      const [, name, height, t, v] =
        release.replaceAll('−', '-').match(/^`(\w+)`(?: of (\d+) pt)?, ([+-]\d+) pt at ([+-]\d+) pt\/s$/)
      const thing = new flick[name](height ? { height: Number(height) } : {})
      const isMeant = thing.meant(end(thing, Number(t), Number(v))) === 'down'
      assert.equal(here.startsWith('leaves'), isMeant, release)
      const landing = flick.projection(Number(t), Number(v))
      assert.equal(usual.startsWith('leaves'), height ? landing > height / 2 : t > DISTANCE || v > SPEED, release)
      if (usual.includes('>')) {
        assert.equal(usual.replaceAll('−', '-'), `leaves: ${t} + ${0.25 * v} > ${height / 2}`)
      }
    }
    states(`a finger that pulls it 400 too far lifts it by ${new flick.BottomSheet().content.band.displacement(400).toFixed(1)}`)
    for (const row of table('displacement', { rows: 4 })) {
      const [t, v, predicted, nearest, selected] = row.map(number)
      const sheet = new flick.BottomSheet()
      sheet.put(1)
      const { points } = sheet
      assert.equal(predicted, -300 + flick.projection(t, v))
      assert.equal(nearest, points.offset(points.nearest(-300 + t)))
      assert.equal(selected, points.offset(sheet.meant(end(sheet, t, v))))
    }
  })

  test('computes the lag of content that is animated while it is held', () => {
    const rows = table('content follows on', { rows: 5 })
    const lags = { 'no animation': 0 }
    for (const [name, spring] of [['Spring.interactive', flick.Spring.interactive], ['Spring.smooth', flick.Spring.smooth]]) {
      const step = 1e-4
      let flight = new flick.Flight(0, 0, 0, spring)
      for (let count = 0; count < 20_000; count++) flight = flight.retargeted(SPEED * step * count, step)
      lags[name] = (SPEED * step * 19_999 - flight.offset(0)) / SPEED
    }
    // Each of the steps that the finger makes in 0.1 s is half done on average.
    lags['a linear'] = Array.from({ length: 1000 }, (_, count) => (1 - count / 1000) * 1e-4).reduce((a, b) => a + b)
    // A transition that begins again at each update makes a part of the remaining way; at high rates it is 0.1 s behind.
    let [last, shown] = [0, 0]
    for (let count = 1; count < 10_000; count++) {
      shown += (SPEED * last - shown) * 1e-4 / 0.1
      last = count * 1e-4
    }
    lags['the same'] = (SPEED * last - shown) / SPEED
    for (const [content, seconds, distance] of rows) {
      const [, lag] = Object.entries(lags).find(([name]) => content.replaceAll('`', '').startsWith(name))
      near(number(seconds), lag, 0.0006, content)
      near(number(distance), SPEED * lag, 0.1, content)
    }
  })

  test('computes the rubber band', () => {
    const [head] = page.split('\n').filter(line => line.startsWith('| finger beyond the bound'))
    const pulls = head.split('|').slice(2, -1).map(number)
    for (const [content, ...displacements] of table('finger beyond the bound', { rows: 2 })) {
      const band = new flick.RubberBand(number(content))
      assert.deepEqual(displacements, pulls.map(pull => `${band.displacement(pull).toFixed(1)} pt`))
      near(band.slope(0), flick.RubberBand.standard, 0)
    }
    states(`constant ${flick.RubberBand.standard}: at the bound, content moves ${flick.RubberBand.standard} times`)
  })

  test('computes the first frame after the lift', () => {
    const spring = velocity => left => left + new flick.Flight(-left, 0, velocity).offset(FRAME)
    const eased = (...points) => left => left * bezier(...points, FRAME / 0.3)
    const steps = [spring(SPEED), spring(0), eased(0.42, 0, 0.58, 1), eased(0, 0, 0.58, 1)]
    const rows = table('from the lift, content moves on', { rows: 4 })
    for (const [index, [name, far, close]] of rows.entries()) {
      assert.deepEqual([far, close], [200, 40].map(left => `${steps[index](left).toFixed(1)} pt`), name)
    }
    states(`by ${(SPEED * FRAME).toFixed(1)} pt in each frame at 60 Hz`)
  })

  test('lists the springs of the library', () => {
    for (const [name, duration, bounce, fraction, overshoot] of table('spring', { rows: 4 })) {
      const spring = flick.Spring[name.match(/`(\w+)`/)[1]]
      near(spring.duration, number(duration), 1e-9, name)
      near(spring.bounce, number(bounce), 1e-9, name)
      near(spring.dampingFraction, number(fraction), 1e-9, name)
      const flight = new flick.Flight(-100, 0, 0, spring)
      const peak = Math.max(...Array.from({ length: 10_000 }, (_, count) => flight.offset(count * 1e-4)))
      near(number(overshoot), Math.max(peak, 0), 0.05, name)
    }
    const seconds = flick.projectionTime(0.998)
    const list = new flick.Flight(0, 1000 * seconds, 1000, new flick.Spring({ duration: 2 * Math.PI * seconds }))
    near(list.velocity(1), 1000 * 0.998 ** 1000, 1e-6)
    states(
      `so ${(list.velocity(1) / 10).toFixed(1)} % of the speed`, `2π · τ = ${(2 * Math.PI * seconds).toFixed(3)} s`)
  })

  test('converts the thresholds of others to mm/s', () => {
    const inches = { 'pt/s': 163, 'dp/s': 160, 'px/s': 96, 'px/ms': 0.096, 'screen px/s': 480 }
    const rows = table('project', { rows: 11 })
    for (const [project, threshold, speed] of rows) {
      const [, value, unit] = threshold.match(/^([\d.]+) (.+)$/)
      assert.equal(speed, (Number(value) / inches[unit] * 25.4).toFixed(1), project)
    }
    const speeds = rows.map(([, , speed]) => Number(speed))
    assert.deepEqual(speeds, [...speeds].sort((a, b) => a - b))
    near(SPEED / MM, speeds[rows.findIndex(([project]) => project === '**flickd**')], 0.05)
    states(
      `${SPEED} pt/s are ${(SPEED / MM).toFixed(1)} mm/s`,
      `On a panel of 510 mm with 1920 CSS pixels, they are ${(SPEED * 510 / 1920).toFixed(1)} mm/s`,
      `to ${Math.round(SPEED / MM * 1920 / 510)}, and the \`distanceThreshold\` (the \`distance\`) to ${Math.round(DISTANCE / MM * 1920 / 510)}.`)
    near(speeds[0] / (SPEED / MM), 1 / 16, 0.001)
  })

  test('quotes the measurements of other documents', () => {
    const read = name => readFileSync(new URL(`../../docs/${name}`, import.meta.url), 'utf8')
    const rows = read('velocity.md').matchAll(/^\|[^|]*\| 16 ms \|.* (\d+) % \| \d+ % \|$/gm)
    const left = Array.from(rows, ([, part]) => Number(part))
    assert.equal(left.length, 4)
    states(`At 16 ms, ${Math.min(...left)} to ${Math.max(...left)} % of the lag remain`)
    states('distance alone loses nine flings in ten, and velocity alone loses ten drags in eleven')
    assert.ok(read('intent.md').includes('Distance alone loses nine flings in ten. Velocity alone loses ten drags in eleven.'))
  })

  test('describes mistakes with numbers that are so', () => {
    const points = new flick.SnapPoints([0, -300, -600])
    let moving = 0
    const moved = Array.from({ length: 160 }, (_, distance) => {
      moving = points.offset(points.nearest(moving)) - distance
      return moving
    })
    assert.deepEqual(moved.slice(151, 154), [-151, -452, -753])
    const card = new flick.DismissibleCard()
    card.content.put(DISTANCE)
    near(card.opacity(0), 0.7, 1e-9)
    states(
      'from −151 to −753', 'smooth down to 0.7', `${(SPEED / MM / (110 / 96 * 25.4)).toFixed(1)} times as much`,
      `after 100 pt, ${(500 - 100) / 0.25} pt/s are needed`, 'content is 40 pt or more behind',
      `on a screen of 1080 pt, a card of 300 pt in the middle stops within the screen: it needs ${(1080 + 300) / 2} pt`,
      `0.4 px/ms over the whole stroke are ${2 * 0.4 * 1000} px/s at the lift`, 'between 151 and 153 pt of the finger',
      `a flick of 100 pt at ${SPEED} pt/s | the predicted end: −100 − 0.25 · ${SPEED} = −${-flick.projection(-100, -SPEED)}`)
  })

  test('builds a slider that begins without a jump and stays where it is', async () => {
    const [, code] = page.match(/^```js\n([\s\S]*?)^```$/m)
    const module = new URL('../../Sources/Web/flick.js', import.meta.url).href
    const text = `${code.replace('./flick.js', module)}\nexport { handle, slider }\n`
    const { handle, slider } = await import(`data:text/javascript,${encodeURIComponent(text)}`)
    const play = (phase, id, x, time) =>
      handle({ phase, id, time, slop: 10, translation: { x, y: 0 }, velocity: { x: 900, y: 0 } })
    play('begin', 1, 10, 0)
    assert.equal(slider.offset(0), 100)
    play('update', 1, 60, 16_000)
    play('end', 1, 60, 32_000)
    assert.equal(slider.offset(1e6), 150)
    play('begin', 2, -10, 2e6)
    play('update', 2, -90, 2.1e6)
    play('cancel', 2, -90, 2.2e6)
    assert.equal(slider.offset(3e6), 150)
  })
})
