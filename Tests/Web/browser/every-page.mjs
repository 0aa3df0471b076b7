// What applies to every page that the tests have opened: these tests must run last.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { pages } from './kit.mjs'

describe('Every page of these tests', () => {
  test('contacted only its own bridge', () => {
    assert.ok(pages.length > 5)
    for (const { host, requests } of pages) {
      for (const { url } of requests.values()) assert.ok(/^data:/.test(url) || new URL(url).host === host, url)
    }
  })

  test('caused no complaint of Chromium', () => {
    assert.deepEqual(pages.flatMap(({ complaints }) => complaints), [])
  })
})
