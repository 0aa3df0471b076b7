// The pictures of the museum: one function for each kind, from a source of numbers, a few tones and the ground. All
// are drawn on 1000 by 1000 units. Narrow and low stages cut the sides off, and `ratios` says which part of a picture
// remains there. The moon, the sun and the lights are in it on each stage.
import { between, swell } from './random.js'
import { SIZE, circle, line, mix, tag } from './svg.js'

const STEP = 25
const columns = Array.from({ length: SIZE / STEP + 1 }, (_, number) => number * STEP)

/** The area below a curve. */
const below = (points, fill, more = {}) =>
  tag('path', { d: `${line(points)}V${SIZE}H0Z`, fill, ...more })

/** The stars of a night over the sky of a landscape, around the light of its moon. */
const stars = (next, fill, [moonX, moonY, radius]) => Array.from({ length: 60 }, () => {
  const [x, y, r] = [next() * SIZE, 14 + 310 * next(), between(next, 1.6, 3.6)]
  const opacity = between(next, 0.5, 0.95)
  return Math.hypot(x - moonX, y - moonY) > radius ? circle(x, y, r, { fill, opacity }) : ''
}).join('')

/** Waves that come nearer, under a moon and its light on the water. */
function tide(next, tones, ground) {
  const [moon] = tones.slice(-1)
  const [x, y, r] = [between(next, 800, 828), between(next, 160, 180), 92]
  let lights = ''
  let drawn = circle(x, y, r * 1.6, { fill: moon, opacity: 0.1 })
    + circle(x, y, r * 1.3, { fill: moon, opacity: 0.14 })
  drawn += circle(x, y, r, { fill: moon })
  for (let number = 0; number < 15; number++) {
    const part = number / 14
    const wave = swell(next, 3)
    const top = 345 + 635 * part ** 1.35
    const points = columns.map(column => [column, top + (10 + 44 * part) * wave(column / (90 + 130 * part))])
    drawn += below(points, mix(tones.slice(0, -1), part))
    const half = (1 - part) * 60 + 130 * part * next()
    if (number % 2 === 0) {
      lights += tag('path', {
        d: `M${x - half} ${top + 24}H${x + half}`, stroke: moon, strokeWidth: 3 + 5 * part, strokeLinecap: 'round',
        opacity: 0.75 - 0.45 * part,
      })
    }
  }
  const isNight = parseInt(ground.slice(3, 5), 16) < 96
  return (isNight ? stars(next, moon, [x, y, 1.75 * r]) : '') + drawn + lights
}

/** The rings of two lights, which cross. */
function beams(next, [one, other, glow]) {
  const rings = (x, y, stroke) => Array.from({ length: 34 }, (_, number) =>
    circle(x, y, 26 + number * 26, { fill: 'none', stroke, strokeWidth: 11 })).join('')
  const [left, right] = [between(next, 350, 380), between(next, 620, 650)]
  const [high, low] = [between(next, 300, 360), between(next, 610, 690)]
  return rings(left, high, one) + tag('g', { opacity: 0.9 }, rings(right, low, other))
    + circle(left, high, 40, { fill: glow }) + circle(right, low, 40, { fill: glow })
}

/** Paths of moons around a planet, and the moons on them. */
function orbits(next, tones) {
  let drawn = circle(500, 480, 104, { fill: tones[0] }) + circle(470, 452, 104, { fill: tones[1], opacity: 0.35 })
  for (let number = 0; number < 21; number++) {
    const [rx, turn] = [170 + number * 27, -38 + number * 8.6]
    const ry = rx * (0.42 + 0.02 * number)
    const angle = next() * 2 * Math.PI
    const tone = tones[number % tones.length]
    drawn += tag('g', { transform: `rotate(${turn.toFixed(1)} 500 480)` },
      tag('ellipse', { cx: 500, cy: 480, rx, ry, fill: 'none', stroke: tone, strokeWidth: 2.4, opacity: 0.75 })
        + circle(500 + rx * Math.cos(angle), 480 + ry * Math.sin(angle), 6 + 17 * next() ** 2, { fill: tone }))
  }
  return drawn
}

/** Layers of snow and rock. */
function strata(next, tones) {
  let drawn = circle(between(next, 170, 200), 150, 84, { fill: tones[0] })
  for (let number = 0; number < 13; number++) {
    const part = number / 12
    const [ridge, grain] = [swell(next, 4), swell(next, 6)]
    const top = 200 + 680 * part
    const points = columns.map(x => [x, top - 110 * (1 - part * 0.6) * ridge(x / 190) - 14 * grain(x / 26)])
    drawn += below(points, mix(tones.slice(1), part))
  }
  return drawn
}

/** A river that divides towards the sea. */
function delta(next, [water, silt]) {
  const arms = []
  const flow = (x, y, angle, width, length) => {
    const points = [[x, y]]
    const bend = swell(next, 3)
    for (let step = 1; step <= 7; step++) {
      const heading = angle + 0.4 * bend(step / 2)
      x += Math.sin(heading) * length / 7
      y += Math.cos(heading) * length / 7
      points.push([x, y])
    }
    arms.push({ d: line(points), width })
    if (width < 5.5 || y > 1080) return
    const spread = between(next, 0.24, 0.44)
    flow(x, y, angle - spread, width * between(next, 0.6, 0.74), length * 0.84)
    flow(x, y, angle + spread * between(next, 0.7, 1.2), width * between(next, 0.56, 0.72), length * 0.84)
  }
  flow(500, -40, 0, 46, 270)
  const strokes = (stroke, grow, opacity) => arms.map(({ d, width }) => tag('path', {
    d, stroke, strokeWidth: width * grow, fill: 'none', strokeLinecap: 'round', strokeLinejoin: 'round', opacity,
  })).join('')
  const sea = swell(next, 3)
  const coast = columns.map(x => [x, 905 + 26 * sea(x / 150)])
  return strokes(silt, 2.1, 0.5) + below(coast.map(([x, y]) => [x, y - 34]), silt, { opacity: 0.5 })
    + strokes(water, 1, 1) + below(coast, water)
}

/** Tiles with quarter circles, each turned by chance: paths of rain. */
function rain(next, [wide, thin, drop]) {
  const side = 125
  let arcs = ''
  let drops = ''
  for (let x = 0; x < SIZE; x += side) {
    for (let y = 0; y < SIZE; y += side) {
      const half = side / 2
      const isTurned = next() < 0.5
      const [near, far] = isTurned ? [x, x + side] : [x + side, x]
      const arc = (from, to, sweep) => `M${from.join(' ')}A${half} ${half} 0 0 ${sweep} ${to.join(' ')}`
      arcs += arc([x + half, y], [near, y + half], Number(isTurned))
        + arc([far, y + half], [x + half, y + side], Number(!isTurned))
      if (next() < 0.16) drops += circle(x + side, y + side, 15, { fill: drop })
    }
  }
  const stroke = (stroke, strokeWidth) => tag('path', { d: arcs, fill: 'none', stroke, strokeWidth })
  return stroke(wide, 42) + stroke(thin, 12) + drops
}

/** The voices of light: a bar for each colour between red and violet, as loud as it is bright. */
function spectrum(next, tones) {
  const [loud, fine] = [swell(next, 3), swell(next, 5)]
  const count = 46
  const stride = SIZE / count
  return Array.from({ length: count }, (_, number) => {
    const x = (number + 0.5) * stride
    const half = 60 + 150 * (1 + loud(number / 5)) + 55 * (1 + fine(number * 1.7))
    const stroke = mix(tones, number / (count - 1))
    const d = line([[x, 500 - half], [x, 500 + half]])
    return tag('path', { d, stroke, strokeWidth: 0.56 * stride, strokeLinecap: 'round' })
      + circle(x, 500 - half - 34, 4 + 4 * next(), { fill: stroke, opacity: 0.8 })
  }).join('')
}

/** Facets of ice: a grid of points that moved, divided into triangles. */
function facets(next, tones) {
  const count = 7
  const side = SIZE / (count - 1)
  const points = Array.from({ length: count + 2 }, (_, row) => Array.from({ length: count + 2 }, (_, column) =>
    [(column - 0.5) * side + between(next, -52, 52), (row - 0.5) * side + between(next, -52, 52)]))
  let drawn = ''
  for (let row = 0; row <= count; row++) {
    for (let column = 0; column <= count; column++) {
      const [a, b] = [points[row][column], points[row][column + 1]]
      const [c, d] = [points[row + 1][column], points[row + 1][column + 1]]
      for (const corners of next() < 0.5 ? [[a, b, c], [b, d, c]] : [[a, b, d], [a, d, c]]) {
        const fill = mix(tones, next() * 0.75 + 0.25 * corners[0][1] / SIZE)
        drawn += tag('path', { d: `${line(corners)}Z`, fill, stroke: fill, strokeWidth: 1 })
      }
    }
  }
  return drawn
}

/** Each kind of picture. */
export const kinds = { tide, beams, orbits, strata, delta, rain, spectrum, facets }

/** What a narrow or low stage shows of a landscape: its sky, with the moon or the sun. Of others it is the middle. */
export const ratios = { tide: 'xMaxYMin slice', strata: 'xMinYMin slice' }
