// Strokes of people on real panels, to be placed on a stage. packaging/material.sh names the
// folder.
import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { MILLIMETRES } from './recording.mjs'

const finder = fileURLToPath(new URL('../../../packaging/material.sh', import.meta.url))
const folder = join(execFileSync(finder, { encoding: 'utf8' }).trimEnd(), 'recordings')

/** Converts samples of one finger in mm to a finger of a scenario, relative to its landing. */
function finger(samples) {
  const [first] = samples
  const relative = samples.map(({ time, x, y }) => ({
    time: time - first.time, x: (x - first.x) / MILLIMETRES, y: (y - first.y) / MILLIMETRES,
  }))
  return [{ at: 0, x: 0, y: 0, steps: [], samples: relative.slice(1), end: 'lifted', lost: null }]
}

/** A stroke of the table of flings, made manually on a phone of 441 px per inch. */
function fling(name) {
  const rows = readFileSync(join(folder, 'human/flings.csv'), 'utf8').split('\n').map(row => row.split(','))
  // Skips the points that Android interpolated.
  const own = rows.filter(([stroke, , , , , , , event, , resampled]) =>
    stroke === name && event !== 'U' && resampled.trim() === '0')
  return finger(own.map(([, , , , time, x, y]) => ({ time: time / 1000, x: x * 25.4 / 441, y: y * 25.4 / 441 })))
}

/**
 * The only contact of an evemu recording of a protocol B panel, whose resolution the recording does
 * not specify.
 */
function contact(file, unitsPerMillimetre) {
  const samples = []
  let x = 0
  let y = 0
  for (const row of readFileSync(join(folder, 'evdev/evemu-devices', file), 'utf8').split('\n')) {
    const [letter, stamp, type, code, value] = row.split(/\s+/)
    if (letter !== 'E:') continue
    const event = `${type} ${code}`
    if (event === '0003 0035') x = value / unitsPerMillimetre
    if (event === '0003 0036') y = value / unitsPerMillimetre
    if (event === '0003 0039' && Number(value) === -1) break
    if (event === '0000 0000') samples.push({ time: stamp * 1000, x, y })
  }
  return finger(samples)
}

/** The expected results follow from the recorders' own descriptions. */
const strokes = [
  {
    words: 'a person’s hard fling down sends it away', name: 'dismiss',
    stroke: () => fling('android-SailfishFlingDownFast1'),
    to: { dismissed: true }, raw: { kind: 'flick', direction: 'down' },
  },
  {
    words: 'a person’s fling up opens it half', name: 'sheet',
    stroke: () => fling('android-SailfishFlingUpFaster1'),
    to: { detent: 1, offset: -300 }, raw: { kind: 'flick', direction: 'up' },
  },
  {
    words: 'a person’s long scroll down, at rest in the end, dismisses it by its distance', name: 'spring',
    stroke: () => contact('Wacom_ISDv4_E6_Finger.single-center-scroll.events', 10),
    to: { dismissed: true }, raw: { kind: 'drag', by: ['distance', 'predicted'] },
  },
  {
    words: 'a person’s swipe across the whole panel sends it right', name: 'side',
    stroke: () => contact('Wacom_ISDv4_E6_Finger.single-top-swipe.events', 10),
    to: { side: 'right', dismissed: true }, raw: { direction: 'right' },
  },
]

/** Strokes of people, unless the recordings are absent; CI must have them. */
export const readStrokes = () => ({ strokes, isAbsent: !existsSync(join(folder, 'human/flings.csv')) && !process.env.CI })
