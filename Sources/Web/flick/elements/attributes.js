// Attributes of an element as properties with the engine's names.

const kebab = name => name.replace(/[A-Z]/g, letter => `-${letter.toLowerCase()}`)

/** Kinds of attributes: `read` returns the value of a text, or the default without an attribute. */
export const number = (initial = undefined) => ({
  read: text => text === null || text.trim() === '' || !Number.isFinite(Number(text)) ? initial : Number(text),
})
export const text = (initial = undefined) => ({ read: value => value ?? initial })
export const flag = { read: value => value !== null && value !== 'false', isFlag: true }

/** Adds a property for each attribute: the engine's name, in the attribute with hyphens. */
export function reflect(type, kinds) {
  type.kinds = { ...Object.getPrototypeOf(type).kinds, ...kinds }
  const inherited = Object.getPrototypeOf(type).observedAttributes ?? []
  type.observedAttributes = [...inherited, ...Object.keys(kinds).map(kebab)]
  for (const [name, { read, isFlag }] of Object.entries(kinds)) {
    Object.defineProperty(type.prototype, name, {
      configurable: true, enumerable: true,
      get() { return read(this.getAttribute(kebab(name))) },
      set(value) {
        if (value === null || value === undefined || isFlag && !value) this.removeAttribute(kebab(name))
        else this.setAttribute(kebab(name), isFlag ? '' : Array.isArray(value) ? value.join(' ') : value)
      },
    })
  }
}

/** The properties that the author has set, as options: the others keep the defaults of the engine. */
export const stated = (element, ...names) =>
  Object.fromEntries(names.filter(name => element[name] !== undefined).map(name => [name, element[name]]))
