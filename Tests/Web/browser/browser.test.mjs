// The gallery in Chromium with the real flickd, bridge and page. `make browser-test` builds what it
// needs.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { findChromium } from './chromium.mjs'
import { useBrowser } from './kit.mjs'

if (findChromium()) {
  useBrowser()
  await import('./decisions.mjs')
  await import('./pointers.mjs')
  await import('./feel.mjs')
  await import('./levels.mjs')
  await import('./invitation.mjs')
  await import('./lifecycle.mjs')
  await import('./keys.mjs')
  await import('./access.mjs')
  await import('./show.mjs')
  await import('./show-looks.mjs')
  await import('./show-compare.mjs')
  await import('./show-attract.mjs')
  const { describeEveryPage } = await import('./cost.mjs')
  describeEveryPage()
} else {
  test('The gallery in a browser', { skip: !process.env.CI && 'there is no Chromium: install it with `make browser-deps`' },
    () => assert.fail('there is no Chromium, and CI needs it'))
}
