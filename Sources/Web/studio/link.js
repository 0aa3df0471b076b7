// The WebSocket of the studio's page, which connects again after each loss.
//
//     connecting ── open ──▶ connected ── closed ──▶ waiting ── pause ──▶ connecting
//                                └── closed with 1008 before a message ──▶ refused
//
// The reason of a close with 1011 remains until the page is connected again: flickctl has ended.
import { readMessage } from './messages.js'

/** The close code of a page that is not admitted. */
const POLICY = 1008
/** The close code of flickctl when it cannot continue. */
const FAILURE = 1011
const PAUSE = 1000
/** A browser rejects its own timer as a method of another object. */
const later = (next, pause) => setTimeout(next, pause)

export class Link {
  #socket = null
  #hasHeard = false
  /** Why flickctl has ended; null while it runs. */
  #ended = null

  /**
   * `heard` receives each message; `changed` receives each {state, reason}.
   *
   * `open` is called once a socket is open: the page then sends its first request.
   */
  constructor(url, { token, session, heard, changed, open, WebSocket = globalThis.WebSocket, wait = later }) {
    this.url = url
    // A page can set no other header of a WebSocket. A token in the address would appear in histories and logs.
    this.protocols = ['flickd']
    if (token) this.protocols.push(`flickd.token.${token}`)
    if (session) this.protocols.push(`flickd.session.${session}`)
    Object.assign(this, { heard, changed, opened: open, WebSocket, wait })
  }

  connect() {
    this.#hasHeard = false
    if (this.#ended === null) this.changed({ state: 'connecting', reason: null })
    const socket = new this.WebSocket(this.url, this.protocols)
    this.#socket = socket
    socket.onopen = () => this.opened()
    socket.onmessage = ({ data }) => {
      const message = typeof data === 'string' ? readMessage(data) : null
      if (message === null) return
      if (!this.#hasHeard) this.changed({ state: 'connected', reason: null })
      this.#hasHeard = true
      this.#ended = null
      this.heard(message)
    }
    socket.onclose = ({ code, reason }) => {
      this.#socket = null
      if (code === POLICY && !this.#hasHeard) return this.changed({ state: 'refused', reason })
      if (code === FAILURE && reason) this.#ended = reason
      this.changed({ state: 'waiting', reason: reason || (this.#ended ?? 'flickctl studio does not answer') })
      this.wait(() => this.connect(), PAUSE)
    }
  }

  /** Sends a request; without a connection, the request is dropped. */
  send(text) { if (this.#socket?.readyState === 1) this.#socket.send(text) }
}
