// The looks of the show: sizes, colours, targets, blank parts, names and weight.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { checkWithAxe, isAxeMissing } from './axe.mjs'
import { largestBlank } from './blank.mjs'
import { finger, framesOf, moved } from './fingers.mjs'
import { boxOf, openShow } from './kit.mjs'
import { contrasts, installColors } from './measures.mjs'
import { until } from './waiting.mjs'

/** The limit of the transfer, including the headers of the responses. */
const MAX_BYTES = 250_000
/** The largest rectangle of nearly one colour, as a part of the screen. */
const MAX_BLANK = 0.15
const STAGES = ['exhibits', 'about', 'tour', 'photos', 'plan', 'light']

/** Sizes with the number of interactions in view, the least target, and the least text in px. */
const sizes = [
  { look: { width: 360, height: 640 }, inView: 2, target: 44, text: 14 },
  { look: { width: 640, height: 360 }, inView: 2, target: 44, text: 14 },
  { look: { width: 768, height: 1024 }, inView: 6, target: 44, text: 14 },
  { look: { width: 1366, height: 768 }, inView: 6, target: 52, text: 14 },
  { look: { width: 1080, height: 1920 }, inView: 6, target: 80, text: 20 },
  { look: { width: 1920, height: 1080 }, inView: 6, target: 80, text: 20 },
  { look: { width: 3840, height: 2160 }, inView: 6, target: 160, text: 40 },
]

/** What is wrong with the layout, and what is in view. */
function layout(stages) {
  const { documentElement: root } = document
  const isIn = ({ left, top, right, bottom, width, height }) =>
    width > 40 && height > 40 && left >= 0 && top >= 0 && right <= innerWidth + 0.5 && bottom <= innerHeight + 0.5
  const seen = element => element.checkVisibility({ visibilityProperty: true })
  const views = stages.map(name => document.querySelector(`.${name}-view`))
  // Letters of a low line reach beyond it.
  const beyond = element => 0.35 * parseFloat(getComputedStyle(element).fontSize)
  const cut = [...document.querySelectorAll('h1, h2, h3, p, a, button')].filter(element =>
    seen(element) && !element.closest('[aria-hidden=true]') && element.clientWidth > 0
    && (element.scrollWidth > element.clientWidth + 1 || element.scrollHeight > element.clientHeight + beyond(element)))
  const overlapping = []
  const boxes = [...document.querySelectorAll('.brand > *, .panel, .tabs')].filter(seen)
    .map(element => [element.textContent.trim().slice(0, 20), element.getBoundingClientRect()])
  for (const [number, [name, one]] of boxes.entries()) {
    for (const [other, two] of boxes.slice(number + 1)) {
      const isApart = one.right <= two.left + 1 || two.right <= one.left + 1
        || one.bottom <= two.top + 1 || two.bottom <= one.top + 1
      if (!isApart) overlapping.push(`${name} and ${other}`)
    }
  }
  const targets = [...document.querySelectorAll('a, button')].filter(seen).map(element => {
    const { width, height } = element.getBoundingClientRect()
    return { name: element.textContent, least: Math.min(width, height) }
  })
  const texts = [...document.querySelectorAll('p, h2, h3, a, button')].filter(seen)
    .map(element => parseFloat(getComputedStyle(element).fontSize))
  return {
    wide: root.scrollWidth, high: root.scrollHeight, overlapping, targets, text: Math.min(...texts),
    inView: views.filter(view => seen(view) && isIn(view.getBoundingClientRect())).length,
    cut: cut.map(element => element.textContent.slice(0, 40)),
  }
}

/** A picture of the screen whose short side has at most 540 pixels, so that a 4K screen costs no more than others. */
const smallPicture = (page, { width, height }) =>
  page.picture({ x: 0, y: 0, width, height }, Math.min(1, 540 / Math.min(width, height)))

async function checkBlank(page, look, what) {
  const { part, ...box } = largestBlank(await smallPicture(page, look))
  assert.ok(part <= MAX_BLANK, `${what}: ${(100 * part).toFixed(1)} % is blank, at ${JSON.stringify(box)}`)
}

for (const { look, inView, target, text } of sizes) {
  // The middle sizes have the colours of the others.
  for (const dark of [640, 768, 1366].includes(look.width) ? [false] : [false, true]) {
    const size = `${look.width} × ${look.height}`
    test(`The show fits on ${size} in ${dark ? 'dark' : 'light'} colours, can be read, and is nowhere blank`, async () => {
      const page = await openShow({ ...look, dark, hash: '#bridge=none' })
      await page.evaluate(installColors)
      const tabs = look.height < 500 || look.width < 600 ? ['hero', 'tour', 'photos', 'plan', 'light'] : [null]
      for (const tab of tabs) {
        if (tab) await page.evaluate(tab => document.querySelector(`.tabs [value=${tab}]`).click(), tab)
        const found = await page.evaluate(layout, STAGES)
        assert.ok(found.wide <= look.width && found.high <= look.height, `${found.wide} × ${found.high}`)
        assert.deepEqual([found.cut, found.overlapping], [[], []], tab)
        assert.deepEqual(found.targets.filter(({ least }) => least < target - 1), [], tab)
        assert.ok(found.text >= text, `text of ${found.text} px`)
        assert.equal(found.inView, tab === 'hero' || !tab ? inView : 1, tab)
        const faint = (await page.evaluate(contrasts)).filter(({ ratio, least }) => ratio < least)
        assert.deepEqual(faint, [], tab)
        await checkBlank(page, look, tab ?? 'the show')
      }
      await page.look({ ...look, dark, reduced: true })
      if (tabs[0]) await page.evaluate(() => document.querySelector('.tabs [value=plan]').click())
      await page.evaluate(() => document.querySelector('#plan .handle').focus())
      await page.key('End')
      await page.until('the plan is open', () => show.isSettled && show.states.plan.detent === 2)
      await checkBlank(page, look, 'with an open plan')
      await page.evaluate(() => show.compare.open())
      await page.frames()
      await checkBlank(page, look, 'side by side')
      await page.close()
    })
  }
}

test('A blank part of the show is found where it is, and not where it has a text', async () => {
  const page = await openShow({ width: 1920, height: 1080, hash: '#bridge=none' })
  const blankWith = async text => {
    await page.evaluate(text => {
      document.querySelector('.planted')?.remove()
      const planted = document.body.appendChild(document.createElement('div'))
      planted.className = 'planted'
      planted.textContent = text
      Object.assign(planted.style, {
        position: 'fixed', left: '480px', top: '240px', width: '800px', height: '480px', zIndex: 9,
        background: 'linear-gradient(#334455, #374859)', color: '#596a7b', textAlign: 'center',
        font: '30px/480px sans-serif',
      })
    }, text)
    return largestBlank(await page.picture({ x: 0, y: 0, width: 1920, height: 1080 }, 0.5))
  }
  const { part, ...box } = await blankWith('')
  assert.deepEqual(box, { x: 240, y: 120, width: 400, height: 240 })
  assert.equal(part.toFixed(4), (800 * 480 / (1920 * 1080)).toFixed(4))
  const cut = await blankWith('a text from one edge to the other, which leaves less than half of it')
  assert.ok(cut.part < 0.5 * part, `${cut.part}`)
  await page.close()
})

describe('The show', () => {
  test('is without a finding of axe-core, at rest and with its sheets open',
    { skip: isAxeMissing }, async () => {
      for (const look of [{ width: 1920, height: 1080 }, { width: 360, height: 640, dark: true }]) {
        const page = await openShow({ ...look, hash: '#bridge=none' })
        for (const isOpen of [false, true]) {
          if (isOpen) {
            await page.evaluate(() => document.querySelector('#hero .handle').focus())
            await page.key('End')
            await page.until('it is open', () => show.isSettled && show.states.about.detent === 2)
          }
          await checkWithAxe(page)
        }
        await page.close()
      }
    })

  test('can be reached by Tab alone, in order, with a visible focus', async () => {
    const page = await openShow({ width: 1080, height: 1920, hash: '#bridge=none' })
    const order = []
    for (let count = 0; count < 8; count++) {
      await page.key('Tab')
      order.push(await page.evaluate(() => {
        const { outlineStyle, outlineWidth } = getComputedStyle(document.activeElement)
        const isSeen = outlineStyle === 'solid' && parseFloat(outlineWidth) >= 3
        const { ariaLabel, textContent } = document.activeElement
        return `${ariaLabel ?? textContent}${isSeen ? '' : ' without an outline'}`
      }))
    }
    assert.deepEqual(order, [
      'Compare', 'Slow motion', 'Rooms', 'The story', 'Stops of your tour', 'Pictures of visitors', 'The floor plan', 'Hour of the day',
    ])
    await page.close()
  })

  test('moves to its target in one step if the user prefers less motion', async () => {
    const page = await openShow({ width: 1920, height: 1080, reduced: true, hash: '#bridge=none' })
    await page.evaluate(() => document.querySelector('.ring').focus())
    await page.key('ArrowRight')
    assert.ok(await page.evaluate(() => show.isSettled && show.states.exhibits.index === 1))
    await page.close()
  })

  test('is at most 250 kB in transfer', async t => {
    const page = await openShow({ width: 1920, height: 1080 })
    const files = [...page.requests.values()].filter(({ url, type }) => url.startsWith('http') && type !== 'WebSocket')
    await until('every file has come', () => files.every(({ bytes }) => bytes > 0))
    const transferred = files.reduce((sum, { bytes }) => sum + bytes, 0)
    t.diagnostic(`${files.length} files: ${transferred} bytes`)
    assert.ok(files.length >= 30 && transferred <= MAX_BYTES, `${files.length} files: ${transferred} bytes`)
    await page.close()
  })

  test('announces each decision once, in an existing live region', async () => {
    const page = await openShow({ width: 1920, height: 1080, touch: true, hash: '#bridge=none' })
    await page.evaluate(() => {
      window.regions = [...document.querySelectorAll('[role=status]')]
      window.said = []
      const observer = new MutationObserver(changes => {
        for (const { target } of changes) {
          const { notice } = target.closest('[role=status]')?.dataset ?? {}
          if (target.textContent.includes('Put away')) said.push(notice)
        }
      })
      for (const region of regions) observer.observe(region, { childList: true, characterData: true, subtree: true })
    })
    const { x, y, width, height } = await boxOf(page, '.photos-view')
    await page.touch(framesOf(moved([finger([[0, 160, 120]])], x + width / 2, y + 0.3 * height)))
    await page.until('it rests', () => show.stages.photos.ends === 1 && show.isSettled)
    assert.deepEqual(await page.evaluate(() => said), ['photos'])
    assert.ok(await page.evaluate(() => regions.every(region => region.isConnected)))
    await page.close()
  })

  test('keeps its state when the screen turns', async () => {
    const page = await openShow({ width: 1920, height: 1080, hash: '#bridge=none' })
    await page.evaluate(() => document.querySelector('.ring').focus())
    await page.key('ArrowRight')
    await page.until('it rests', () => show.isSettled)
    await page.look({ width: 1080, height: 1920 })
    await page.frames()
    await page.until('it rests again', () => show.isSettled)
    const { index, left } = await page.evaluate(() => ({
      index: show.states.exhibits.index,
      left: document.querySelectorAll('.poster')[1].getBoundingClientRect().left - document.querySelector('.row').getBoundingClientRect().left,
    }))
    assert.equal(index, 1)
    assert.ok(left > 0 && left < 20, `the second poster is ${left} px from the start of the row`)
    await page.close()
  })
})
