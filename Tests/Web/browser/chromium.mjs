// Headless Chromium, driven through two pipes by its DevTools protocol: JSON messages that end with
// a zero byte.
import { spawn } from 'node:child_process'
import { accessSync, constants } from 'node:fs'
import { delimiter, join } from 'node:path'
import { inTime } from './waiting.mjs'

const NAMES = ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome']
const FLAGS = [
  '--headless=new', '--remote-debugging-pipe', '--no-first-run', '--no-default-browser-check', '--disable-gpu',
  // Chromium must contact nothing but the gallery, and must not sleep because no window is in
  // front.
  '--disable-background-networking', '--disable-component-update', '--disable-sync', '--disable-extensions',
  '--disable-default-apps', '--no-pings', '--disable-renderer-backgrounding', '--disable-background-timer-throttling',
  '--disable-backgrounding-occluded-windows', '--hide-scrollbars', '--force-color-profile=srgb',
  '--disable-dev-shm-usage',
]

/** The path of Chromium, from $CHROMIUM or by its usual names; null if there is none. */
export function findChromium() {
  const folders = (process.env.PATH ?? '').split(delimiter)
  const candidates = process.env.CHROMIUM
    ? [process.env.CHROMIUM] : NAMES.flatMap(name => folders.map(folder => join(folder, name)))
  return candidates.find(path => {
    try {
      accessSync(path, constants.X_OK)
      return true
    } catch {
      return false
    }
  }) ?? null
}

export class Browser {
  #process
  #said = ''
  #rest = []
  #nextId = 1
  #answers = new Map()
  #listeners = new Map()
  #end = null

  /** Starts Chromium with its profile in a folder, and waits until it answers. */
  static async start(folder) {
    const path = findChromium()
    if (!path) throw new Error('there is no Chromium: install it with `packaging/deps.sh browser`, or set $CHROMIUM')
    const browser = new Browser()
    // The sandbox refuses to run as root, as in CI, where the machine is isolated.
    const flags = process.getuid() === 0 ? [...FLAGS, '--no-sandbox'] : FLAGS
    browser.#process = spawn(path, [...flags, `--user-data-dir=${folder}`, 'about:blank'], {
      stdio: ['ignore', 'ignore', 'pipe', 'pipe', 'pipe'], env: { ...process.env, HOME: folder, TZ: 'UTC' },
    })
    browser.#listen()
    browser.version = (await inTime('Chromium’s version', browser.send('Browser.getVersion'))).product
    return browser
  }

  #listen() {
    const { stderr, stdio: [, , , input, output] } = this.#process
    stderr.on('data', data => { this.#said = (this.#said + data).slice(-2000) })
    // A message to a dead Chromium is lost; its end reports the death.
    input.on('error', () => {})
    output.on('data', data => this.#take(data))
    const over = why => {
      this.#end ??= new Error(`Chromium ${why}; its output: ${this.#said}`)
      for (const { reject } of this.#answers.values()) reject(this.#end)
      this.#answers.clear()
    }
    this.#process.on('error', error => over(`did not start: ${error.message}`))
    this.#process.on('exit', (code, signal) => over(`ended with ${signal ?? code}`))
  }

  #take(data) {
    let from = 0
    for (let end = data.indexOf(0); end >= 0; end = data.indexOf(0, from)) {
      this.#rest.push(data.subarray(from, end))
      this.#hear(JSON.parse(Buffer.concat(this.#rest).toString()))
      this.#rest = []
      from = end + 1
    }
    if (from < data.length) this.#rest.push(data.subarray(from))
  }

  #hear({ id, sessionId, method, params, result, error }) {
    if (id === undefined) {
      this.#listeners.get(sessionId)?.(method, params)
      return
    }
    const answer = this.#answers.get(id)
    this.#answers.delete(id)
    if (error) answer?.reject(new Error(`${answer.method}: ${error.message} ${error.data ?? ''}`))
    else answer?.resolve(result)
  }

  /** Sends a request; returns its result. */
  send(method, params = {}, sessionId = undefined) {
    if (this.#end) return Promise.reject(this.#end)
    const id = this.#nextId++
    this.#process.stdio[3].write(`${JSON.stringify({ id, method, params, sessionId })}\0`)
    return new Promise((resolve, reject) => this.#answers.set(id, { resolve, reject, method }))
  }

  /** Calls `heard(method, params)` for each event of a session; null removes the handler. */
  listen(sessionId, heard) {
    if (heard) this.#listeners.set(sessionId, heard)
    else this.#listeners.delete(sessionId)
  }

  async close() {
    if (this.#process.exitCode !== null || this.#process.signalCode !== null) return
    const gone = new Promise(resolve => { this.#process.once('exit', resolve) })
    this.send('Browser.close').catch(() => {})
    await inTime('Chromium’s end', gone, 5000).catch(() => {
      this.#process.kill('SIGKILL')
      return gone
    })
  }
}
