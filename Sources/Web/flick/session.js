// The secret of a page's session. The bridge sends the reason of a refusal only to a page with a session.

/** 192 random bits in 32 characters, as the bridge's own tokens; undefined in a browser without random numbers. */
export function randomSession(crypto = globalThis.crypto) {
  if (!crypto?.getRandomValues) return undefined
  const bytes = crypto.getRandomValues(new Uint8Array(24))
  return btoa(String.fromCharCode(...bytes)).replaceAll('+', '-').replaceAll('/', '_')
}
