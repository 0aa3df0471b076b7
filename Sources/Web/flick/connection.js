// A WebSocket to `flickctl bridge` that reconnects after each loss.
//
//     connecting ── hello ──▶ connected ── closed, bye ──▶ waiting ── back-off ──▶ connecting
//                                  └── bye denied or protocol, 1008 before hello ──▶ refused
//
// If flickd goes away, the WebSocket stays open. The bridge reports this by its own line, connects again, and
// repeats the requests that have no reply.

/** The close code of a page that the bridge does not admit. */
const POLICY = 1008
/** The pauses between attempts, in ms; each is twice as long as the one before, as in FlickClient. */
const MIN_PAUSE = 100
const MAX_PAUSE = 2000

export class Connection {
  #socket = null
  #timer = null
  #pause = MIN_PAUSE
  #nextId = 1
  #replies = new Map()
  #bye = null

  /** `heard` receives each line except replies; `changed` receives each {state, reason, retryIn}. */
  constructor(url, { token, session, heard, changed, WebSocket = globalThis.WebSocket }) {
    Object.assign(this, { url, heard, changed, WebSocket, state: 'closed' })
    // A page can set no other header of a WebSocket. A token in the address would appear in histories and logs.
    this.protocols = ['flickd']
    if (token) this.protocols.push(`flickd.token.${token}`)
    if (session) this.protocols.push(`flickd.session.${session}`)
  }

  open() {
    this.#timer = null
    this.#bye = null
    this.#change('connecting')
    let socket
    try {
      socket = new this.WebSocket(this.url, this.protocols)
    } catch (error) {
      this.#change('refused', error.message)
      return
    }
    this.#socket = socket
    socket.onmessage = ({ data }) => {
      if (socket !== this.#socket || typeof data !== 'string') return
      for (const line of data.split('\n')) {
        // A line may end the connection.
        if (line && socket === this.#socket) this.#take(line)
      }
    }
    socket.onclose = ({ code, reason }) => {
      if (socket !== this.#socket) return
      const isRefused = code === POLICY && this.state === 'connecting'
      this.#lose(reason || (code === 1006 ? 'the bridge does not answer' : `closed: ${code}`), isRefused)
    }
  }

  /** Sends a request; resolves to the reply, or to null if the connection is lost first. */
  request(request, fields) {
    if (this.#socket?.readyState !== 1) return Promise.resolve(null)
    const id = this.#nextId++
    this.#socket.send(JSON.stringify({ id, request, ...fields }))
    return new Promise(resolve => this.#replies.set(id, resolve))
  }

  close() {
    clearTimeout(this.#timer)
    const socket = this.#socket
    this.#socket = null
    socket?.close()
    this.#forget()
    if (this.state !== 'closed') this.#change('closed')
  }

  #take(text) {
    const line = readLine(text)
    if (line === null) {
      this.#socket.close()
      this.#lose('the bridge sent a line that is not of the protocol')
      return
    }
    if (line.type === 'reply') {
      this.#replies.get(line.id)?.(line)
      this.#replies.delete(line.id)
      return
    }
    if (line.type === 'hello') {
      this.#pause = MIN_PAUSE
      this.#bye = null
      this.heard(line)
      this.#change('connected')
      return
    }
    if (line.type === 'bridge' && line.state === 'disconnected') this.#change('waiting', line.detail)
    if (line.type === 'bye') this.#bye = line
    this.heard(line)
  }

  #lose(reason, isRefused = false) {
    this.#socket = null
    this.#forget()
    const bye = this.#bye
    if (isRefused && !bye || bye?.reason === 'denied' || bye?.reason === 'protocol') {
      this.#change('refused', bye?.detail ?? bye?.reason ?? reason)
      return
    }
    const pause = this.#pause
    this.#pause = Math.min(2 * pause, MAX_PAUSE)
    this.#timer = setTimeout(() => this.open(), pause)
    this.#change('waiting', bye?.detail ?? reason, pause)
  }

  #forget() {
    for (const resolve of this.#replies.values()) resolve(null)
    this.#replies.clear()
  }

  #change(state, reason = null, retryIn = null) {
    this.state = state
    this.changed({ state, reason, retryIn })
  }
}

// The fields of each line that this package uses. Other fields are ignored.
export const FINAL_PHASES = ['end', 'cancel']
export const PHASES = ['begin', 'update', ...FINAL_PHASES]
const LENGTHS = [
  'start', 'location', 'translation', 'velocity', 'lookahead_translation', 'predicted_end_translation',
  'predicted_end_location',
]
const NUMBERS = ['duration_us', 'idle_us', 'projection_us', 'progress', 'slop', 'fingers', 'merged']

const isText = value => typeof value === 'string'
const isObject = value => typeof value === 'object' && value !== null && !Array.isArray(value)
/** Whether a field is absent, null, or valid. */
const isAbsentOr = (value, is) => value === undefined || value === null || is(value)
const isNumber = Number.isFinite
const isVector = value => isObject(value) && isNumber(value.x) && isNumber(value.y)
const isPanel = value => isObject(value) && isText(value.panel_id)
const isSnap = value => isObject(value) && isNumber(value.offset) && isNumber(value.index)
const isSpring = value => isObject(value)
  && ['stiffness', 'damping', 'initial_velocity'].every(key => isNumber(value[key]))
  && ['relative_velocity', 'settling_us', 'target'].every(key => isAbsentOr(value[key], isNumber))
const isZone = value => isObject(value) && isText(value.name)
  && isAbsentOr(value.snap, isSnap) && isAbsentOr(value.spring, isSpring)
const isRecoil = value => isObject(value) && ['x', 'y'].every(axis => isAbsentOr(value[axis], isNumber))
const isDecision = value => isObject(value) && isText(value.kind) && typeof value.commit === 'boolean'
  && Array.isArray(value.by) && value.by.every(isText) && isAbsentOr(value.direction, isText)
  && isAbsentOr(value.recoil, isRecoil)

const RULES = {
  hello: line => isText(line.level),
  state: line => Array.isArray(line.panels) && line.panels.every(isPanel),
  panel: line => isPanel(line) && isText(line.change),
  swipe: line => isNumber(line.swipe_id) && isNumber(line.seq) && isNumber(line.t_us) && PHASES.includes(line.phase)
    && LENGTHS.every(key => isAbsentOr(line[key], isVector)) && NUMBERS.every(key => isAbsentOr(line[key], isNumber))
    && isAbsentOr(line.zone, isZone) && isAbsentOr(line.decision, isDecision),
  reply: line => typeof line.ok === 'boolean',
  bye: line => isText(line.reason) && isAbsentOr(line.detail, isText),
  bridge: line => isText(line.state) && isAbsentOr(line.detail, isText),
}

/** Reads a line; returns null if it is not of the protocol. Types of later versions are accepted. */
function readLine(text) {
  let line
  try {
    line = JSON.parse(text)
  } catch {
    return null
  }
  if (!isObject(line) || !isText(line.type)) return null
  return !Object.hasOwn(RULES, line.type) || RULES[line.type](line) ? line : null
}
