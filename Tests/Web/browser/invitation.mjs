// The address that `flickctl gallery` prints admits one page, which may be reloaded, but no other
// tab.
import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { after, before, describe, test } from 'node:test'
import { heard, openBeside, openEmpty } from './kit.mjs'
import { Service } from './service.mjs'
import { until } from './waiting.mjs'

/** Waits until the page is admitted or refused; returns its text about the connection. */
async function settled(page) {
  const words = () => page.evaluate(() => document.getElementById('driver')?.textContent ?? '').catch(() => '')
  return until('the page is admitted or refused', async () => {
    const said = await words()
    return (page.lines.length > 0 || /refuses/.test(said)) && said
  })
}

describe('The address of the gallery', () => {
  let through, page
  before(async () => {
    through = await Service.start(null, { admitsOnePage: true })
    page = await openEmpty()
  })
  after(async () => {
    await page.close()
    await through.stop()
  })

  test('reaches the page through a file, as in docs/bridge.md, and leaves the address bar', async () => {
    const file = join(through.folder, 'gallery.html')
    writeFileSync(file, `<meta http-equiv="refresh" content="0;url=${through.url}">\n`, { mode: 0o600 })
    await page.visit(pathToFileURL(file).href)
    await settled(page)
    assert.ok(heard(page.lines).length > 0, 'it receives lines of the bridge')
    assert.doesNotMatch(await page.evaluate(() => location.href), /token/)
  })

  test('refuses another tab, which shows the reason', async () => {
    for (const [url, reason] of [
      [through.url, /used already: run the command again/],
      [through.url.replace(/#.*/, ''), /missing or wrong: open the address that the command prints/],
    ]) {
      const other = await openBeside(page)
      await other.visit(url)
      assert.match(await settled(other), reason)
      assert.deepEqual(heard(other.lines), [])
      assert.equal(other.complaints.length, 1)
      assert.match(other.complaints[0], reason, 'the console shows it too')
      await other.closeTab()
    }
    assert.match(through.log, /refused at 127\.0\.0\.1:\d+ with 401: this address was used already/)
  })

  test('admits its own page again after a reload', async () => {
    for (let count = 0; count < 3; count++) {
      page.lines.length = 0
      await page.reload()
      await settled(page)
      assert.ok(heard(page.lines).length > 0, `reload ${count}`)
    }
  })
})
