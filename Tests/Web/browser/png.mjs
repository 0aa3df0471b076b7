// Makes small pictures of few colours: Chromium's have three bytes a pixel, these have one.
import { deflateSync, inflateSync } from 'node:zlib'

const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
const RGB = 2
const PALETTE = 3
const RGBA = 6

const table = Array.from({ length: 256 }, (_, byte) => {
  let value = byte
  for (let bit = 0; bit < 8; bit++) value = value & 1 ? 0xedb88320 ^ value >>> 1 : value >>> 1
  return value >>> 0
})
const checksum = bytes =>
  (bytes.reduce((sum, byte) => table[(sum ^ byte) & 255] ^ sum >>> 8, 0xffffffff) ^ 0xffffffff) >>> 0

function chunk(type, data) {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const whole = Buffer.alloc(body.length + 8)
  whole.writeUInt32BE(data.length, 0)
  body.copy(whole, 4)
  whole.writeUInt32BE(checksum(body), body.length + 4)
  return whole
}

/** The pixels of a PNG of eight bits a channel: {width, height, channels, raw}, with a byte for each channel. */
export function decode(png) {
  const parts = []
  let width, height, channels
  for (let at = SIGNATURE.length; at < png.length;) {
    const length = png.readUInt32BE(at)
    const data = png.subarray(at + 8, at + 8 + length)
    const type = png.toString('latin1', at + 4, at + 8)
    if (type === 'IHDR') {
      width = data.readUInt32BE(0)
      height = data.readUInt32BE(4)
      channels = { [RGB]: 3, [RGBA]: 4 }[data[9]]
      if (data[8] !== 8 || !channels || data[12] !== 0) throw new Error('this is not a picture of Chromium')
    }
    if (type === 'IDAT') parts.push(data)
    at += length + 12
  }
  const filtered = inflateSync(Buffer.concat(parts))
  const stride = width * channels
  const raw = Buffer.alloc(stride * height)
  for (let y = 0; y < height; y++) {
    const filter = filtered[y * (stride + 1)]
    for (let x = 0; x < stride; x++) {
      const left = x >= channels ? raw[y * stride + x - channels] : 0
      const up = y > 0 ? raw[(y - 1) * stride + x] : 0
      const corner = y > 0 && x >= channels ? raw[(y - 1) * stride + x - channels] : 0
      raw[y * stride + x] = filtered[y * (stride + 1) + 1 + x] + guessOf(filter, left, up, corner)
    }
  }
  return { width, height, channels, raw }
}

function guessOf(filter, left, up, corner) {
  switch (filter) {
    case 0: return 0
    case 1: return left
    case 2: return up
    case 3: return left + up >> 1
    default: return nearest(left, up, corner)
  }
}

/** The Paeth predictor: the one of the three that is nearest to left + up − corner. */
function nearest(left, up, corner) {
  const [offLeft, offUp] = [Math.abs(up - corner), Math.abs(left - corner)]
  const offCorner = Math.abs(left + up - 2 * corner)
  if (offLeft <= offUp && offLeft <= offCorner) return left
  return offUp <= offCorner ? up : corner
}

/**
 * The same picture with a palette of its 256 most frequent colours; other colours become the
 * nearest of these.
 */
export function withPalette(png) {
  const { width, height, channels, raw } = decode(png)
  const colourAt = place => raw.readUIntBE(place * channels, 3)
  const counts = new Map()
  for (let place = 0; place < width * height; place++) {
    const colour = colourAt(place)
    counts.set(colour, (counts.get(colour) ?? 0) + 1)
  }
  const kept = [...counts].sort((one, other) => other[1] - one[1]).slice(0, 256).map(([colour]) => split(colour))
  const indices = new Map([...counts.keys()].map(colour => [colour, nearestOf(kept, split(colour))]))
  const rows = Buffer.alloc((width + 1) * height)
  for (let place = 0; place < width * height; place++) {
    rows[place + Math.floor(place / width) + 1] = indices.get(colourAt(place))
  }
  const head = Buffer.alloc(13)
  head.writeUInt32BE(width, 0)
  head.writeUInt32BE(height, 4)
  head[8] = 8
  head[9] = PALETTE
  return Buffer.concat([
    SIGNATURE, chunk('IHDR', head), chunk('PLTE', Buffer.from(kept.flat())),
    chunk('IDAT', deflateSync(rows, { level: 9 })), chunk('IEND', Buffer.alloc(0)),
  ])
}

const split = colour => [colour >> 16, colour >> 8 & 255, colour & 255]

function nearestOf(kept, colour) {
  let best = 0
  let least = Infinity
  kept.forEach((one, index) => {
    const off = one.reduce((sum, value, channel) => sum + (value - colour[channel]) ** 2, 0)
    if (off < least) [best, least] = [index, off]
  })
  return best
}
