// The modules that the bridge serves to pages of another server: who receives them, how often, and with which digest.
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { SURFACE, flickUp } from './foreign.mjs'
import { openEmpty } from './kit.mjs'
import { Service } from './service.mjs'
import { serve } from './serving.mjs'

/** An empty page with these elements in its head. */
const empty = (head = '') => `<!doctype html><link rel="icon" href="data:,">${head}<div style="height: 100vh"></div>`

describe('The modules of the bridge', () => {
  const pages = { '/': empty() }
  let server, stranger, service, page, modules
  before(async () => {
    server = await serve(pages)
    stranger = await serve(pages)
    service = await Service.start('positions', { origin: server.url })
    modules = `${service.url}flick/`
    page = await openEmpty()
    await page.look(SURFACE)
  })
  after(async () => {
    await page.close()
    await service.stop()
    server.close()
    stranger.close()
  })

  /** Imports a module in a page; returns the number of its names, or the error. */
  const names = (specifier, from = page) => from.evaluate(specifier =>
    import(specifier).then(all => Object.keys(all).length, error => `${error}`), specifier)

  test('connect a page of another origin, which receives a swipe of flickd', async () => {
    await page.visit(server.url)
    await page.evaluate(async (modules, socket, token) => {
      const { connect } = await import(`${modules}flick.js`)
      window.swipes = []
      connect(socket, { token }).zone(document.querySelector('div'), { name: 'page', axis: 'y' }, swipe =>
        swipes.push([swipe.phase, swipe.decision?.direction, swipe.panelId]))
    }, modules, service.url.replace('http', 'ws'), service.token)
    await flickUp(page, service, () => swipes.some(([phase]) => phase === 'end'))
    assert.deepEqual(await page.evaluate(() => swipes.at(-1)), ['end', 'up', 'replay:fingers.evemu'])
  })

  test('are not transferred again if the page is loaded again', async () => {
    const fresh = await openEmpty()
    const load = async visit => {
      fresh.requests.clear()
      await visit()
      assert.ok(await names(`${modules}flick.js`, fresh) > 10)
      const found = [...fresh.requests.values()].filter(({ url }) => url.startsWith(modules))
      assert.ok(found.length > 20, `${found.length} modules`)
      return found.reduce((sum, { bytes }) => sum + bytes, 0)
    }
    const first = await load(() => fresh.visit(server.url))
    const second = await load(() => fresh.reload())
    await fresh.close()
    assert.ok(second < first / 3, `${first} bytes, and then ${second}`)
  })

  test('are found by name with the import map of the bridge, and refused with another digest', async () => {
    const map = await (await fetch(`${modules}importmap.json`)).json()
    const use = path => {
      pages[path] = empty(`<script type="importmap">${JSON.stringify(map)}</script>`)
      return page.visit(server.url + path)
    }
    await use('/mapped')
    assert.ok(await names('flickd') > 10)
    const part = `${modules}flick/spring.js`
    map.integrity[part] = map.integrity[`${modules}flick/session.js`]
    page.complaints.length = 0
    await use('/tampered')
    assert.match(`${await names('flickd')}`, /TypeError/)
    assert.match(page.complaints.join(), /digest.*spring\.js|spring\.js.*digest/i)
  })

  test('are refused to another origin, also as a script that is not a module', async () => {
    await page.visit(stranger.url)
    assert.match(`${await names(`${modules}flick.js`)}`, /TypeError/)
    const event = await page.evaluate(src => new Promise(resolve => {
      const script = Object.assign(document.createElement('script'), { src })
      script.onload = script.onerror = ({ type }) => resolve(type)
      document.head.append(script)
    }), `${modules}flick/session.js`)
    assert.equal(event, 'error')
    assert.match(service.log, new RegExp(`a page of ${stranger.url} is refused`))
  })

  test('are refused to a sandboxed page, whose origin is null', async () => {
    const script = `import('${modules}flick.js').then(() => 'loaded', () => 'refused').then(how => parent.postMessage(how, '*'))`
    await page.visit(server.url)
    const how = await page.evaluate(script => new Promise(resolve => {
      addEventListener('message', ({ data }) => resolve(data))
      const frame = Object.assign(document.createElement('iframe'), { srcdoc: `<script>${script}</scr` + 'ipt>' })
      frame.sandbox.add('allow-scripts')
      document.body.append(frame)
    }), script)
    assert.equal(how, 'refused')
    assert.match(service.log, /a page of null is refused/)
  })
})
