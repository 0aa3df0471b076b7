// Measures the first paint of the show against an empty page of the same weight: `node first-paint.mjs [LOADS]`.
//
// The same bridge serves both, to pages with empty caches. The empty page is one file with a short text; a comment
// before the text has as many random bytes as the files of the show have in transfer. Both are loaded in turns, so that
// a busy moment of the machine meets both. The result is the ratio of the medians of `first-contentful-paint`. It is
// a measurement and not a test: beside a build, single loads take up to five times as long as others.
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { randomBytes } from 'node:crypto'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { Browser } from './chromium.mjs'
import { Page } from './page.mjs'
import { Service } from './service.mjs'
import { until } from './waiting.mjs'

const loads = Number(process.argv[2] ?? 21)
const MAX_RATIO = 2
/** The bytes of the headers of one response, about; the rest of the weight is the body. */
const HEADERS = 400
const [SHOW, EMPTY] = ['gallery/', 'empty/']
const LOOK = { width: 1920, height: 1080 }
const sources = fileURLToPath(new URL('../../../Sources/Web', import.meta.url))
const folder = mkdtempSync(join(tmpdir(), 'flick-paint-'))

const emptyPage = bytes => `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<title>An empty page</title>
<link rel="icon" href="data:,">
<!-- ${randomBytes(bytes).toString('base64')} -->
<p>empty</p>
</html>
`

/** A service with the show and an empty page. gzip makes base64 as small as the random bytes. */
function serve(bytes) {
  const web = join(folder, `${bytes}`)
  cpSync(sources, web, { recursive: true })
  mkdirSync(join(web, 'empty'))
  writeFileSync(join(web, 'empty/index.html'), emptyPage(bytes))
  return Service.start(null, { web })
}

/** Loads a page with an empty cache: its first contentful paint in ms, and its weight in transfer. */
async function load(browser, service, path) {
  const page = await Page.open(browser, LOOK)
  await page.visit(`${service.url}${path}#token=${service.token}`)
  const paint = await page.until('the page paints', () =>
    performance.getEntriesByType('paint').find(({ name }) => name === 'first-contentful-paint')?.startTime)
  // The modules of the show come after its first paint.
  if (path === SHOW) await page.until('the show is made', () => window.show !== undefined)
  const files = [...page.requests.values()].filter(({ url, type }) => url.startsWith('http') && type !== 'WebSocket')
  await until('every file has come', () => files.every(({ bytes }) => bytes > 0))
  await page.close()
  return { paint, bytes: files.reduce((sum, { bytes }) => sum + bytes, 0), files: files.length }
}

const sorted = values => values.toSorted((one, other) => one - other)
const median = values => sorted(values)[Math.floor(values.length / 2)]
const spread = values => {
  const all = sorted(values)
  return [0.25, 0.5, 0.75].map(part => all[Math.floor(part * (all.length - 1))].toFixed(0)).join(', ')
}

/** Loads both pages in turns; the first loads warm the machine up, and give the weight of the show. */
async function measure(browser) {
  let service = await serve(1)
  const { bytes } = await load(browser, service, SHOW)
  await service.stop()
  service = await serve(bytes - HEADERS)
  const paths = [SHOW, EMPTY]
  const taken = Object.fromEntries(paths.map(path => [path, []]))
  for (let count = 0; count <= loads; count++) {
    for (const path of paths) {
      const found = await load(browser, service, path)
      if (count > 0) taken[path].push(found)
    }
  }
  await service.stop()
  return taken
}

const browser = await Browser.start(join(folder, 'profile'))
try {
  const taken = await measure(browser)
  const paints = Object.entries(taken).map(([path, all]) => {
    const values = all.map(({ paint }) => paint)
    const [{ files, bytes }] = all
    console.log(`${path} ${files} files, ${bytes} bytes: quartiles of the first paint ${spread(values)} ms`)
    return median(values)
  })
  const ratio = paints[0] / paints[1]
  console.log(`${ratio.toFixed(2)} times the first paint of an empty page; at most ${MAX_RATIO} is good`)
  process.exitCode = ratio <= MAX_RATIO ? 0 : 1
} finally {
  await browser.close()
  rmSync(folder, { recursive: true, force: true })
}
