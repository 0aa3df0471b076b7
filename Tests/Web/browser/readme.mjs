// The web example of the README with the demo of the README, at each level of its origin.
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { describe, test } from 'node:test'
import { openEmpty } from './kit.mjs'
import { Service } from './service.mjs'
import { serve } from './serving.mjs'

const readme = readFileSync(new URL('../../../README.md', import.meta.url), 'utf8')
const [, snippet] = readme.match(/^```js\n([\s\S]*?)^```$/m)

/** What the example prints first, while flickd plays its demo. */
async function printed(level) {
  const pages = {}
  const server = await serve(pages)
  const service = await Service.start(level, { origin: server.url, hasToken: false })
  const page = await openEmpty()
  try {
    pages['/'] = `<!doctype html><link rel="icon" href="data:,">
<style>body { margin: 0 } .cards { height: 100vh }</style><div class="cards"></div>
<script>
  window.printed = []
  for (const verb of ['log', 'warn']) console[verb] = (...words) => printed.push(words.join(' '))
</script>
<script type="module">${snippet.replace('ws://127.0.0.1:7272/', service.url.replace(/^http/, 'ws'))}</script>`
    await page.visit(server.url)
    service.flickd(null, '--demo')
    await page.until('the example prints something', () => printed.length > 0)
    assert.deepEqual(page.complaints, [])
    return await page.evaluate(() => printed[0])
  } finally {
    await page.close()
    await service.stop()
    server.close()
  }
}

describe('The web example of the README with the demo', () => {
  test('prints a card at level positions', async () => {
    assert.match(await printed('positions'), /^to card [0-2]$/)
  })

  for (const level of ['motion', 'decisions']) {
    test(`prints what it lacks at level ${level}`, async () => {
      assert.equal(await printed(level),
        'swipes arrive, but the page receives no touch: a demo, a recording or another screen needs =positions')
    })
  }
})
