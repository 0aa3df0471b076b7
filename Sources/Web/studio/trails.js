// The contacts of a panel with their trails. A message brings only the positions since the one before.

/** The largest number of positions of a trail: a second at 240 Hz. */
const LONGEST = 240

export class Trails {
  #byNumber = new Map()

  /** Forgets every contact, because another panel follows. */
  clear() { this.#byNumber.clear() }

  /** Adds the contacts of a `live` message; contacts that it does not contain are gone. */
  add(contacts) {
    const before = this.#byNumber
    this.#byNumber = new Map()
    for (const contact of contacts) {
      const trail = before.get(contact.number)?.trail ?? []
      trail.push(...contact.trail)
      if (trail.length > LONGEST) trail.splice(0, trail.length - LONGEST)
      this.#byNumber.set(contact.number, { ...contact, trail })
    }
  }

  /** The contacts in the order of their landings. */
  get contacts() { return [...this.#byNumber.values()] }

  /** The number of contacts that are down. */
  get down() { return this.contacts.filter(({ isDown }) => isDown).length }
}
