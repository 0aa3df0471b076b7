// How much of the package a page loads: the modules that an entry imports, without comments and indents, in one file.
// A bundler also shortens names and leaves out what the page does not use, so its file is smaller.
import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { describe, test } from 'node:test'
import { gzipSync } from 'node:zlib'

const web = new URL('../../Sources/Web/', import.meta.url)
const MODULE = /^(?:import|export) [^']*'(\.[^']+)'$/gm

/** The texts of an entry and of all modules that it imports, by their addresses. */
function modulesOf(address, found = new Map()) {
  if (found.has(address.href)) return found
  const text = readFileSync(address, 'utf8')
  found.set(address.href, text)
  for (const [, name] of text.matchAll(MODULE)) modulesOf(new URL(name, address), found)
  return found
}

const strip = text => text
  .replace(MODULE, '').replace(/^ *\/\*\*[\s\S]*?\*\/$/gm, '').replace(/^ *\/\/.*$/gm, '').replace(/^\s+/gm, '')
/** The gzipped bytes of what entries load together. */
function weigh(...entries) {
  const found = new Map()
  for (const entry of entries) modulesOf(new URL(entry, web), found)
  return gzipSync([...found.values()].map(strip).join('\n'), { level: 9 }).length
}

describe('The weight of flick.js', () => {
  test('is at most 40 kB for all modules together', () => {
    const bytes = weigh('flick.js', 'flick-elements.js')
    assert.ok(bytes <= 40_000, `${bytes} bytes`)
    assert.ok(bytes > 20_000, 'the imports are followed')
  })

  test('is at most 8 kB for one interaction, and 9 kB for a row', () => {
    for (const [entry, maxBytes] of [['flick/leaving.js', 8_000], ['flick/sheet.js', 8_000], ['flick/row.js', 9_000]]) {
      const bytes = weigh(entry)
      assert.ok(bytes <= maxBytes, `${entry}: ${bytes} bytes`)
    }
  })

  test('is at most 30 kB for one element with the connection', () => {
    const folder = new URL('flick/elements/', web)
    const names = readdirSync(folder).filter(name => /^ {2}static tag = /m.test(readFileSync(new URL(name, folder), 'utf8')))
    assert.ok(names.length >= 8, `only ${names.length} elements`)
    for (const name of names) {
      const bytes = weigh(`flick/elements/${name}`, 'flick/client.js')
      assert.ok(bytes <= 30_000, `${name}: ${bytes} bytes`)
    }
  })

  test('loads no module of the connection with one element', () => {
    const found = [...modulesOf(new URL('flick/elements/carousel.js', web)).keys()].join(' ')
    assert.doesNotMatch(found, /client|connection|recognizer|pointers/)
  })

  test('changes nothing when it is imported', async () => {
    // In Node there are no elements, no document and no window to change.
    const before = Object.keys(globalThis)
    const { FlickElement, defineElements } = await import('../../Sources/Web/flick-elements.js')
    assert.deepEqual(Object.keys(globalThis), before)
    assert.equal(FlickElement.connection, null)
    assert.equal(typeof defineElements, 'function')
  })
})
