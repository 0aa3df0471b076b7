// The custom elements without a browser: their names, their attributes, and their one connection. The rest is tested in
// Chromium: Tests/Web/browser/elements.mjs and its neighbours.
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { after, before, describe, test } from 'node:test'
import * as elements from '../../Sources/Web/flick-elements.js'
import { flag, number, reflect, text } from '../../Sources/Web/flick/elements/attributes.js'

const { defineElements, FlickElement } = elements
const guide = readFileSync(new URL('../../docs/web.md', import.meta.url), 'utf8')
const types = readFileSync(new URL('../../Sources/Web/flick-elements.d.ts', import.meta.url), 'utf8')
const classes = Object.values(elements).filter(one => one.prototype instanceof FlickElement)

/** An object with attributes. */
class Attributed {
  attributes = new Map()
  getAttribute(name) { return this.attributes.get(name) ?? null }
  setAttribute(name, value) { this.attributes.set(name, String(value)) }
  removeAttribute(name) { this.attributes.delete(name) }
}

describe('An attribute', () => {
  class Thing extends Attributed {}
  reflect(Thing, { perView: number(1), isFree: flag, axis: text('x') })
  class Part extends Thing {}
  reflect(Part, { width: number() })

  test('is a property with the name of the engine', () => {
    const thing = new Part()
    assert.deepEqual([thing.perView, thing.isFree, thing.axis, thing.width], [1, false, 'x', undefined])
    Object.assign(thing, { perView: 3, isFree: true, axis: 'y', width: 200 })
    assert.deepEqual([...thing.attributes], [['per-view', '3'], ['is-free', ''], ['axis', 'y'], ['width', '200']])
    assert.deepEqual([thing.perView, thing.isFree, thing.axis, thing.width], [3, true, 'y', 200])
    Object.assign(thing, { perView: null, isFree: false, width: undefined })
    assert.deepEqual([...thing.attributes], [['axis', 'y']])
    assert.deepEqual(Part.observedAttributes, ['per-view', 'is-free', 'axis', 'width'])
  })

  test('keeps its default for a text that is not a number', () => {
    const thing = new Thing()
    for (const [value, found] of [['', 1], ['wide', 1], ['2.5', 2.5], ['NaN', 1]]) {
      thing.setAttribute('per-view', value)
      assert.equal(thing.perView, found, value)
    }
    thing.setAttribute('is-free', 'false')
    assert.equal(thing.isFree, false)
  })
})

describe('The elements', () => {
  const defined = new Map()
  before(() => {
    globalThis.customElements = { get: name => defined.get(name), define: (name, type) => defined.set(name, type) }
  })
  after(() => { delete globalThis.customElements })

  test('are registered with one connection, once', () => {
    const flick = {}
    assert.equal(defineElements(flick), flick)
    assert.deepEqual([...defined.keys()].sort(), [
      'flick-carousel', 'flick-deck', 'flick-dial', 'flick-dismiss', 'flick-pager', 'flick-sheet',
    ])
    assert.equal(defineElements(flick), flick)
    assert.equal(defineElements(), flick, 'without a connection, that of before')
    assert.throws(() => defineElements({}), /already have a connection: define all of them with the same one/)
    assert.equal(FlickElement.connection, flick)
  })

  test('have a class, a type and a reference for each name', () => {
    assert.equal(classes.length, 6)
    for (const type of classes) {
      assert.match(types, new RegExp(`export class ${type.name} `))
      assert.match(types, new RegExp(`'${type.tag}': ${type.name}`))
      assert.ok(guide.includes(`### ${type.tag}\n`), type.tag)
    }
  })

  test('have every attribute in the guide and every property in the types', () => {
    const shared = guide.slice(guide.indexOf('## Reference of the elements'), guide.indexOf('### flick-carousel'))
    const carousel = guide.slice(guide.indexOf('### flick-carousel'), guide.indexOf('### flick-pager'))
    for (const type of classes) {
      const from = guide.indexOf(`### ${type.tag}\n`)
      const own = guide.slice(from, guide.indexOf('\n##', from + 4)) + shared
      for (const attribute of type.observedAttributes.filter(name => name !== 'aria-label')) {
        const found = own.includes(`\`${attribute}\``) || type.tag === 'flick-pager' && carousel.includes(`\`${attribute}\``)
        assert.ok(found, `${type.tag} ${attribute}`)
      }
      for (const name of Object.keys(type.kinds)) assert.match(types, new RegExp(`\\b${name}: `), `${type.tag} ${name}`)
    }
  })
})
