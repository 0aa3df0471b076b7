// Accessibility of the bench: contrast, names, order, space and reduced motion.
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { NAMES, SURFACE, fingersOf, openGallery, playTo, prepare } from './kit.mjs'
import { clipped, contrasts, installColors, marks } from './measures.mjs'
import { scenarios } from './scenarios.mjs'

/**
 * Checks the page at the beginning, and again with both kinds of verdicts, bars and dismissed
 * things.
 */
async function inBothStates(page, check) {
  await check('as it begins')
  const round = [
    { name: 'carousel', ...scenarios.carousel[0] }, { name: 'sheet', ...scenarios.sheet[1] },
    { name: 'dismiss', ...scenarios.dismiss[3] }, { name: 'projected', ...scenarios.projected[0] },
    { name: 'side', ...scenarios.side[2] }, { name: 'spring', ...scenarios.spring[0] },
  ]
  await playTo(page, await fingersOf(page, round))
  await check('with decisions')
}

for (const dark of [false, true]) {
  describe(`The page in ${dark ? 'dark' : 'light'} colours`, () => {
    let page
    before(async () => {
      page = await openGallery({ dark })
      await page.evaluate(installColors)
    })
    after(() => page.close())

    test('has a contrast of 4.5 for text and 3 for large text', () => inBothStates(page, async when => {
      const found = await page.evaluate(contrasts)
      assert.ok(found.length > 50, `${found.length} texts`)
      const faint = found.filter(({ ratio, least }) => ratio < least)
      assert.deepEqual(faint, [], when)
    }))

    test('has a contrast of 3 for every meaningful mark', async () => {
      const found = await page.evaluate(marks)
      assert.ok(found.length >= 8, `${found.length} kinds of marks`)
      assert.deepEqual(found.filter(({ ratio }) => ratio < 3), [])
    })

    test('shows the focus on every focusable element', async () => {
      await prepare(page)
      await page.evaluate(() => { document.activeElement?.blur() })
      for (let count = 0; count < 2 * NAMES.length; count++) {
        await page.key('Tab')
        const found = await page.evaluate(() => {
          const { outlineStyle, outlineWidth, outlineColor } = getComputedStyle(document.activeElement)
          return { outlineStyle, width: parseFloat(outlineWidth), outlineColor, name: document.activeElement.tagName }
        })
        assert.ok(found.outlineStyle === 'solid' && found.width >= 2, JSON.stringify(found))
      }
    })
  })
}

describe('The page in a screen reader', () => {
  let page, nodes
  before(async () => {
    page = await openGallery()
    await page.send('Accessibility.enable')
    nodes = (await page.send('Accessibility.getFullAXTree')).nodes.filter(({ ignored }) => !ignored)
  })
  after(() => page.close())
  const role = node => node.role?.value
  const property = (node, name) => node.properties?.find(one => one.name === name)?.value.value

  test('has a unique name for every focusable element', () => {
    const found = nodes.filter(node => property(node, 'focusable') && role(node) !== 'RootWebArea')
    // The last one is the link to the show.
    assert.equal(found.length, 2 * NAMES.length + 1)
    const names = found.map(node => `${role(node)} ${node.name?.value}`)
    for (const name of names) assert.match(name, /^\S+ \S{2,}/)
    assert.equal(new Set(names).size, names.length, names.join('; '))
  })

  test('has the expected roles', () => {
    const count = word => nodes.filter(node => role(node) === word).length
    assert.equal(count('main'), 1)
    assert.equal(count('banner'), 1)
    assert.equal(count('article'), NAMES.length)
    assert.equal(count('slider'), 2)
    assert.equal(count('button'), 5)
    assert.equal(count('switch'), NAMES.length)
    assert.equal(count('status'), NAMES.length + 1)
  })

  test('has headings without skipped levels', () => {
    const levels = nodes.filter(node => role(node) === 'heading').map(node => property(node, 'level'))
    assert.deepEqual(levels, [1, ...NAMES.map(() => 2)])
  })

  test('has a language, a title, unique ids and no missing references', async () => {
    const found = await page.evaluate(() => {
      const ids = [...document.querySelectorAll('[id]')].map(({ id }) => id)
      const referred = [...document.querySelectorAll('[aria-labelledby], [aria-describedby]')].flatMap(element =>
        `${element.getAttribute('aria-labelledby') ?? ''} ${element.getAttribute('aria-describedby') ?? ''}`.split(' '))
      return {
        lang: document.documentElement.lang, title: document.title,
        doubled: ids.filter((id, place) => ids.indexOf(id) !== place),
        missing: referred.filter(id => id && !ids.includes(id)),
        viewport: document.querySelector('meta[name=viewport]').content,
      }
    })
    assert.deepEqual(found, {
      lang: 'en', title: 'flickd gallery: seven interactions', doubled: [], missing: [],
      viewport: 'width=device-width, initial-scale=1',
    })
  })

  test('announces each decision once in an existing live region', async () => {
    await page.evaluate(() => {
      window.regions = [...document.querySelectorAll('[role=status]')]
      window.said = []
      const observer = new MutationObserver(changes => {
        for (const { target } of changes) said.push(target.closest('[role=status]')?.closest('.demo')?.id)
      })
      for (const region of regions) observer.observe(region, { childList: true, characterData: true, subtree: true })
    })
    const round = [{ name: 'carousel', ...scenarios.carousel[0] }, { name: 'spring', ...scenarios.spring[0] }]
    await playTo(page, await fingersOf(page, round))
    const { said, isSame } = await page.evaluate(() => ({
      said, isSame: regions.every(region => region.isConnected),
    }))
    assert.ok(isSame)
    // The page announces nothing while a finger moves.
    for (const { name } of round) assert.equal(said.filter(one => one === name).length, 1, name)
  })

  test('has the focus order of the visual layout', async () => {
    const places = await page.evaluate(() => [...document.querySelectorAll('.stage, input')].map(element => {
      const demo = element.closest('.demo').getBoundingClientRect()
      return [demo.top, demo.left, element.getBoundingClientRect().top]
    }))
    const sorted = [...places].sort((a, b) => a[0] - b[0] || a[1] - b[1] || a[2] - b[2])
    assert.deepEqual(places, sorted)
  })
})

describe('The layout of the page', () => {
  const sizes = [
    ['at 320 px', { width: 320, height: 640 }], ['at 320 px, low', { width: 320, height: 256 }],
    ['on a tablet', { width: 768, height: 1024 }], ['at 200 % zoom', { width: 640, height: 400, scale: 2 }],
    ['on a desk', { width: 1920, height: 1080 }], ['in 4K', { width: 3840, height: 2160 }],
    ['on a large kiosk', SURFACE],
  ]
  for (const [words, look] of sizes) {
    test(`cuts nothing off and does not scroll sideways ${words}`, async () => {
      const page = await openGallery(look)
      for (const text of ['100%', '200%']) {
        if (text === '200%' && look.width < 640) continue
        await page.evaluate(size => {
          const { documentElement: root } = document
          if (size === '200%') root.style.fontSize = `${2 * parseFloat(getComputedStyle(root).fontSize)}px`
        }, text)
        await page.frames()
        const found = await page.evaluate(clipped)
        assert.ok(found.wide <= look.width, `${found.wide} px wide, text at ${text}`)
        assert.deepEqual(found.cut, [], `text at ${text}`)
      }
      await page.close()
    })
  }

  test('has targets of at least 24 px in each dimension', async () => {
    const page = await openGallery({ width: 320, height: 640 })
    await page.evaluate(() => { for (const button of document.querySelectorAll('button')) button.hidden = false })
    const small = await page.evaluate(() => [...document.querySelectorAll('.stage, input, button')].map(element => {
      const { width, height } = (element.closest('label') ?? element).getBoundingClientRect()
      return { name: `${element.closest('.demo').id} ${element.tagName}`, width, height }
    }).filter(({ width, height }) => width < 24 || height < 24))
    assert.deepEqual(small, [])
    await page.close()
  })
})

describe('The page with reduced motion', () => {
  let page
  before(async () => { page = await openGallery({ reduced: true }) })
  after(() => page.close())

  const places = () => page.evaluate(() => {
    window.drawn = {}
    for (const demo of document.querySelectorAll('.demo')) {
      const thing = demo.querySelector('.thing')
      drawn[demo.id] = []
      const note = () => {
        if (drawn[demo.id].at(-1) !== thing.style.transform) drawn[demo.id].push(thing.style.transform)
      }
      new MutationObserver(note).observe(thing, { attributes: true, attributeFilter: ['style'] })
    }
    gallery.flick.addEventListener('swipe', ({ detail: { zone, phase } }) => {
      if (phase === 'end' && zone) drawn[zone].length = 0
    })
  })

  test('moves a thing to its target in one step at a release', async () => {
    await places()
    const round = NAMES.map(name => ({ name, ...scenarios[name][0] }))
    await playTo(page, await fingersOf(page, round))
    const drawn = await page.evaluate(() => drawn)
    for (const name of NAMES) {
      // On a busy machine the whole drag may pass within one frame, which shows the card where it was.
      const least = name === 'drag' ? 0 : 1
      assert.ok(drawn[name].length >= least && drawn[name].length <= 1, `${name}: ${drawn[name]}`)
    }
  })

  test('moves a thing to its target in one step with keys', async () => {
    await prepare(page)
    await page.frames()
    await page.evaluate(() => {
      for (const list of Object.values(drawn)) list.length = 0
      document.querySelector('#carousel .stage').focus()
    })
    await page.key('ArrowRight')
    await page.frames()
    assert.equal((await page.evaluate(() => drawn.carousel)).length, 1)
  })
})
