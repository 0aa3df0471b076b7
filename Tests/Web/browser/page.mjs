// One page in a browser: its content, its WebSocket lines in both directions, and simulated
// fingers, keys and mouse.
import { inTime, until } from './waiting.mjs'

/** Keys without a letter, with their Windows key codes, which Chromium requires. */
const KEYS = {
  Backspace: 8, Tab: 9, Enter: 13, Escape: 27, ' ': 32, PageUp: 33, PageDown: 34, End: 35, Home: 36, ArrowLeft: 37, ArrowUp: 38, ArrowRight: 39, ArrowDown: 40,
}
const TEXTS = { Enter: '\r', ' ': ' ' }

export class Page {
  #browser
  #session
  #context
  #target
  #loaded = null
  #film = null

  /** The lines received and sent over WebSockets, parsed, in one order. */
  lines = []
  /**
   * The network requests: {url, type, bytes, status}; `bytes` are the transferred bytes with
   * headers.
   */
  requests = new Map()
  /** The complaints of the browser. */
  complaints = []

  /** Opens an empty page with its own cache, or with the cache of another page. */
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
    for (const domain of ['Page', 'Runtime', 'Network', 'Log']) await page.send(`${domain}.enable`)
    // Durations are processor time, not time that passes: other processes do not lengthen them.
    await page.send('Performance.enable', { timeDomain: 'threadTicks' })
    await page.look(look)
    return page
  }

  send(method, params) { return this.#browser.send(method, params, this.#session) }

  async close() {
    this.#browser.listen(this.#session, null)
    await this.#browser.send('Target.disposeBrowserContext', { browserContextId: this.#context })
  }

  /** Closes only this tab. */
  async closeTab() {
    this.#browser.listen(this.#session, null)
    await this.#browser.send('Target.closeTarget', { targetId: this.#target })
  }

  #hear(method, params) {
    switch (method) {
      case 'Page.loadEventFired': return this.#loaded?.()
      case 'Page.screencastFrame':
        this.#film?.push({ at: params.metadata.timestamp * 1000, png: Buffer.from(params.data, 'base64') })
        // Chromium waits for this before the next picture. A page that has closed has no next one.
        this.send('Page.screencastFrameAck', { sessionId: params.sessionId }).catch(() => {})
        return
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

  #keep(direction, text) { for (const one of text.split('\n')) if (one) this.lines.push({ direction, line: JSON.parse(one) }) }

  /** Sets the window's size in CSS pixels, its density and the user's preferences. */
  async look({ width = 1280, height = 800, scale = 1, touch = false, dark = false, reduced = false } = {}) {
    const { windowId } = await this.send('Browser.getWindowForTarget')
    await this.send('Browser.setWindowBounds', { windowId, bounds: { width, height } })
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

  /** Opens an address and waits until everything is loaded. */
  async visit(url) {
    const loaded = new Promise(resolve => { this.#loaded = resolve })
    const { errorText } = await this.send('Page.navigate', { url })
    if (errorText) throw new Error(`${url}: ${errorText}`)
    await inTime(`${url} is loaded`, loaded)
  }

  /** Reloads the page. */
  async reload() {
    const loaded = new Promise(resolve => { this.#loaded = resolve })
    await this.send('Page.reload')
    await inTime('the page is loaded again', loaded)
  }

  /** Calls a function in the page with JSON values; returns its result or that of its promise. */
  async evaluate(body, ...values) {
    const { result, exceptionDetails } = await this.send('Runtime.evaluate', {
      expression: `(${body})(...${JSON.stringify(values)})`, awaitPromise: true, returnByValue: true,
    })
    if (exceptionDetails) throw new Error(exceptionDetails.exception?.description ?? exceptionDetails.text)
    return result.value
  }

  /** Repeats a function in the page until its result is true. */
  until(words, body, ...values) { return until(words, () => this.evaluate(body, ...values)) }

  /** Waits two frames, so that the page has drawn everything. */
  frames() {
    return this.evaluate(() => new Promise(drawn => {
      const begin = performance.now()
      // A busy page draws frames late, with the times at which they were due: they do not show the present.
      requestAnimationFrame(function frame(time) {
        requestAnimationFrame(time < begin ? frame : () => drawn(null))
      })
    }))
  }

  /**
   * Takes a PNG of the page or of a part {x, y, width, height}, with `scale` pixels per CSS pixel.
   */
  async picture(clip, scale = 1) {
    const { data } = await this.send('Page.captureScreenshot', {
      format: 'png', captureBeyondViewport: true, ...(clip && { clip: { ...clip, scale } }),
    })
    return Buffer.from(data, 'base64')
  }

  /**
   * Takes pictures of the page while `play` runs, as fast as Chromium can: [{at, png}], with the time in ms.
   *
   * A picture is at most `width` pixels wide.
   */
  async film(width, play) {
    this.#film = []
    await this.send('Page.startScreencast', { format: 'png', maxWidth: width, maxHeight: width })
    await play()
    await this.send('Page.stopScreencast')
    return this.#film
  }

  /** Presses and releases a key. */
  async key(key, { shift = false } = {}) {
    const windowsVirtualKeyCode = KEYS[key]
    const one = { key, code: key === ' ' ? 'Space' : key, windowsVirtualKeyCode, modifiers: shift ? 8 : 0 }
    const text = TEXTS[key]
    await this.send('Input.dispatchKeyEvent', { type: text ? 'keyDown' : 'rawKeyDown', text, ...one })
    await this.send('Input.dispatchKeyEvent', { type: 'keyUp', ...one })
  }

  /** Clicks at a position of the viewport. */
  async click(x, y) {
    const one = { x, y, button: 'left', clickCount: 1 }
    await this.send('Input.dispatchMouseEvent', { type: 'mousePressed', ...one })
    await this.send('Input.dispatchMouseEvent', { type: 'mouseReleased', ...one })
  }

  /**
   * Touches the page according to frames (see fingers.mjs), each at its own timestamp.
   *
   * The events contain the frames' times, so a late machine changes nothing. The first frame is at
   * `start`, in ms of Date.now().
   */
  async touch(frames, start = Date.now() + 20) {
    for (const { time, touches } of frames) {
      await inTime('the next frame is due', new Promise(due => { setTimeout(due, start + time - Date.now()) }))
      const send = (type, touches) => this.send('Input.dispatchTouchEvent', {
        type, timestamp: (start + time) / 1000, touchPoints: touches.map(({ finger, x, y }) => ({ id: finger, x, y })),
      })
      const lifted = touches.filter(one => one.change === 'lifted')
      const hasLandings = touches.some(one => one.change === 'landed')
      if (lifted.length < touches.length) await send(hasLandings ? 'touchStart' : 'touchMove', touches)
      // Without points, all fingers lift.
      if (lifted.length > 0) await send('touchEnd', lifted.length < touches.length ? lifted : [])
    }
  }

  /**
   * Touches the page according to frames (see fingers.mjs), and lets the page draw once after each.
   *
   * The page handles as many events and draws as many frames on any machine. An event has the time at which it is sent.
   */
  async touchInFrames(frames) {
    await this.evaluate(holdFrames)
    for (const frame of frames) {
      await this.touch([{ ...frame, time: 0 }], Date.now())
      await this.evaluate(() => drawFrame())
    }
    await this.evaluate(() => releaseFrames())
  }

  /** The counters of Chromium for the page: LayoutCount, RecalcStyleCount, ScriptDuration (processor time, in s), … */
  async counts() {
    const { metrics } = await this.send('Performance.getMetrics')
    return Object.fromEntries(metrics.map(({ name, value }) => [name, value]))
  }
}

/** Lets the page draw only in `drawFrame()`, until `releaseFrames()`. */
function holdFrames() {
  const { requestAnimationFrame: request, cancelAnimationFrame: cancel } = window
  // Negative ids are not those of the browser.
  const held = new Map()
  let lastId = 0
  /** Calls the callback of a request, unless it has been cancelled. */
  const run = (id, time) => {
    const draw = held.get(id)
    if (held.delete(id)) draw(time)
  }
  window.requestAnimationFrame = draw => {
    held.set(--lastId, draw)
    return lastId
  }
  window.cancelAnimationFrame = id => { if (!held.delete(id)) cancel(id) }
  window.drawFrame = () => new Promise(drawn => {
    request(time => {
      for (const id of [...held.keys()]) run(id, time)
      drawn()
    })
  })
  window.releaseFrames = () => {
    window.requestAnimationFrame = request
    for (const id of held.keys()) request(time => run(id, time))
  }
}
