// `flickctl gallery --demo`: one command, without a touchscreen, a service and root.
import assert from 'node:assert/strict'
import { readdirSync } from 'node:fs'
import { test } from 'node:test'
import { openEmpty } from './kit.mjs'
import { Service } from './service.mjs'
import { until } from './waiting.mjs'

test('The gallery with a demo of its own moves at its printed address, and leaves nothing', async () => {
  const service = await Service.demo()
  const page = await openEmpty({ width: 1280, height: 800 })
  try {
    await page.visit(service.url)
    await page.until('the show is made', () => window.show !== undefined)
    const end = ({ line }) => line.type === 'swipe' && line.phase === 'end' && line.zone
    const { line } = await until('a swipe of the demo ends on a stage', () => page.lines.find(end))
    assert.equal(line.panel_id, 'demo:synthetic')
    const ends = await page.evaluate(name => show.stages[name].ends, line.zone.name)
    assert.ok(ends > 0, `the stage ${line.zone.name} has moved`)
    assert.deepEqual(page.complaints, [])
    assert.match(service.log, /^flickctl: flickd plays its demo; open this address in a browser\. Ctrl-C ends both\.\n/)
    const folders = readdirSync(service.folder)
    assert.equal(folders.length, 1)
    await service.end()
    assert.deepEqual(readdirSync(service.folder), [], 'the folder of the socket is removed')
  } finally {
    await page.close()
    await service.stop()
  }
})
