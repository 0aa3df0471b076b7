// Plays cases to one element at a time, in a page of elements-stage.mjs. The functions here run in the page.

/** Sets `player` in the page. Its clock and its frames advance only as it plays, so no case waits for the screen. */
export async function installPlayer() {
  const { Swipe } = await import('/flick.js')
  const { PROJECTION } = await import('/flick/spring.js')
  const { Zone } = await import('/flick/zone.js')
  const main = document.querySelector('main')
  const onScreen = window.requestAnimationFrame.bind(window)
  const frames = new Map()
  /** What each element has passed to the connection for its zone, and the zone. */
  const zones = new Map()
  let time = performance.now()
  let last = 0
  let element = null

  performance.now = () => time
  window.requestAnimationFrame = draw => {
    frames.set(++last, draw)
    return last
  }
  window.cancelAnimationFrame = frame => frames.delete(frame)
  const { zone } = flick
  flick.zone = (target, options, heard) => {
    const handle = zone.call(flick, target, options, heard)
    zones.set(target, { options, heard, handle })
    return handle
  }

  const draw = () => {
    time += 20
    const due = [...frames.values()]
    frames.clear()
    for (const frame of due) frame(time)
  }
  const settle = () => {
    for (let count = 0; frames.size > 0; count++) {
      if (count === 500) throw new Error('the content does not come to rest within 10 s')
      draw()
    }
  }

  /** Passes one moment of a swipe to the listener of the element's zone. */
  const feed = (phase, id, t, v, isOfZone) => {
    const { options, heard, handle } = zones.get(element)
    const along = value => options.axis === 'x' ? { x: value, y: 0 } : { x: 0, y: value }
    const line = {
      type: 'swipe', phase, swipe_id: id, t_us: time * 1000, translation: along(t), velocity: along(v), zone: null,
      predicted_end_translation: along(t + 0.25 * v), slop: phase === 'begin' ? 10 : undefined,
    }
    if (isOfZone) {
      const zone = new Zone(handle.name, { ...options, offset: handle.offset })
      // With a longer τ, this velocity has the predicted end of the case.
      const part = PROJECTION / zone.projection
      line.velocity = along(v * part)
      Object.assign(line, zone.evaluate(id, phase, line.translation, line.velocity))
    }
    heard(new Swipe(line))
  }

  const words = ({ type, phase, index, direction }) =>
    [type, phase, index, direction].filter(word => (word ?? null) !== null).join(' ')
  const events = () => received.splice(0).map(words)
  /** The displacement of a part by transforms, in px along an axis. */
  const shiftOf = (part, axis) => {
    const { e, f } = new DOMMatrix(part.style.transform)
    return axis === 'x' ? e : f
  }

  const states = {
    row() {
      const { index, count, parts, interaction } = element
      const { axis } = interaction.zone
      const [host, front] = [element, parts[index]].map(one => one?.getBoundingClientRect())
      const start = front && (axis === 'y' ? front.top - host.top
        : interaction.isRightToLeft ? host.right - front.right : front.left - host.left)
      return {
        index, count, target: interaction.target, start, size: axis === 'y' ? front?.height : front?.width,
        shifts: parts.slice(0, 8).map(part => shiftOf(element.row, axis) + shiftOf(part, axis)),
        seen: parts.flatMap((part, number) => part.inert ? [] : [number]),
        status: element.shadowRoot.querySelector('[part=status]').textContent,
        value: ['aria-valuenow', 'aria-valuemax', 'aria-valuetext'].map(name => element.getAttribute(name)),
      }
    },
    sheet() {
      const [sheet, handle] = ['sheet', 'handle'].map(name => element.shadowRoot.querySelector(`[part=${name}]`))
      return {
        index: element.index, value: handle.getAttribute('aria-valuenow'), isInert: sheet.inert,
        offset: sheet.getBoundingClientRect().top - innerHeight, height: element.getBoundingClientRect().height,
      }
    },
    dismiss() { return { side: element.side, isDismissed: element.isDismissed, isInert: element.inert, box: lastBox } },
    deck() {
      const cards = [...element.children]
      return {
        index: element.index, side: element.interaction.side(0), box: lastBox,
        seen: cards.flatMap((card, number) => card.inert ? [] : [number]),
        visible: cards.flatMap((card, number) => card.style.visibility === 'hidden' ? [] : [number]),
        status: element.shadowRoot.querySelector('[part=status]').textContent,
      }
    },
  }
  /** Where the first card was drawn last, as far as it was visible, in px of the window. */
  let lastBox = null
  const keepBox = () => {
    const card = element.shadowRoot.querySelector('[part=card]') ?? element.firstElementChild
    const { left, top, right, bottom } = card.getBoundingClientRect()
    if (card.style.visibility !== 'hidden') lastBox = { left, top, right, bottom }
  }

  const reset = begin => {
    const { localName } = element
    if (localName === 'flick-deck') element.index = 0
    else element.put(localName === 'flick-dismiss' ? null : begin)
    settle()
    received.length = 0
  }
  let lastSwipe = 0

  window.player = {
    /** Makes the only element of the page; returns the options of its zone. */
    async make(html) {
      main.innerHTML = html
      element = main.firstElementChild
      await new Promise(drawn => { onScreen(() => onScreen(drawn)) })
      settle()
      const { localName, draw: drawFrame } = element
      if (localName === 'flick-dismiss' || localName === 'flick-deck') {
        element.draw = (...frame) => {
          drawFrame.apply(element, frame)
          keepBox()
        }
      }
      const { snapPoints, maxSteps, wrap, axis, projection } = zones.get(element).options
      return { snapPoints: snapPoints ?? null, maxSteps: maxSteps ?? null, wrap: wrap ?? null, axis, projection }
    },
    /** Releases a swipe on the element at the result `begin`; returns its events and its state of a kind at rest. */
    release(kind, { begin, t, v }, isOfZone) {
      reset(begin)
      const id = ++lastSwipe
      feed('begin', id, t < 0 ? -10 : 10, 0, isOfZone)
      draw()
      feed('end', id, t, v, isOfZone)
      settle()
      return { events: events(), ...states[kind]() }
    },
    /** Moves the element from one result to another without a finger. */
    go(kind, { begin, go }) {
      reset(begin)
      element.go(go)
      settle()
      return { events: events(), ...states[kind]() }
    },
  }
}
