// One page in a browser: what it shows, what it is told and says over WebSockets, and fingers, keys and a mouse on it.
import { inTime, until } from './waiting.mjs'

/** Keys that write no letter, with the code by which Windows knows them, which is what Chromium asks for. */
const KEYS = {
  Tab: 9, Enter: 13, Escape: 27, ' ': 32, End: 35, Home: 36, ArrowLeft: 37, ArrowUp: 38, ArrowRight: 39, ArrowDown: 40,
}
const TEXTS = { Enter: '\r', ' ': ' ' }

export class Page {
  #browser
  #session
  #context
  #target
  #loaded = null

  /** The lines that came over WebSockets, and those that were said, parsed, in one order. */
  lines = []
  /** What was asked for over the network: {url, type, bytes, status}; bytes as they were transferred, headers too. */
  requests = new Map()
  /** Everything that the browser complains of. */
  complaints = []

  /** Opens an empty page with a cache of its own, or with that of another page. */
  static async open(browser, { beside = null, ...look } = {}) {
    const page = new Page()
    page.#browser = browser
    page.#context = beside ? beside.#context : (await browser.send('Target.createBrowserContext')).browserContextId
    page.#target = (await browser.send('Target.createTarget', {
      url: 'about:blank', browserContextId: page.#context, ...(beside ? {} : { width: 1280, height: 800 }),
    })).targetId
    const { sessionId } = await browser.send('Target.attachToTarget', { targetId: page.#target, flatten: true })
    page.#session = sessionId
    browser.listen(sessionId, (method, params) => page.#hear(method, params))
    for (const domain of ['Page', 'Runtime', 'Network', 'Log', 'Performance']) await page.send(`${domain}.enable`)
    await page.look(look)
    return page
  }

  send(method, params) { return this.#browser.send(method, params, this.#session) }

  async close() {
    this.#browser.listen(this.#session, null)
    await this.#browser.send('Target.disposeBrowserContext', { browserContextId: this.#context })
  }

  /** Closes this tab alone. */
  async closeTab() {
    this.#browser.listen(this.#session, null)
    await this.#browser.send('Target.closeTarget', { targetId: this.#target })
  }

  #hear(method, params) {
    switch (method) {
      case 'Page.loadEventFired': return this.#loaded?.()
      case 'Network.webSocketFrameReceived': return this.#keep('heard', params.response.payloadData)
      case 'Network.webSocketFrameSent': return this.#keep('said', params.response.payloadData)
      case 'Network.webSocketCreated':
        this.requests.set(params.requestId, { url: params.url, type: 'WebSocket', bytes: 0 })
        return
      case 'Network.requestWillBeSent':
        this.requests.set(params.requestId, { url: params.request.url, type: params.type, bytes: 0 })
        return
      case 'Network.responseReceived': {
        const { status, headers } = params.response
        Object.assign(this.requests.get(params.requestId) ?? {}, { status, headers })
        return
      }
      case 'Network.loadingFinished':
        Object.assign(this.requests.get(params.requestId) ?? {}, { bytes: params.encodedDataLength })
        return
      case 'Network.loadingFailed':
        this.complaints.push(`${this.requests.get(params.requestId)?.url}: ${params.errorText}`)
        return
      case 'Runtime.consoleAPICalled':
        this.complaints.push(`${params.type}: ${params.args.map(one => one.value ?? one.description).join(' ')}`)
        return
      case 'Runtime.exceptionThrown': {
        const { text, exception } = params.exceptionDetails
        this.complaints.push(`${text} ${exception?.description ?? ''}`)
        return
      }
      case 'Log.entryAdded':
        this.complaints.push(`${params.entry.level}: ${params.entry.text} ${params.entry.url ?? ''}`)
    }
  }

  #keep(way, text) { for (const one of text.split('\n')) if (one) this.lines.push({ way, line: JSON.parse(one) }) }

  /** Sets the window's size in CSS pixels, its density, and what the user prefers. */
  async look({ width = 1280, height = 800, scale = 1, touch = false, dark = false, reduced = false } = {}) {
    await this.send('Emulation.setDeviceMetricsOverride', {
      width, height, deviceScaleFactor: scale, mobile: false, screenWidth: width, screenHeight: height,
      positionX: 0, positionY: 0,
    })
    await this.send('Emulation.setTouchEmulationEnabled', { enabled: touch, maxTouchPoints: touch ? 10 : 1 })
    await this.send('Emulation.setEmulatedMedia', {
      features: [
        { name: 'prefers-color-scheme', value: dark ? 'dark' : 'light' },
        { name: 'prefers-reduced-motion', value: reduced ? 'reduce' : 'no-preference' },
      ],
    })
  }

  /** Goes to an address and waits until everything there is loaded. */
  async visit(url) {
    const loaded = new Promise(resolve => { this.#loaded = resolve })
    const { errorText } = await this.send('Page.navigate', { url })
    if (errorText) throw new Error(`${url}: ${errorText}`)
    await inTime(`${url} is loaded`, loaded)
  }

  /** Loads the page once more. */
  async reload() {
    const loaded = new Promise(resolve => { this.#loaded = resolve })
    await this.send('Page.reload')
    await inTime('the page is loaded again', loaded)
  }

  /** Calls a function in the page with values that JSON knows; what it answers, or what its promise comes to. */
  async evaluate(body, ...values) {
    const { result, exceptionDetails } = await this.send('Runtime.evaluate', {
      expression: `(${body})(...${JSON.stringify(values)})`, awaitPromise: true, returnByValue: true,
    })
    if (exceptionDetails) throw new Error(exceptionDetails.exception?.description ?? exceptionDetails.text)
    return result.value
  }

  /** Asks in the page until the answer is true. */
  until(words, body, ...values) { return until(words, () => this.evaluate(body, ...values)) }

  /** Lets the page draw what it has to: two frames. */
  frames() {
    return this.evaluate(() => new Promise(drawn => {
      requestAnimationFrame(() => requestAnimationFrame(() => drawn(null)))
    }))
  }

  /** The page, or a part of it {x, y, width, height}, as a PNG of `scale` pixels for each of CSS. */
  async picture(clip, scale = 1) {
    const { data } = await this.send('Page.captureScreenshot', {
      format: 'png', captureBeyondViewport: true, ...(clip && { clip: { ...clip, scale } }),
    })
    return Buffer.from(data, 'base64')
  }

  /** Presses and releases a key. */
  async key(key, { shift = false } = {}) {
    const windowsVirtualKeyCode = KEYS[key]
    const one = { key, code: key === ' ' ? 'Space' : key, windowsVirtualKeyCode, modifiers: shift ? 8 : 0 }
    const text = TEXTS[key]
    await this.send('Input.dispatchKeyEvent', { type: text ? 'keyDown' : 'rawKeyDown', text, ...one })
    await this.send('Input.dispatchKeyEvent', { type: 'keyUp', ...one })
  }

  /** Clicks at a place of the viewport. */
  async click(x, y) {
    const one = { x, y, button: 'left', clickCount: 1 }
    await this.send('Input.dispatchMouseEvent', { type: 'mousePressed', ...one })
    await this.send('Input.dispatchMouseEvent', { type: 'mouseReleased', ...one })
  }

  /**
   * Touches the page as frames say, each at its own moment: see fingers.mjs. Events carry the frames' times, so that a
   * machine that is late changes nothing. The first is at `start`, in ms of Date.now().
   */
  async touch(frames, start = Date.now() + 20) {
    for (const { time, touches } of frames) {
      await inTime('the next frame is due', new Promise(due => { setTimeout(due, start + time - Date.now()) }))
      const points = touches.filter(one => one.change !== 'lifted')
      const type = touches.some(one => one.change === 'landed')
        ? 'touchStart' : touches.some(one => one.change === 'lifted') ? 'touchEnd' : 'touchMove'
      await this.send('Input.dispatchTouchEvent', {
        type, timestamp: (start + time) / 1000, touchPoints: points.map(({ finger, x, y }) => ({ id: finger, x, y })),
      })
    }
  }

  /** What Chromium has counted on the page: LayoutCount, RecalcStyleCount, ScriptDuration, … */
  async counts() {
    const { metrics } = await this.send('Performance.getMetrics')
    return Object.fromEntries(metrics.map(({ name, value }) => [name, value]))
  }
}
