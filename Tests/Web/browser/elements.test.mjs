// The custom elements, the modules of the bridge and the pages of the documents in Chromium. `make elements-test` builds
// what it needs.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { findChromium } from './chromium.mjs'
import { useBrowser } from './kit.mjs'

if (findChromium()) {
  useBrowser()
  await import('./elements.mjs')
  await import('./leaving.mjs')
  await import('./refresh.mjs')
  await import('./corner.mjs')
  await import('./cases.mjs')
  await import('./elements-frames.mjs')
  await import('./mounts.mjs')
  await import('./newcomer.mjs')
  await import('./modules.mjs')
  await import('./frameworks.mjs')
} else {
  test('The elements in a browser', { skip: !process.env.CI && 'there is no Chromium: install it with `make browser-deps`' },
    () => assert.fail('there is no Chromium, and CI needs it'))
}
