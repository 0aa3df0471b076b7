// The custom elements without a browser: their names, their attributes, and their one connection. The rest is tested in
// Chromium: Tests/Web/browser/elements.mjs and its neighbours.
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { after, afterEach, before, beforeEach, describe, test } from 'node:test'
import * as elements from '../../Sources/Web/flick-elements.js'
import { flag, number, reflect, text } from '../../Sources/Web/flick/elements/attributes.js'
import { PullAtTop } from '../../Sources/Web/flick/elements/refresh.js'
import { applyStyle } from '../../Sources/Web/flick/elements/shadow.js'

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

describe('A pull at the top of a list', () => {
  let isAtTop, pull
  beforeEach(() => {
    isAtTop = true
    pull = new PullAtTop({ isAtTop: () => isAtTop, reducesMotion: false })
  })
  const move = (phase, y, id = 1, time = 1e6) =>
    pull.handle({ id, phase, time, translation: { x: 0, y }, velocity: { x: 0, y: 0 }, decisiveVelocity: { x: 0, y: 0 },
      decisiveEndTranslation: { x: 0, y }, slop: phase === 'begin' ? 10 : null, zone: null })

  test('refreshes if it began at the top', () => {
    assert.deepEqual([move('begin', 12), move('update', 300), move('end', 300)], [false, false, true])
    assert.deepEqual([pull.isRefreshing, pull.state], [true, 'refreshing'])
  })

  test('is ignored to its end if a finger scrolled the list to its top', () => {
    isAtTop = false
    move('begin', 12)
    isAtTop = true
    assert.deepEqual([move('update', 300), pull.isHeld, move('end', 300)], [false, false, false])
    move('begin', 12, 2)
    assert.ok(pull.isHeld, 'the next one pulls')
  })

  test('leaves a swipe up to the browser, also while the content refreshes', () => {
    pull.put(true)
    move('begin', -12)
    move('update', -80)
    assert.deepEqual([pull.isHeld, pull.offset(1e6)], [false, 64])
  })

  test('lets caught content return if the finger scrolls', () => {
    pull.put(true)
    pull.finish(1e6)
    pull.handle({ phase: 'press', time: 1.1e6 })
    assert.ok(pull.isHeld)
    move('begin', -12, 1, 1.2e6)
    assert.deepEqual([pull.isHeld, pull.isMoving(1.21e6), pull.content.start], [false, true, 0])
  })
})

describe('The style of a shadow', () => {
  const before = [globalThis.CSSStyleSheet, globalThis.document]
  afterEach(() => { [globalThis.CSSStyleSheet, globalThis.document] = before })
  const root = () => ({ nodes: [], append(...nodes) { this.nodes.push(...nodes) } })

  test('is one sheet for all shadows with this style', () => {
    globalThis.CSSStyleSheet = class { replaceSync(text) { this.text = text } }
    const [one, other] = [root(), root()]
    for (const shadow of [one, other]) applyStyle(shadow, ':host { top: 0 }')
    assert.equal(one.adoptedStyleSheets[0].text, ':host { top: 0 }')
    assert.equal(one.adoptedStyleSheets[0], other.adoptedStyleSheets[0])
    assert.deepEqual(one.nodes, [])
  })

  test('is an element in a browser without constructable style sheets', () => {
    globalThis.CSSStyleSheet = class { constructor() { throw new TypeError('Illegal constructor') } }
    globalThis.document = { createElement: tag => ({ tag, append(text) { this.text = text } }) }
    const shadow = root()
    applyStyle(shadow, ':host { top: 1px }')
    assert.deepEqual(shadow.nodes.map(({ tag, text }) => [tag, text]), [['style', ':host { top: 1px }']])
    assert.equal(shadow.adoptedStyleSheets, undefined)
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
      'flick-carousel', 'flick-corner', 'flick-deck', 'flick-dial', 'flick-dismiss', 'flick-pager', 'flick-refresh',
      'flick-sheet',
    ])
    assert.equal(defineElements(flick), flick)
    assert.equal(defineElements(), flick, 'without a connection, that of before')
    assert.throws(() => defineElements({}), /already have a connection: define all of them with the same one/)
    assert.equal(FlickElement.connection, flick)
  })

  test('have a class, a type and a reference for each name', () => {
    assert.equal(classes.length, 8)
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
