// What this page presents to be admitted: the token of its address, and a session by which it is known after a reload.
//
// The token leaves the address bar at once. Token and session are kept for this tab alone: another tab has neither. The
// tab keeps them before it sends them, so that a reload at any moment goes on.
const KEY = 'flickd'

/** 192 random bits, as the bridge's own tokens. */
function randomWord(crypto) {
  const bytes = crypto.getRandomValues(new Uint8Array(24))
  return btoa(String.fromCharCode(...bytes)).replaceAll('+', '-').replaceAll('/', '_')
}

/** What the tab has kept, and a way to keep more; nothing where the browser is set to store nothing. */
function storageOf(view) {
  try {
    return view.sessionStorage
  } catch {
    return { getItem: () => null, setItem() {} }
  }
}

/** Takes the token out of the address of a window: {token, session}, and the other options behind the #. */
export function enter(view) {
  const { location, history, crypto } = view
  const options = new URLSearchParams(location.hash.slice(1))
  const presented = options.get('token')
  const storage = storageOf(view)
  const kept = JSON.parse(storage.getItem(KEY))
  const isKnown = kept !== null && (presented === null || presented === kept.token)
  const own = isKnown ? kept : { token: presented ?? undefined, session: randomWord(crypto) }
  storage.setItem(KEY, JSON.stringify(own))
  if (presented !== null) {
    options.delete('token')
    const rest = options.toString()
    history.replaceState(null, '', rest ? `#${rest}` : location.pathname + location.search)
  }
  return { ...own, options }
}
