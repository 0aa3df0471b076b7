// What this page presents to be admitted: the token of its address, and a session that identifies it after a reload.
//
// The page removes the token from the address bar at once. Only this tab stores the token and the session. The
// tab stores them before it sends them, so a reload works at any moment.
import { randomSession } from '../flick/session.js'

const KEY = 'flickd'

/** The storage of this tab; empty if the browser is set to store nothing. */
function storageOf(view) {
  try {
    return view.sessionStorage
  } catch {
    return { getItem: () => null, setItem() {} }
  }
}

/** Removes the token from the address of a window; returns {token, session} and the other options after the #. */
export function enter(view) {
  const { location, history, crypto } = view
  const options = new URLSearchParams(location.hash.slice(1))
  const presented = options.get('token')
  const storage = storageOf(view)
  const kept = JSON.parse(storage.getItem(KEY))
  const isKnown = kept !== null && (presented === null || presented === kept.token)
  const own = isKnown ? kept : { token: presented ?? undefined, session: randomSession(crypto) }
  storage.setItem(KEY, JSON.stringify(own))
  if (presented !== null) {
    options.delete('token')
    const rest = options.toString()
    history.replaceState(null, '', rest ? `#${rest}` : location.pathname + location.search)
  }
  return { ...own, options }
}
