// The complete pages of docs/frameworks.md, at an origin that is not the bridge's, with fingers that flickd plays.
import assert from 'node:assert/strict'
import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { SURFACE, flickUp } from './foreign.mjs'
import { openEmpty } from './kit.mjs'
import { Service } from './service.mjs'
import { serve } from './serving.mjs'

const examples = fileURLToPath(new URL('../../../docs/examples/web/', import.meta.url))
const web = fileURLToPath(new URL('../../../Sources/Web', import.meta.url))
/** The folder of Debian's packages for Node. */
const DEBIAN = '/usr/share/nodejs'

/** The text of an example, for this bridge instead of the one at the usual port. */
const example = (name, service) =>
  readFileSync(join(examples, name), 'utf8').replaceAll('127.0.0.1:7272', new URL(service.url).host)

/** Bundles the example for React as a project does, in a folder with the packages. */
function bundle(service) {
  const folder = mkdtempSync(join(tmpdir(), 'flick-react-'))
  try {
    mkdirSync(join(folder, 'node_modules'))
    symlinkSync(web, join(folder, 'node_modules/flickd'))
    writeFileSync(join(folder, 'cards.jsx'), example('cards.jsx', service))
    const options = ['--bundle', '--jsx=automatic', '--define:process.env.NODE_ENV="production"', '--log-level=warning']
    return execFileSync('esbuild', ['cards.jsx', ...options], {
      cwd: folder, encoding: 'utf8', env: { ...process.env, NODE_PATH: DEBIAN },
    })
  } finally {
    rmSync(folder, { recursive: true })
  }
}

const missing = [
  ['esbuild', spawnSync('esbuild', ['--version']).status === 0],
  ...['react', 'react-dom'].map(name => [`node-${name}`, existsSync(join(DEBIAN, name))]),
].filter(([, isThere]) => !isThere).map(([name]) => name)
const skip = !process.env.CI && missing.length > 0
  && `there is no ${missing.join(', ')}: run \`packaging/deps.sh browser\``

describe('The examples of docs/frameworks.md', () => {
  const pages = {}
  let server, service, page
  before(async () => {
    server = await serve(pages)
    service = await Service.start('positions', { origin: server.url })
    page = await openEmpty()
    await page.look(SURFACE)
  })
  after(async () => {
    await page.close()
    await service.stop()
    server.close()
  })

  /** Opens a page with the token, flicks up, and checks that the second card is in front; returns the complaints. */
  async function check(url, through = service) {
    page.complaints.length = 0
    await page.visit(`${url}#token=${through.token}`)
    await page.until('the carousel is there', () => document.querySelector('flick-carousel:defined')?.count === 3)
    await page.evaluate(() => {
      window.changes = []
      addEventListener('change', ({ detail }) => changes.push(detail.index))
    })
    await flickUp(page, through, () => changes.length > 0)
    await page.until('the second card is in front', () => {
      const [one, two] = [...document.querySelectorAll('article')].map(card => card.getBoundingClientRect().top)
      return one < 0 && Math.abs(two) < 0.5
    })
    assert.deepEqual(await page.evaluate(() => changes), [1])
    // The examples have no icon.
    return page.complaints.filter(one => !one.includes('/favicon.ico'))
  }

  test('plain HTML', async () => {
    pages['/cards.html'] = example('cards.html', service)
    assert.deepEqual(await check(`${server.url}/cards.html`), ['log: card 1'])
  })

  test('React', { skip }, async () => {
    pages['/react'] = `<!doctype html><style>body { margin: 0 } flick-carousel { height: 100vh }</style>
      <div id="root"></div><script>${bundle(service)}</script>`
    assert.deepEqual(await check(`${server.url}/react`), [])
    assert.deepEqual(await page.evaluate(() => [...document.querySelectorAll('article')].map(card => card.textContent)),
      ['One', 'Two is in front', 'Three'])
  })

  test('a kiosk, whose bridge serves the page', async () => {
    const kiosk = await Service.start('positions', { web: join(examples, 'kiosk'), hasToken: true })
    try {
      assert.deepEqual(await check(kiosk.url, kiosk), [])
      assert.equal(await page.evaluate(() => location.hash), '')
    } finally {
      await kiosk.stop()
    }
  })
})
