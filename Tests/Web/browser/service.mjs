// flickd, which plays recordings like a panel, and `flickctl gallery` in front of it, in their own
// folder.
import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { inTime } from './waiting.mjs'

const root = fileURLToPath(new URL('../../../', import.meta.url))
/** The folder of the programs. */
export const built = process.env.FLICKD_BUILT ?? join(root, '.build/debug')

class Process {
  said = ''

  constructor(name, words, environment = {}) {
    this.name = name
    this.child = spawn(join(built, name), words,
      { stdio: ['ignore', 'pipe', 'pipe'], env: { PATH: process.env.PATH, ...environment } })
    this.child.stderr.on('data', data => { this.said = (this.said + data).slice(-4000) })
    this.child.on('error', error => { this.said += error.message })
    const abandon = () => this.child.kill('SIGKILL')
    process.once('exit', abandon)
    this.child.once('exit', () => process.off('exit', abandon))
    this.ended = new Promise(resolve => {
      this.child.on('exit', (code, signal) => resolve(signal ?? code))
      this.child.on('error', () => resolve('no code: it does not start; build it, or set $FLICKD_BUILT'))
    })
  }

  signal(name) { this.child.kill(name) }

  /** Ends the process if it still runs. */
  async stop() {
    if (this.child.exitCode !== null || this.child.signalCode !== null) return
    this.child.kill('SIGCONT')
    this.child.kill('SIGTERM')
    await inTime(`${this.name} ends`, this.ended, 10_000).catch(() => this.child.kill('SIGKILL'))
  }
}

/** A free port. A bridge needs the origin of its page, and therefore the port, before it starts. */
async function freePort() {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address()
  server.close()
  await once(server, 'close')
  return port
}

/** Copies the pages, and the page with seven interactions beside them, into a folder. */
function pagesIn(folder) {
  const web = join(folder, 'web')
  cpSync(join(root, 'Sources/Web'), web, { recursive: true })
  cpSync(join(root, 'Tests/Web/seven'), join(web, 'seven'), { recursive: true })
  return web
}

export class Service {
  #gallery
  #flickd = null
  /** The token that each page must present; null if none is needed or the address contains it. */
  token = null

  /**
   * Starts the gallery. Each `flickd` or `play` starts a flickd behind it.
   *
   * With a `level` it starts a bridge that limits pages to that level. The gallery has a token for
   * all pages, unless it must admit one page by its printed address. With an `origin`, the bridge admits the pages of this
   * origin, with a token. `web` is the folder that is served; by default the pages with that of seven interactions.
   */
  static async start(level = null, options = {}) {
    const {
      admitsOnePage = false, origin = null, web = null,
      hasToken = origin !== null || !level && !admitsOnePage,
    } = options
    const service = new Service()
    service.folder = mkdtempSync(join(tmpdir(), 'flick-browser-'))
    service.socket = join(service.folder, 'flickd.sock')
    writeFileSync(join(service.folder, 'flickd.toml'), '')
    const port = level ? await freePort() : 0
    const words = ['--json', '--listen', `127.0.0.1:${port}`, '--web', web ?? pagesIn(service.folder)]
    const verb = level ? ['bridge', '--origin', `${origin ?? `http://127.0.0.1:${port}`}=${level}`] : ['gallery']
    if (hasToken) {
      service.token = randomBytes(24).toString('base64url')
      const file = join(service.folder, 'token')
      writeFileSync(file, service.token, { mode: 0o600 })
      verb.push('--token-file', file)
    }
    service.#gallery = new Process('flickctl', [...verb, ...words, '--socket', service.socket])
    service.url = await service.#listening(verb[0])
    return service
  }

  /** Starts the gallery with a flickd of its own, which plays its demo. */
  static async demo() {
    const service = new Service()
    service.folder = mkdtempSync(join(tmpdir(), 'flick-browser-'))
    service.#gallery = new Process('flickctl', [
      'gallery', '--demo', '--json', '--listen', '127.0.0.1:0', '--web', join(root, 'Sources/Web'),
    ], { TMPDIR: service.folder })
    service.url = await service.#listening('gallery --demo')
    return service
  }

  /** Starts `flickctl studio`, which plays a recording, or reads a touchscreen, to the page of its printed address. */
  static async studio(recording, touchscreen = null, ...words) {
    const service = new Service()
    service.folder = mkdtempSync(join(tmpdir(), 'flick-browser-'))
    const [file, none] = ['fingers.evemu', 'flickd.toml'].map(name => join(service.folder, name))
    writeFileSync(none, '')
    if (recording !== null) writeFileSync(file, recording)
    service.#gallery = new Process('flickctl', [
      'studio', ...(recording === null ? [] : [file]), '--json', '--listen', '127.0.0.1:0',
      '--web', join(root, 'Sources/Web'), '--config', none, ...words,
    ], touchscreen?.environment)
    service.url = await service.#listening('studio')
    return service
  }

  /** The address that a command reports. */
  async #listening(verb) {
    const { child, ended } = this.#gallery
    const [first] = await inTime(`flickctl ${verb} reports its address`, Promise.race([
      once(child.stdout, 'data'),
      ended.then(how => { throw new Error(`flickctl ${verb} ended with ${how}: ${this.#gallery.said}`) }),
    ]))
    return JSON.parse(first).url.replace(/^ws/, 'http')
  }

  /** Starts flickd with a recording or with other arguments; the caller must wait for its end. */
  flickd(recording, ...words) {
    if (recording !== null) {
      const file = join(this.folder, 'fingers.evemu')
      writeFileSync(file, recording)
      words = ['--replay', file, ...words]
    }
    const own = ['--config', join(this.folder, 'flickd.toml'), '--socket', this.socket]
    this.#flickd = new Process('flickd', [...own, ...words])
    return this.#flickd
  }

  /** The last 4,000 characters of the log of the gallery or the bridge. */
  get log() { return this.#gallery.said }

  /** Plays a recording to its end; a subscriber must arrive within `within` ms. */
  async play(recording, within) {
    const flickd = this.flickd(recording)
    const how = await inTime('flickd has played the recording', flickd.ended, within)
    if (how !== 0) throw new Error(`flickd ended with ${how}: ${flickd.said}`)
  }

  /** Ends the gallery or the bridge, and keeps the folder. */
  async end() { await this.#gallery.stop() }

  async stop() {
    await this.#flickd?.stop()
    await this.end()
    rmSync(this.folder, { recursive: true, force: true })
  }
}
