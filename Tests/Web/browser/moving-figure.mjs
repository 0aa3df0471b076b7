// Records the moving picture of the README: fingers that flickd plays on the show. `node moving-figure.mjs FILE.webp`.
import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ending, finger, framesOf, later, moved } from './fingers.mjs'
import { boxOf, openShow, startBrowser, stopBrowser, theService } from './kit.mjs'
import { recordingOf } from './recording.mjs'
import { PATIENCE } from './waiting.mjs'

const [file] = process.argv.slice(2)
const SURFACE = { width: 1600, height: 900 }
const WIDTH = 800
/** The least time between two pictures, in ms. */
const PERIOD = 45
/** The most bytes of the result, which readers must load. The first of these qualities that is small enough is used. */
const MAX_BYTES = 1_500_000
const QUALITIES = [70, 55, 40]
/** The silence before the first finger, and after the last, in ms. */
const LEAD = 1500
const REST = 1600

/** The fingers: the stage, where it lands on it as parts of its size, and its movement as [x, y, ms]. */
const strokes = [
  ['exhibits', 0.6, 0.45, [-110, 0, 90]],
  ['exhibits', 0.7, 0.45, [-90, 0, 700]],
  ['about', 0.5, 0.9, [0, -130, 110]],
  ['about', 0.5, 0.3, [0, 260, 160]],
  ['tour', 0.4, 0.5, [110, 0, 100]],
  ['photos', 0.5, 0.3, [0, 130, 110]],
  ['light', 0.7, 0.5, [-120, 0, 120]],
  ['plan', 0.5, 0.8, [0, -130, 110]],
]
/** From one lift to the next landing, in ms. */
const PAUSE = 1300

async function fingersOf(page) {
  const all = []
  let time = 0
  for (const [name, x, y, step] of strokes) {
    const box = await boxOf(page, `.${name}-view`)
    all.push(...later(moved([finger([step])], box.x + x * box.width, box.y + y * box.height), time))
    time = ending(all) + PAUSE
  }
  return all
}

/** Shows a fingertip where flickd reports a finger. The page's policy allows no style elements. */
const showFingertip = page => page.evaluate(() => {
  const tip = document.createElement('div')
  Object.assign(tip.style, {
    position: 'fixed', left: '-32px', top: '-32px', width: '64px', height: '64px', borderRadius: '50%', zIndex: 99,
    background: 'rgba(255,110,60,.8)', border: '4px solid white', boxShadow: '0 2px 14px rgba(0,0,0,.5)',
    boxSizing: 'border-box', pointerEvents: 'none', opacity: 0, transition: 'opacity .3s',
  })
  document.body.append(tip)
  show.flick.addEventListener('swipe', ({ detail: { phase, location } }) => {
    const isDown = phase === 'begin' || phase === 'update'
    tip.style.opacity = isDown ? 1 : 0
    if (isDown && location) tip.style.transform = `translate(${location.x}px, ${location.y}px)`
  })
})

/** The pictures of a film with the time that each is shown, in ms; none is shorter than PERIOD. */
function shots(film) {
  const kept = []
  for (const shot of film) if (!kept.length || shot.at - kept.at(-1).at >= PERIOD) kept.push(shot)
  return kept.map(({ at, png }, index) => ({ png, ms: Math.round((kept[index + 1]?.at ?? at + REST) - at) }))
}

/** Writes pictures as one animated WebP; returns its size. */
function write(pictures) {
  const folder = mkdtempSync(join(tmpdir(), 'flickd-figure-'))
  const named = pictures.map(({ png, ms }, index) => {
    const name = join(folder, `${String(index).padStart(4, '0')}.png`)
    writeFileSync(name, png)
    return ['-d', String(ms), name]
  })
  let size
  for (const quality of QUALITIES) {
    const words = ['-loop', '0', '-min_size', ...named.flatMap(one => ['-lossy', '-q', String(quality), '-m', '4', ...one])]
    execFileSync('img2webp', [...words, '-o', file], { stdio: ['ignore', 'ignore', 'ignore'] })
    size = statSync(file).size
    if (size <= MAX_BYTES) break
  }
  rmSync(folder, { recursive: true })
  return size
}

await startBrowser()
try {
  const page = await openShow(SURFACE)
  await showFingertip(page)
  const fingers = await fingersOf(page)
  const duration = LEAD + ending(fingers)
  const film = await page.film(WIDTH, async () => {
    await theService().play(recordingOf(framesOf(fingers), SURFACE, LEAD), PATIENCE + duration)
    await page.until('everything is at rest', () => show.isSettled)
  })
  const pictures = shots(film)
  const size = write(pictures)
  console.log(`${file}: ${pictures.length} pictures, ${(size / 1000).toFixed(0)} kB`)
  const ends = await page.evaluate(() => Object.keys(show.states).reduce((sum, name) => sum + show.stages[name].ends, 0))
  if (ends !== strokes.length) throw new Error(`the show took ${ends} of ${strokes.length} swipes; run it again`)
  if (size > MAX_BYTES) throw new Error(`${file} is larger than ${MAX_BYTES} bytes`)
} finally {
  await stopBrowser()
}
