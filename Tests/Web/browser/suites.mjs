// The suites of one test file, which share one Chromium and one gallery.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { findChromium } from './chromium.mjs'
import { useBrowser } from './kit.mjs'

/** Imports the modules with the suites. Without Chromium, one test of this name is skipped instead; it fails in CI. */
export async function runSuites(name, modules) {
  if (findChromium()) {
    useBrowser()
    for (const module of modules) await import(`./${module}.mjs`)
    return
  }
  test(name, { skip: !process.env.CI && 'there is no Chromium: install it with `packaging/deps.sh browser`' },
    () => assert.fail('there is no Chromium, and CI needs it'))
}
