// What flick.d.ts says, used as a page would: compiled by `make lint`, never run.
import {
  BottomSheet, CardCarousel, CardDeck, Content, CornerThrow, Dial, DismissibleCard, DismissibleSheet, DraggableCard, Flick,
  Flight, Pager, PullToRefresh, RubberBand, SnapPoints, Spring, SpringCard, SpringRunner, SwipeCard, Swipe, bind, connect,
  onFrames, prefersReducedMotion, projection, projectionTime,
} from '../../Sources/Web/flick.js'
import type {
  Axis, BindOptions, Bound, ConnectionChange, ConnectionState, Corner, Corners, Criterion, Decision, Direction, Edge,
  FlickEventMap, FlickOptions, HandOff, NestedInteraction, Phase, Pose, Snap, SpringForm, SpringState, Vector, ZoneHandle, ZoneOptions,
} from '../../Sources/Web/flick.js'

const options: FlickOptions = {
  token: 'a-token', session: 'a-session', panelId: 'glass', surface: { width: 1920, height: 1080, x: 0 }, maxRate: 60, lookahead: 16,
}
const flick: Flick = connect('ws://127.0.0.1:7272/', options)
const offline = connect()
const state: ConnectionState = flick.state
const driver: 'flickd' | 'pointer' = flick.driver
const names: string[] = flick.panels.map(panel => panel.name)

flick.addEventListener('connection', ({ detail }) => {
  const { state, reason, retryIn, driver, level }: ConnectionChange = detail
  console.log(state, reason?.length, retryIn?.toFixed(), driver, level)
})
flick.addEventListener('swipe', event => {
  const { detail }: FlickEventMap['swipe'] = event
  const phase: Phase = detail.phase
  console.log(phase)
}, { once: true })
flick.addEventListener('refusal', ({ detail }) => console.log(detail.code, detail.message))
flick.addEventListener('panel', ({ detail }) => console.log(detail))

const axis: Axis = 'x'
const directions: Direction[] = ['left', 'right_up']
const criteria: Criterion[] = ['distance', 'velocity', 'predicted']
const forms: SpringForm[] = [
  { duration: 0.5, bounce: 0.2 }, { response: 0.3, dampingFraction: 0.7 }, { stiffness: 100, damping: 10 },
]
const zone: ZoneOptions = {
  name: 'cards', axis, directions, commitIf: criteria, distance: 200, velocity: 800, predicted: 300, projection: 0.25,
  decelerationRate: 0.998, reversal: 'ignore', flickMinTravel: 30, snapPoints: [0, -296], offset: 0, maxSteps: 1, wrap: 360,
  spring: forms[1], presses: true,
}
const handle: ZoneHandle = flick.zone(document.body, zone, swipe => hear(swipe))
handle.update(handle.offset - 1)
console.log(handle.name, handle.element.id)
handle.remove()

function hear(swipe: Swipe): void {
  const vectors: Vector[] = [swipe.translation, swipe.velocity, swipe.predictedEndTranslation]
  const positions: (Vector | null)[] = [
    swipe.startLocation, swipe.location, swipe.predictedEndLocation, swipe.lookaheadTranslation,
  ]
  const decision: Decision | null = swipe.decision
  const snap: Snap | null = swipe.snap
  const handOff: HandOff | null = swipe.handOff
  const edge: Edge | null = swipe.edge
  const numbers: number[] = [swipe.id, swipe.time, swipe.fingers, swipe.projection, swipe.duration, swipe.merged]
  const maybe: (number | null)[] = [swipe.slop, swipe.idle, swipe.progress, handOff?.settlingTime ?? null]
  const words: (string | null)[] = [swipe.reason, swipe.panelId, swipe.zone, swipe.line.phase]
  const flight: Flight | null = swipe.flight(0)
  const naive: Swipe = swipe.withoutVelocity()
  console.log(vectors, positions, decision?.by, decision?.distanceThreshold, snap?.steps, edge, numbers, maybe, words)
  console.log(flight, naive)
}
const made: Swipe = new Swipe({ phase: 'end' }, 5)

/** Each phase has what belongs to it, without a question. */
function narrow(swipe: Swipe): number | string | null {
  switch (swipe.phase) {
    case 'begin': return swipe.slop.toFixed()
    case 'update': {
      const reason: null = swipe.reason
      const handOff: null = swipe.handOff
      return reason ?? handOff ?? (swipe.progress ?? 0) * 100
    }
    case 'end': return swipe.handOff?.settlingTime ?? swipe.decision?.noCommit ?? null
    case 'cancel': {
      const decision: null = swipe.decision
      return decision ?? swipe.reason.length
    }
    case 'press':
    case 'release': return swipe.zone.length
    default: {
      const none: never = swipe
      return none
    }
  }
}

const spring = new Spring({ duration: 0.5, bounce: 0 })
const start: SpringState = { displacement: 1, velocity: 0 }
const next: SpringState = spring.state(0.1, start)
const settling: number = spring.settlingTime(start, 0.5)
console.log(Spring.standard, Spring.smooth, Spring.snappy, Spring.bouncy, Spring.interactive)
console.log(spring.stiffness, spring.damping, spring.dampingFraction)
const flight = new Flight(0, -296, -1000, spring).retargeted(0, 0.1)
console.log(flight.target, flight.spring, flight.offset(0.1), flight.velocity(0.1), flight.settlingTime())
const landing: number = projection(100, 1000)
const landings: Vector = projection({ x: 1, y: 2 }, { x: 3, y: 4 }, projectionTime(0.998))

const points = new SnapPoints([0, -296], { period: null, maxSteps: 2 })
console.log(SnapPoints.capacity, points.offsets, points.period, points.maxSteps, points.count)
console.log(points.nearest(-100), points.target(-100, -5, 0), points.offset(1), points.index(3), points.progress(-3, 0))

const stop: () => void = onFrames((now: number) => now > 0)
stop()
const runner = new SpringRunner((value, velocity) => console.log(value, velocity), { value: 0, spring, tolerance: 0.1 })
runner.set(3)
const rest: Promise<void> = runner.to(5, { velocity: 100, spring: Spring.bouncy })
console.log(runner.value, runner.velocity, runner.isMoving, runner.spring, prefersReducedMotion(), rest)

const content = new Content(0)
console.log(content.start, content.isHeld, content.offset(0), content.isFlying(0), content.track(made, 3))
content.release(0, 1, spring, 0)
content.put(1)
content.go(2, spring, 3)
const band = new RubberBand(280)
console.log(band.displacement(90) + band.pull(40) + band.slope(0), band.extent, band.constant, RubberBand.standard)
const bounded = new Content(0, { bounds: [-296, 0], band, keepsSlop: true })
bounded.track(made, 3, { velocity: 4, slop: 2 })
bounded.confine(null, spring, 0)
bounded.press(0)
bounded.resume(1)
console.log(bounded.draw(2), bounded.velocity(2), bounded.bounds[0], bounded.band, bounded.keepsSlop)

for (const thing of [new CardCarousel({ count: 5, width: 280 }), new BottomSheet({ detents: [0, -300], index: 1 })]) {
  thing.handle(made)
  thing.go(1, 0)
  const { axis, snapPoints } = thing.zone
  console.log(axis, snapPoints, thing.points.count, thing.index, thing.offset(0), thing.isMoving(0), thing.content)
}
for (const thing of [
  new DismissibleCard({ speedThreshold: 800, reversal: 'ignore' }), new DismissibleSheet({ fraction: 0.5 }), new SwipeCard({ turn: 0.02, speedThreshold: 900 }),
  new SpringCard({ fading: 400 }),
]) {
  thing.go('down', 0)
  const side: Direction | null = thing.side
  console.log(side, thing.isDismissed, thing.zone.commitIf)
}
console.log(new CardCarousel({ count: 3 }).stride, new DismissibleCard().progress(0), new DismissibleCard().opacity(0))
console.log(new SwipeCard().rotation(0), new SpringCard().opacity(0))
const card = new DraggableCard({ liftedScale: 1.05 })
const offset: Vector = card.offset(0)
console.log(card.x.start, card.y.start, card.isLifted, card.isHeld, card.zone.axis, card.isMoving(0), offset)
console.log(card.lift(0) + card.scale(0) + card.zIndex(0), card.shadow(0).radius, card.draw(0).x)
card.put({ x: 1, y: 2 })
card.go({ x: 0, y: 0 }, 5)
card.cancel()
card.isDisabled = true
console.log(new DraggableCard({ ...DraggableCard.floating, reducesMotion: null, bounds: { x: [0, 9] } }))
const sheet = new BottomSheet({ scrollable: 400, looksAhead: true, keepsSlop: true, isDisabled: false })
sheet.resize({ scrollable: 300 })
sheet.scrollTo(50, 0)
console.log(sheet.scroll(0) + sheet.draw(0), sheet.scrollable, sheet.target)
const row = new CardCarousel({ count: 5, isFree: true, extent: 100 })
row.resize({ count: 3, width: 200, spacing: 8 }, 0)
row.put(1)
const loop = new CardCarousel({ count: 9, axis: 'y', isLooping: true, perView: 2, isRightToLeft: true, maxSteps: 3, index: 4 })
loop.resize({ perView: 1 })
console.log(loop.offsetOf(8, 0), loop.perView, loop.isLooping, loop.isRightToLeft, loop.maxSteps, loop.isHeld, loop.content.holder)
const nested: (NestedInteraction | null)[] = [new CardCarousel({ count: 3, axis: 'y' }), null, new DismissibleSheet()]
const pager = new Pager({ count: 3, size: 600, nested, isLooping: false })
pager.handle(made)
pager.resize({ count: 4, size: 700 }, 0)
const [ofPages, ofNested] = pager.zones
console.log(pager.front?.isHeld, pager.index, pager.size, ofPages?.axis, ofNested?.axis, pager.offsetOf(1))
const dial = new Dial({ count: 60, step: 44, isWrapping: true, axis: 'y' })
dial.go(dial.index - 1)
dial.resize({ step: 50 })
console.log(dial.angle(0), dial.step, dial.isWrapping, dial.meant(made))
const deck = new CardDeck({ count: 10, visible: 4, shrink: 0.05, peek: 10, distanceThreshold: 120, speedThreshold: 700 })
const went: 'left' | 'right' | null = deck.handle(made)
deck.go('left', 0)
const pose: Pose = deck.pose(1, deck.draw(0))
deck.count = 12
console.log(went, deck.undo(0), deck.side(0), deck.depth(1), deck.isEmpty, deck.index, pose.scale + pose.x + pose.y + pose.rotation, pose.isVisible)
const refresh = new PullToRefresh({ threshold: 80, extent: 400 })
const isStarted: boolean = refresh.handle(made)
refresh.go(true)
refresh.finish(0)
console.log(isStarted, refresh.isRefreshing, refresh.isReady, refresh.state === 'pulled', refresh.progress(0), refresh.threshold)
const corners: Corners = { x: 0, y: 0, width: 800, height: 400 }
const picture = new CornerThrow({ rectangle: corners, corner: 'top_left', extent: 90 })
const corner: Corner = picture.meant(made)
picture.go(corner)
picture.put('bottom_left')
picture.resize({ ...corners, width: 900 }, 0)
console.log(picture.corner, picture.rectangle.width, picture.target.x, picture.draw(0).y, picture.x.start, picture.isHeld)

const bindOptions: BindOptions<CardCarousel> = {
  flick, name: 'row', content: document.body, draw: (offset: number, time: number) => console.log(offset + time),
  measure: () => ({ count: 3, width: 200, isRightToLeft: true }), observed: [document.body], measured: () => {},
  focus: document.body, wheel: false, heard: ({ phase }) => console.log(phase),
  changed: (index: number) => console.log(index), rested: index => console.log(index.toFixed()),
}
const bound: Bound<CardCarousel> = bind(document.body, row, bindOptions)
bound.go(1)
bound.put(0)
bound.resize({ width: 100 })
bound.redraw()
console.log(bound.zone?.name, bound.isSettled, bound.element.id, bound.interaction.stride)
bound.remove()
bind(document.body, new SwipeCard(), { changed: side => console.log(side?.length) }).go('left')
bind(document.body, new CardDeck({ count: 2 }), { changed: (index: number) => console.log(index) }).go('right')
bind(document.body, new Pager({ count: 2, size: 300 }))
bind(document.body, card, { draw: ({ x, y }) => console.log(x + y) }).go({ x: 0, y: 0 })
// @ts-expect-error: a carousel goes to an index
bound.go('left')

console.log(narrow(made))
// @ts-expect-error: only a begin has a slop
if (made.phase === 'end') made.slop.toFixed()
// @ts-expect-error: only a cancel has a reason
if (made.phase === 'update') made.reason.length
// @ts-expect-error: there is no such phase
if (made.phase === 'stop') flick.close()
flick.request('stats').then(reply => console.log(reply?.ok))
flick.close()
console.log(offline, state, driver, names, next, settling, landing, landings)

// @ts-expect-error: an axis is x or y
flick.zone(document.body, { name: 'z', axis: 'z' }, hear)
// @ts-expect-error: a zone has a name
flick.zone(document.body, { axis: 'x' }, hear)
// @ts-expect-error: what a swipe reports is not changed
made.translation = { x: 0, y: 0 }
// @ts-expect-error: a carousel has a number of cards
new CardCarousel({})
