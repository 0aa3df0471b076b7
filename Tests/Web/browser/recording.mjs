// Writes frames of fingers as a recording for flickd: evemu text of a panel of protocol B.

/** One CSS pixel is one point: 1/163 inch. */
export const MILLIMETRES = 25.4 / 163
/** Units of the panel per millimetre. */
const RESOLUTION = 100
const AXES = { x: 0x00, y: 0x01, slot: 0x2f, mtX: 0x35, mtY: 0x36, tool: 0x37, id: 0x39 }
const SLOTS = 10
const PALM = 2

const hex = value => value.toString(16).padStart(4, '0')
const units = pixels => Math.round(pixels * MILLIMETRES * RESOLUTION)

/** As many rows of eight bytes as the bits need. */
function bits(type, codes) {
  const bytes = Array(8 * (Math.floor(Math.max(...codes) / 64) + 1)).fill(0)
  for (const code of codes) bytes[code >> 3] |= 1 << (code & 7)
  const rows = []
  for (let from = 0; from < bytes.length; from += 8) {
    const row = bytes.slice(from, from + 8).map(byte => byte.toString(16).padStart(2, '0'))
    rows.push(`B: ${type.toString(16).padStart(2, '0')} ${row.join(' ')}`)
  }
  return rows
}

/** A panel of this size in CSS pixels. */
function description({ width, height }) {
  const axis = (code, most, resolution = 0) => `A: ${code.toString(16).padStart(2, '0')} 0 ${most} 0 0 ${resolution}`
  const across = [units(width), RESOLUTION]
  const down = [units(height), RESOLUTION]
  return [
    'N: Panel of the browser tests', 'I: 0003 f11c 0001 0100', 'P: 02 00 00 00 00 00 00 00',
    ...bits(0, [0, 1, 3]), ...bits(1, [0x14a]), ...bits(3, Object.values(AXES)),
    axis(AXES.x, ...across), axis(AXES.y, ...down), axis(AXES.slot, SLOTS - 1), axis(AXES.mtX, ...across),
    axis(AXES.mtY, ...down), axis(AXES.tool, PALM), axis(AXES.id, 65535),
  ]
}

/**
 * The events that the kernel would send for these frames on a panel of that size, after `lead` ms
 * of silence.
 */
export function recordingOf(frames, surface, lead) {
  const lines = description(surface)
  const write = (time, type, code, value) => {
    const us = Math.round(time * 1000)
    const seconds = `${Math.floor(us / 1e6)}.${String(us % 1e6).padStart(6, '0')}`
    lines.push(`E: ${seconds} ${hex(type)} ${hex(code)} ${value}`)
  }
  // The time of the recording begins here.
  write(0, 0, 0, 0)
  let written = lines.length
  let nextId = 1
  let slot = 0
  const down = new Map()
  for (const { time, touches, isLost } of frames) {
    const at = lead + time
    const abs = (code, value) => write(at, 3, code, value)
    for (const { finger, x, y, change } of touches) {
      const isNew = change === 'landed'
      if (isNew) down.set(finger, { slot: [...Array(SLOTS).keys()].find(free => isFree(down, free)) })
      const known = down.get(finger)
      const position = { x: units(x), y: units(y) }
      if (!isNew && change === 'held' && position.x === known.x && position.y === known.y) continue
      if (known.slot !== slot) abs(AXES.slot, slot = known.slot)
      if (isNew) abs(AXES.id, nextId++)
      if (isNew && down.size === 1) write(at, 1, 0x14a, 1)
      if (change === 'lifted') {
        abs(AXES.id, -1)
        down.delete(finger)
        if (down.size === 0) write(at, 1, 0x14a, 0)
        continue
      }
      if (change === 'palm' || isNew) abs(AXES.tool, change === 'palm' ? PALM : 0)
      // The kernel omits unchanged values.
      if (position.x !== known.x) abs(AXES.mtX, position.x)
      if (position.y !== known.y) abs(AXES.mtY, position.y)
      Object.assign(known, position)
    }
    if (isLost) write(at, 0, 3, 0)
    // The kernel does not report a resting finger.
    if (lines.length > written) write(at, 0, 0, 0)
    written = lines.length
  }
  return `${lines.join('\n')}\n`
}

const isFree = (down, slot) => ![...down.values()].some(one => one.slot === slot)
