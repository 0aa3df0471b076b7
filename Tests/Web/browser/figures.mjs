// Takes pictures of the gallery for its documents: each interaction before, during and after a
// swipe, and the page in dark mode, on a narrow and on a wide screen. `node figures.mjs FOLDER`.
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { finger, framesOf } from './fingers.mjs'
import {
  NAMES, boxOf, fingersOf, openEmpty, openGallery, prepare, startBrowser, stopBrowser, theService,
} from './kit.mjs'
import { withPalette } from './png.mjs'
import { recordingOf } from './recording.mjs'
import { inTime, until } from './waiting.mjs'

const [folder] = process.argv.slice(2)
/** A column of 370 px. */
const SURFACE = { width: 1160, height: 2900 }
/** The displacement of the finger on each, as [x, y, ms]. */
const ways = {
  carousel: [-120, 0, 110], sheet: [0, -120, 110], dismiss: [0, 150, 170], projected: [0, 150, 180],
  drag: [100, 60, 180], side: [150, 0, 260], spring: [0, 120, 110],
}
const HIGHEST = 560
/** The part of the displacement at which the picture is taken. */
const PART = 0.6

/**
 * Plays a finger, and stops flickd in the middle while `look` runs.
 *
 * Returns whether the stop was in time, which may fail on a busy machine.
 */
async function stopHalfway(page, name, look) {
  const service = theService()
  await prepare(page)
  const way = ways[name]
  const from = page.lines.length
  const isOver = () => page.lines.slice(from).some(({ line }) => line.type === 'swipe' && line.phase === 'end')
  const fingers = await fingersOf(page, [{ name, swipes: [[finger([way])]] }])
  const flickd = service.flickd(recordingOf(framesOf(fingers), SURFACE, 1500))
  await until(`a finger on ${name}`, () => page.lines.slice(from).some(({ line }) =>
    line.type === 'swipe' && Math.hypot(line.translation.x, line.translation.y) >= PART * Math.hypot(way[0], way[1])))
  flickd.signal('SIGSTOP')
  await page.frames()
  const isInTime = !isOver()
  if (isInTime) await look()
  flickd.signal('SIGCONT')
  await inTime('flickd has played it', flickd.ended)
  await page.until('it comes to rest', () => gallery.isSettled)
  await page.frames()
  return isInTime
}

/** Places pictures side by side, with a caption under each. */
async function beside(page, pictures, file) {
  const shown = pictures.map(({ png, words, width }) => `<figure>
    <img src="data:image/png;base64,${png.toString('base64')}" ${width ? `width="${width}"` : ''}>
    <figcaption>${words}</figcaption></figure>`)
  const html = `<!doctype html><style>
    body { margin: 0; display: inline-flex; gap: 16px; padding: 12px; background: #f5f4f0; align-items: start;
      font: 15px system-ui, sans-serif; color: #53565e; text-align: center }
    figure { margin: 0 } img { display: block; margin-bottom: 6px; border-radius: 12px }
  </style>${shown.join('')}`
  const { frameTree } = await page.send('Page.getFrameTree')
  await page.send('Page.setDocumentContent', { frameId: frameTree.frame.id, html })
  await page.evaluate(() => Promise.all([...document.images].map(one => one.decode())).then(() => null))
  const picture = withPalette(await page.picture(await boxOf(page, 'body')))
  writeFileSync(join(folder, file), picture)
  console.log(`${file}: ${(picture.length / 1000).toFixed(1)} kB`)
}

/** The part of a demo to show: from its stage, cropped at the top if high, to its verdict. */
async function partOf(page, name) {
  const stage = await boxOf(page, `#${name} .stage`)
  const told = await boxOf(page, `#${name} .told .row`)
  const top = Math.max(stage.y, stage.y + stage.height - HIGHEST)
  return { x: stage.x, y: top, width: stage.width, height: told.y - top }
}

await startBrowser()
try {
  mkdirSync(folder, { recursive: true })
  const page = await openGallery(SURFACE)
  const taken = {}
  for (const name of NAMES) {
    await prepare(page)
    await page.frames()
    const pictures = taken[name] = []
    const take = async words => pictures.push({ words, png: await page.picture(await partOf(page, name)) })
    await take('before')
    let isTaken = false
    while (!isTaken) isTaken = await stopHalfway(page, name, () => take('during'))
    await take('after')
  }
  await page.close()
  // The gallery's page allows no styles except its file's.
  const sheet = await openEmpty()
  for (const name of NAMES) await beside(sheet, taken[name], `gallery-${name}.png`)
  const looks = []
  for (const [words, look, width] of [
    ['dark', { width: 1160, height: 1200, dark: true }, 340], ['320 px', { width: 320, height: 900 }, 126],
    ['4K', { width: 3840, height: 2160 }, 600],
  ]) {
    const one = await openGallery(look)
    looks.push({ words, width, png: await one.picture({ x: 0, y: 0, width: look.width, height: look.height }) })
    await one.close()
  }
  await beside(await openEmpty(), looks, 'gallery-looks.png')
} finally {
  await stopBrowser()
}
