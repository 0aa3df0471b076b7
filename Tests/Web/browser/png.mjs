// Reads Chromium's pictures.
import { inflateSync } from 'node:zlib'

const SIGNATURE_LENGTH = 8
const RGB = 2
const RGBA = 6

/** The pixels of a PNG of eight bits a channel: {width, height, channels, raw}, with a byte for each channel. */
export function decode(png) {
  const parts = []
  let width, height, channels
  for (let at = SIGNATURE_LENGTH; at < png.length;) {
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
