import assert from 'node:assert/strict'
import { webcrypto } from 'node:crypto'
import { describe, test } from 'node:test'
import { enter } from '../../Sources/Web/gallery/entry.js'
import { FakeStorage } from './stage.mjs'

const BASE = 'http://127.0.0.1:7273/gallery/'

/** A tab at an address, with its stored values. */
function tab(hash = '', sessionStorage = new FakeStorage()) {
  const location = new URL(BASE + hash)
  const history = { replaceState(state, title, url) { location.href = new URL(url, location).href } }
  return { location, history, sessionStorage, crypto: webcrypto }
}

describe('The entry to the gallery', () => {
  test('removes the token from the address and keeps the other options', () => {
    for (const [hash, rest] of [
      ['#token=secret', ''], ['#token=secret&panel=glass', '#panel=glass'], ['#bridge=none&token=secret', '#bridge=none'],
    ]) {
      const view = tab(hash)
      const { token, options } = enter(view)
      assert.equal(token, 'secret')
      assert.equal(view.location.href, BASE + rest)
      assert.equal(options.get('panel'), hash.includes('panel') ? 'glass' : null)
    }
  })

  test('presents the same values after a reload', () => {
    const first = tab('#token=secret')
    const { token, session } = enter(first)
    const { token: again, session: same } = enter(tab('', first.sessionStorage))
    assert.deepEqual([again, same], [token, session])
    // The used address, pasted into its own tab.
    assert.equal(enter(tab('#token=secret', first.sessionStorage)).session, session)
  })

  test('presents neither token nor session of another tab', () => {
    const { session } = enter(tab('#token=secret'))
    const other = enter(tab())
    assert.equal(other.token, undefined)
    assert.notEqual(other.session, session)
  })

  test('starts a session with each new token', () => {
    const first = tab('#token=first')
    const { session } = enter(first)
    const next = enter(tab('#token=next', first.sessionStorage))
    assert.equal(next.token, 'next')
    assert.notEqual(next.session, session)
  })

  test('has unique sessions of 32 characters that fit a subprotocol', () => {
    const sessions = Array.from({ length: 200 }, () => enter(tab()).session)
    for (const session of sessions) assert.match(session, /^[A-Za-z0-9_-]{32}$/)
    assert.equal(new Set(sessions).size, sessions.length)
  })

  test('works if the browser stores nothing', () => {
    const view = tab('#token=secret')
    Object.defineProperty(view, 'sessionStorage', { get() { throw new Error('access is denied') } })
    assert.equal(enter(view).token, 'secret')
    assert.equal(view.location.href, BASE)
  })
})
