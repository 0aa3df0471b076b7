// Waiting for what is to become true, and saying what it was that did not.

/** How long anything may take on a machine that is busy with other things, in ms. */
export const PATIENCE = 30_000
const PAUSE = 15

export const pause = ms => new Promise(resolve => { setTimeout(resolve, ms) })

/** Asks `check` again and again until it answers something true, which is the result; `words` say what is awaited. */
export async function until(words, check, within = PATIENCE) {
  const latest = Date.now() + within
  for (;;) {
    const answer = await check()
    if (answer) return answer
    if (Date.now() > latest) throw new Error(`waited ${within / 1000} s and it never came: ${words}`)
    await pause(PAUSE)
  }
}

/** A promise that is given up after so long. */
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
