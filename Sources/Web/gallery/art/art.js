// The pictures of exhibits, of the floor plan and of the dial, as SVG. Each is drawn once, and is the same every time.
import { kinds, ratios } from './pictures.js'
import { between, random } from './random.js'
import { SIZE, circle, line, mix, picture, round, tag } from './svg.js'

/** The picture of an exhibit {kind, seed, ground, tones}. */
export function pictureOf({ kind, seed, ground, tones }) {
  const paper = tag('rect', { width: SIZE, height: SIZE, fill: ground })
  return picture(paper + kinds[kind](random(seed), tones, ground), { ratio: ratios[kind] })
}

/** The rooms of the museum on 600 by 420 units: [x, y, width, height]. */
export const rooms = [
  [20, 20, 170, 150], [190, 20, 210, 110], [400, 20, 180, 190], [20, 170, 120, 230], [140, 250, 200, 150],
  [340, 210, 110, 190], [450, 210, 130, 190],
]

/** The floor plan, wide or high; classes colour it, and each room has a number. */
export function planOf(isHigh = false) {
  const turned = (one, other) => isHigh ? [other, one] : [one, other]
  const drawn = rooms.map((room, number) => {
    const [[x, y], [width, height]] = [turned(room[0], room[1]), turned(room[2], room[3])]
    const text = tag('text', { x: x + width / 2, y: y + height / 2 }, `${number + 1}`)
    return tag('g', { class: 'room' }, tag('rect', { x, y, width, height }) + text)
  })
  const step = (name, [x, y, ...size]) => tag('path', { class: name, d: `M${turned(x, y)}l${turned(...size)}` })
  const stairs = Array.from({ length: 6 }, (_, number) => step('stair', [205 + number * 16, 150, 0, 70]))
  const doors = [[190, 95, 0, 34], [400, 75, 0, 34], [70, 170, 34, 0], [140, 310, 0, 34], [340, 300, 0, 34],
    [450, 290, 0, 34], [500, 210, 34, 0]].map(door => step('door', door))
  const box = `0 0 ${turned(600, 420).join(' ')}`
  return picture([...drawn, ...stairs, ...doors].join(''), { ratio: 'xMidYMid meet', box })
}

const SKY = ['#0b1a33', '#13294b', '#3b3a6b', '#b8506a', '#f0955a', '#f6cf7d', '#bfe0e6', '#7fc0dc']

/** The colour of the sky at an hour: the row of tones from midnight to noon, and back. */
export const skyAt = hour => mix(SKY, 1 - Math.abs(hour - 12) / 12)

/** A dial of 24 hours in the colours of their light, around (500, 500). */
export function dialOf() {
  const at = (hour, radius) => {
    const angle = (hour - 6) / 24 * 2 * Math.PI
    return [500 + radius * Math.cos(angle), 500 + radius * Math.sin(angle)]
  }
  let drawn = ''
  for (let hour = 0; hour < 24; hour++) {
    const fill = skyAt(hour)
    const end = at(hour + 0.5, 498).map(Math.round).join(' ')
    const wedge = `${line([[500, 500], at(hour - 0.5, 498)])}A498 498 0 0 1 ${end}Z`
    drawn += tag('path', { d: wedge, fill, stroke: fill, strokeWidth: 1 })
  }
  for (let half = 0; half < 48; half++) {
    const length = half % 6 === 0 ? 40 : half % 2 === 0 ? 24 : 12
    drawn += tag('path', {
      d: line([at(half / 2, 496), at(half / 2, 496 - length)]), strokeWidth: half % 6 === 0 ? 7 : 4,
      stroke: Math.abs(half / 2 - 12) < 6 ? '#14202b' : '#ffffff',
    })
  }
  for (let hour = 0; hour < 24; hour += 3) {
    const [x, y] = at(hour, 405)
    drawn += tag('text', {
      x, y, fill: Math.abs(hour - 12) < 6 ? '#14202b' : '#ffffff',
      transform: `rotate(${hour * 15} ${Math.round(x)} ${Math.round(y)})`,
    }, `${hour}`)
  }
  const sun = at(12, 290)
  drawn += circle(...sun, 52, { fill: '#ffffff', opacity: 0.35 }) + circle(...sun, 38, { fill: '#fff6d8' })
  const [moonX, moonY] = at(0, 290)
  drawn += circle(moonX, moonY, 38, { fill: '#e8ecf5' }) + circle(moonX + 17, moonY - 8, 34, { fill: skyAt(0) })
  drawn += circle(500, 500, 96, { class: 'hub' })
  return picture(drawn, { ratio: 'xMidYMid meet' })
}

/** The part of the museum that every stage shows whole; its sky and its water continue on all sides. */
const HOUSE = { x: 100, y: 120, width: 800, height: 700 }
/** How far the sky and the water continue: the stage of a drawer is less than four times as high as wide. */
const BEYOND = 2000

/** Level strokes over the width that a stage may show; `spanOf(next)` is the height and the length of one. */
const strokesOf = (seed, count, spanOf) => {
  const next = random(seed)
  return Array.from({ length: count }, () => {
    const [y, length] = spanOf(next)
    return `${line([[between(next, -800, 1800) - length / 2, y]])}h${round(length)}`
  }).join('')
}

/** Thin clouds, of which a high stage shows more. */
function clouds(stroke) {
  const d = strokesOf(23, 44, next => [-640 + 880 * next(), between(next, 90, 330)])
  return tag('path', { d, stroke, strokeWidth: 9, strokeLinecap: 'round', opacity: 0.4 })
}

/** Light on the water: longer strokes nearer to the visitor. */
function ripples(stroke) {
  const d = strokesOf(11, 190, next => {
    const near = next() ** 1.5
    return [642 + 900 * near, between(next, 40, 110) * (1 + 1.2 * near)]
  })
  return tag('path', { d, stroke, strokeWidth: 4, opacity: 0.3 })
}

/** The museum at the water, above the drawer with the floor plan. */
export function houseOf() {
  const [sky, wall, dark, water, light] = ['#f2c48d', '#8f3b2c', '#3b1a22', '#274a63', '#ffe9bf']
  const arch = (x, y, width, height, fill) => tag('path', {
    d: `M${x} ${y}v${-height + width / 2}a${width / 2} ${width / 2} 0 0 1 ${width} 0v${height - width / 2}Z`, fill,
  })
  const wide = { x: -BEYOND, width: SIZE + 2 * BEYOND }
  let drawn = tag('rect', { ...wide, y: -BEYOND, height: BEYOND + 620, fill: sky }) + clouds(light)
  drawn += circle(690, 250, 110, { fill: light }) + tag('rect', { x: 150, y: 330, width: 700, height: 290, fill: wall })
  drawn += tag('path', { d: 'M120 330L500 150L880 330Z', fill: dark }) + circle(500, 262, 38, { fill: light })
  for (let number = 0; number < 7; number++) drawn += arch(185 + number * 94, 620, 66, 210, number === 3 ? light : dark)
  drawn += tag('rect', { ...wide, y: 620, height: BEYOND, fill: water })
  for (let number = 0; number < 7; number++) {
    const fill = number === 3 ? light : dark
    drawn += tag('rect', { x: 185 + number * 94, y: 634, width: 66, height: 130, fill, opacity: 0.45 })
  }
  const { x, y, width, height } = HOUSE
  return picture(drawn + ripples(light), { ratio: 'xMidYMid meet', box: `${x} ${y} ${width} ${height}` })
}
