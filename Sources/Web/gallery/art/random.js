// Numbers that look random and are the same on every machine, for pictures that are drawn once from a seed.

/** A source of numbers from 0 to 1 (mulberry32). */
export function random(seed) {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

/** A number between two others. */
export const between = (next, low, high) => low + (high - low) * next()

/** A smooth curve without a period, from -1 to 1: a sum of sines whose phases come from the seed. */
export function swell(next, parts = 4) {
  const waves = Array.from({ length: parts }, (_, number) => ({
    height: 1 / (number + 1), length: 0.7 + number * 1.37 + next() * 0.6, phase: next() * 2 * Math.PI,
  }))
  const sum = waves.reduce((total, { height }) => total + height, 0)
  return x => waves.reduce((y, { height, length, phase }) => y + height * Math.sin(x * length + phase), 0) / sum
}
