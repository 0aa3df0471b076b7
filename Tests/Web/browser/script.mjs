// The script of a page, as a multiple of a calibration in the same page. A script is measured in processor time of its
// thread, which does not pass while the thread waits for a processor.
import assert from 'node:assert/strict'

/** The processor time of the page's script while `work` runs, in s. */
export async function scriptOf(page, work) {
  const before = await page.counts()
  await work()
  return (await page.counts()).ScriptDuration - before.ScriptDuration
}

/**
 * Fails if the script of `measured` takes more than `maxRatio` times that of `calibration`, by the medians of `rounds`.
 *
 * Both are functions of the number of the round, return the result of `scriptOf`, and draw the same number of frames,
 * whatever the machine does meanwhile. They alternate, after `warming` rounds in which the browser compiles.
 */
export async function compareScript(t, page, { maxRatio, frames, measured, calibration, warming = 1, rounds = 5 }) {
  const kinds = { measured, calibration }
  const taken = { measured: [], calibration: [] }
  for (let round = 0; round < warming + rounds; round++) {
    for (const [kind, run] of Object.entries(kinds)) {
      const seconds = await run(round)
      if (round >= warming) taken[kind].push(seconds)
    }
  }
  const median = values => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]
  const [script, least] = [median(taken.measured), median(taken.calibration)]
  const micros = seconds => `${(seconds / frames * 1e6).toFixed(0)} µs`
  const words = `${micros(script)} of script a frame, ${micros(least)} in the calibration`
  t.diagnostic(`${words}: ${(script / least).toFixed(2)} times`)

  await page.evaluate(compute)
  const planted = await calibration(warming + rounds)
  await page.evaluate(() => { window.isComputing = false })
  assert.ok(planted > maxRatio * least, `a page that computes in each frame is not found: ${micros(planted)}, ${words}`)
  assert.ok(script <= maxRatio * least, words)
}

/** Computes for some milliseconds in each frame of the page, until `isComputing` is false. */
function compute() {
  window.isComputing = true
  requestAnimationFrame(function frame() {
    let sum = 0
    for (let count = 0; count < 2e6; count++) sum += Math.sqrt(count)
    window.computed = sum
    if (window.isComputing) requestAnimationFrame(frame)
  })
}
