// Waits for a condition, and reports the condition that was not met.

/** The time limit of any condition on a busy machine, in ms. */
export const PATIENCE = 30_000
const PAUSE = 15

export const pause = ms => new Promise(resolve => { setTimeout(resolve, ms) })

/**
 * Repeats `check` until its result is truthy, and returns the result; `words` describe the
 * condition.
 */
export async function until(words, check, within = PATIENCE) {
  const latest = Date.now() + within
  for (;;) {
    const answer = await check()
    if (answer) return answer
    if (Date.now() > latest) throw new Error(`waited ${within / 1000} s and it never came: ${words}`)
    await pause(PAUSE)
  }
}

/** Rejects a promise that takes longer than `within` ms. */
export async function inTime(words, promise, within = PATIENCE) {
  let timer
  const late = new Promise((resolve, reject) => {
    timer = setTimeout(() => reject(new Error(`waited ${within / 1000} s and it never came: ${words}`)), within)
  })
  try {
    return await Promise.race([promise, late])
  } finally {
    clearTimeout(timer)
  }
}
