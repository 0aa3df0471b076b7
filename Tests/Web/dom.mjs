// The parts of a document that the gallery needs: elements from HTML, queries by tag, class and id,
// events; no layout.
const VOID = new Set(['meta', 'link', 'input', 'br'])

class Style {
  setProperty(name, value) { this[name] = value }
}

export class Node extends EventTarget {
  childNodes = []
  parent = null
  attributes = new Map()
  style = new Style()
  box = { x: 0, y: 0, width: 350, height: 360 }
  constructor(tag, document) {
    super()
    this.tag = tag
    this.document = document
    this.dataset = new Proxy({}, {
      set: (_, name, value) => this.setAttribute(`data-${name.replace(/[A-Z]/g, letter => `-${letter.toLowerCase()}`)}`, value) ?? true,
      get: (_, name) => this.attributes.get(`data-${String(name)}`),
      deleteProperty: (_, name) => this.attributes.delete(`data-${name}`) || true,
    })
    const names = () => (this.attributes.get('class') ?? '').split(' ').filter(Boolean)
    const put = list => this.setAttribute('class', [...new Set(list)].join(' '))
    this.classList = {
      add: name => put([...names(), name]),
      contains: name => names().includes(name),
      toggle: (name, isOn) => put(isOn ? [...names(), name] : names().filter(one => one !== name)),
    }
  }
  get id() { return this.attributes.get('id') ?? '' }
  set id(value) { this.setAttribute('id', value) }
  get className() { return this.attributes.get('class') ?? '' }
  set className(value) { this.setAttribute('class', value) }
  get hidden() { return this.attributes.has('hidden') }
  set hidden(value) { if (value) this.setAttribute('hidden', ''); else this.attributes.delete('hidden') }
  get children() { return this.childNodes.filter(node => node instanceof Node) }
  get firstElementChild() { return this.children[0] ?? null }
  get lastElementChild() { return this.children.at(-1) ?? null }
  get nextElementSibling() { return this.parent.children[this.parent.children.indexOf(this) + 1] ?? null }
  get content() { return this }
  get textContent() { return this.childNodes.map(node => node instanceof Node ? node.textContent : node).join('') }
  set textContent(text) { this.childNodes = [text] }
  set innerHTML(html) {
    this.childNodes = []
    parse(html, this)
  }
  get clientWidth() { return this.box.width }
  get clientHeight() { return this.box.height }
  get path() { return [this, ...(this.parent?.path ?? [])] }
  getBoundingClientRect() {
    const { x, y, width, height } = this.box
    return { left: x, top: y, right: x + width, bottom: y + height }
  }
  getAttribute(name) { return this.attributes.get(name) ?? null }
  setAttribute(name, value) { this.attributes.set(name, String(value)) }
  append(...nodes) { this.#insert(this.childNodes.length, nodes) }
  prepend(...nodes) { this.#insert(0, nodes) }
  replaceChildren(...nodes) {
    this.childNodes = []
    this.append(...nodes)
  }
  insertAdjacentHTML(place, html) { parse(html, this) }
  #insert(at, nodes) {
    for (const node of nodes) if (node instanceof Node) node.parent = this
    this.childNodes.splice(at, 0, ...nodes)
  }
  cloneNode() {
    const copy = new Node(this.tag, this.document)
    for (const [name, value] of this.attributes) copy.setAttribute(name, value)
    copy.append(...this.childNodes.map(node => node instanceof Node ? node.cloneNode() : node))
    return copy
  }
  focus() { this.document.activeElement = this }
  click() { this.dispatchEvent(new Event('click')) }
  setPointerCapture() {}
  key(key) {
    const event = new Event('keydown', { cancelable: true })
    Object.defineProperty(event, 'key', { value: key })
    this.dispatchEvent(event)
    return event.defaultPrevented
  }
  *all() {
    for (const child of this.children) {
      yield child
      yield* child.all()
    }
  }
  matches(selector) {
    const [, tag, id, name] = selector.match(/^([a-z0-9]*)(?:#([\w-]+))?(?:\.([\w-]+))?$/)
    return (!tag || this.tag === tag) && (!id || this.id === id) && (!name || this.classList.contains(name))
  }
  querySelector(selector) { return this.querySelectorAll(selector)[0] ?? null }
  querySelectorAll(selector) { return [...this.all()].filter(node => node.matches(selector)) }
  getElementById(id) { return [...this.all()].find(node => node.id === id) ?? null }
  createElement(tag) { return new Node(tag, this.document ?? this) }
}

/** Adds the elements of a piece of HTML to a node. */
export function parse(html, root) {
  let at = root
  for (const [, comment, close, tag, rest, text] of html.matchAll(/(<!--[\s\S]*?-->|<!doctype html>)|<\/(\w+)>|<(\w+)([^>]*)>|([^<]+)/g)) {
    if (comment) continue
    if (text !== undefined) {
      if (text.trim()) at.append(text)
    } else if (close) {
      if (at.tag === close) at = at.parent ?? root
    } else {
      const node = new Node(tag, root.document ?? root)
      for (const [, name, value] of rest.matchAll(/([\w-]+)(?:="([^"]*)")?/g)) node.setAttribute(name, value ?? '')
      at.append(node)
      if (!VOID.has(tag)) at = node
    }
  }
  return root
}
