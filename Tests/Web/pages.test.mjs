// What applies to each file of Sources/Web, and seven interactions under the strokes of the browser tests.
import assert from 'node:assert/strict'
import { readFileSync, readdirSync } from 'node:fs'
import { describe, test } from 'node:test'
import {
  BottomSheet, CardCarousel, DismissibleCard, DismissibleSheet, DraggableCard, SpringCard, SwipeCard,
} from '../../Sources/Web/flick.js'
import { Finger, stroke } from './finger.mjs'

const web = new URL('../../Sources/Web/', import.meta.url)
const read = path => readFileSync(new URL(path, web), 'utf8')
const files = readdirSync(web, { recursive: true })
const sources = files.filter(path => /\.(js|css)$/.test(path))
const pages = files.filter(path => path.endsWith('.html'))

describe('Seven interactions under strokes', () => {
  const still = { reducesMotion: false }
  const interactions = {
    carousel: () => new CardCarousel({ count: 5, ...still }), sheet: () => new BottomSheet(still),
    dismiss: () => new DismissibleCard(still), projected: () => new DismissibleSheet(still),
    drag: () => new DraggableCard(still), side: () => new SwipeCard({ exit: 480, ...still }),
    spring: () => new SpringCard(still),
  }
  for (const [words, name, displacement, lasting, expected] of [
    ['a flick brings the next card', 'carousel', { x: -110 }, 100, 1],
    ['a throw passes two cards', 'carousel', { x: -150 }, 80, 2],
    ['a slow short drag leaves the card', 'carousel', { x: -100 }, 900, 0],
    ['a slow drag past half brings the next card', 'carousel', { x: -170 }, 1200, 1],
    ['a flick opens the sheet half', 'sheet', { y: -120 }, 120, 1],
    ['a hard flick opens it wholly', 'sheet', { y: -150 }, 100, 2],
    ['a fast flick dismisses the card', 'dismiss', { y: 90 }, 80, 'down'],
    ['a slow long pull dismisses it', 'dismiss', { y: 210 }, 1000, 'down'],
    ['a slow short pull returns', 'dismiss', { y: 120 }, 600, null],
    ['a flick up returns', 'dismiss', { y: -120 }, 80, null],
    ['a push past half sends the sheet', 'projected', { y: 100 }, 150, 'down'],
    ['a soft push leaves the sheet', 'projected', { y: 100 }, 500, null],
    ['the card springs back', 'drag', { x: 100, y: 50 }, 100, { x: 0, y: 0 }],
    ['more than 100 px send the card right', 'side', { x: 130 }, 400, 'right'],
    ['left as well', 'side', { x: -130 }, 400, 'left'],
    ['a short flick as well', 'side', { x: 80 }, 60, 'right'],
    ['a hard pull sends the spring card', 'spring', { y: 150 }, 80, 'down'],
    ['a soft pull does not', 'spring', { y: 120 }, 300, null],
  ]) {
    test(`decide as predicted before the release: ${words}`, () => {
      const thing = interactions[name]()
      const meant = []
      const finger = new Finger([thing], {
        heard: ({ phase, ...swipe }) => { if (phase === 'update') meant.push(thing.meant?.(swipe)) },
      })
      finger.play(stroke(displacement, lasting), { after: 3000 })
      const result = 'side' in thing ? thing.side : thing.index ?? thing.offset(1e9)
      assert.deepEqual([meant.at(-1), result], [expected, expected])
      assert.ok(!thing.isMoving(1e9))
    })
  }
})

describe('The pages', () => {
  test('connect only to themselves and the bridge, and have no inline script or style', () => {
    assert.ok(sources.length > 100 && pages.length === 2)
    for (const path of sources) {
      const code = read(path).replace(/^\s*(\/\/|\/\*\*?).*$/gm, '')
      assert.doesNotMatch(code, /https?:\/\/(?!www\.w3\.org\/)|\bfetch\(|XMLHttpRequest|@import|eval\(/, path)
    }
    for (const path of pages) assert.doesNotMatch(read(path), /\son\w+=|\sstyle=|<style|<script>/, path)
  })

  test('have files of at most 500 lines and 120 columns', () => {
    for (const path of files.filter(path => /\.(js|css|ts)$/.test(path))) {
      const lines = read(path).split('\n')
      if (lines[0].endsWith('; do not edit.')) continue
      assert.ok(lines.length <= 500, path)
      for (const line of lines) assert.ok(line.length <= 120, `${path}: ${line}`)
    }
  })

  test('have types for every export of flick.js', async () => {
    const types = read('flick.d.ts') + read('flick-interactions.d.ts')
    for (const name of Object.keys(await import('../../Sources/Web/flick.js'))) {
      assert.match(types, new RegExp(`export (class|function|const) ${name}\\b`), name)
    }
  })
})
