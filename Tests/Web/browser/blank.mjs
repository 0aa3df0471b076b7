// The largest rectangle of nearly one colour in a picture: the most that a page leaves without content.
import { decode } from './png.mjs'

/** The side of a cell in pixels. A cell is the smallest part of the picture that is blank or not. */
const CELL = 4
/** How much a channel differs from the colour of the rectangle, of 255: less than the faintest stroke of a letter. */
const NEAR = 10
/** A colour with fewer cells, as a part of all, has no large rectangle. */
const RARE = 0.02

/** For each cell of a picture the least and the greatest value of its three channels. */
function cellsOf({ width, height, channels, raw }) {
  const [columns, rows] = [Math.floor(width / CELL), Math.floor(height / CELL)]
  const [low, high] = [new Uint8Array(3 * columns * rows).fill(255), new Uint8Array(3 * columns * rows)]
  for (let y = 0; y < rows * CELL; y++) {
    for (let x = 0; x < columns * CELL; x++) {
      const cell = 3 * (Math.floor(y / CELL) * columns + Math.floor(x / CELL))
      for (let channel = 0; channel < 3; channel++) {
        const value = raw[(y * width + x) * channels + channel]
        if (value < low[cell + channel]) low[cell + channel] = value
        if (value > high[cell + channel]) high[cell + channel] = value
      }
    }
  }
  return { columns, rows, low, high }
}

/** The frequent colours of the cells that have one colour. */
function coloursOf({ low, high }) {
  const groups = new Map()
  for (let cell = 0; cell < low.length; cell += 3) {
    const colour = [0, 1, 2].map(channel => (low[cell + channel] + high[cell + channel]) / 2)
    if ([0, 1, 2].some(channel => high[cell + channel] - low[cell + channel] > NEAR)) continue
    const key = colour.map(value => value >> 3).join()
    const group = groups.get(key) ?? { count: 0, sum: [0, 0, 0] }
    group.count += 1
    colour.forEach((value, channel) => { group.sum[channel] += value })
    groups.set(key, group)
  }
  return [...groups.values()].filter(({ count }) => count >= RARE * low.length / 3)
    .map(({ count, sum }) => sum.map(value => value / count))
}

/** The largest rectangle below a row of heights: for each height, how far the columns beside it are as high. */
function largestUnder(heights) {
  const open = []
  let best = { area: 0 }
  for (let column = 0; column <= heights.length; column++) {
    const height = heights[column] ?? 0
    let from = column
    while (open.length > 0 && open.at(-1).height >= height) {
      const last = open.pop()
      const area = last.height * (column - last.from)
      if (area > best.area) best = { area, from: last.from, width: column - last.from, height: last.height }
      from = last.from
    }
    open.push({ from, height })
  }
  return best
}

/** The largest rectangle of cells near a colour, in cells. */
function largestOf({ columns, rows, low, high }, colour) {
  const heights = new Uint32Array(columns)
  let best = { area: 0 }
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++) {
      const cell = 3 * (row * columns + column)
      const isNear = colour.every((value, channel) =>
        low[cell + channel] >= value - NEAR && high[cell + channel] <= value + NEAR)
      heights[column] = isNear ? heights[column] + 1 : 0
    }
    const { area, from, width, height } = largestUnder(heights)
    if (area > best.area) best = { area, x: from, y: row + 1 - height, width, height }
  }
  return best
}

/** The largest rectangle of nearly one colour in a PNG: its pixels, and its part of the picture from 0 to 1. */
export function largestBlank(png) {
  const picture = decode(png)
  const cells = cellsOf(picture)
  const found = coloursOf(cells).map(colour => largestOf(cells, colour))
  const { area, x, y, width, height } = found.reduce((best, one) => one.area > best.area ? one : best, { area: 0 })
  const box = { x, y, width, height }
  for (const key of Object.keys(box)) box[key] = (box[key] ?? 0) * CELL
  return { ...box, part: area * CELL ** 2 / (picture.width * picture.height) }
}
