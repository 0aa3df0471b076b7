// flick.js: the decisions of flickd for web pages. `import { connect } from './flick.js'`; the modules are in
// flick/.
export { connect, Flick } from './flick/client.js'
export { Flight, Spring, projection, projectionTime } from './flick/spring.js'
export { SnapPoints } from './flick/snap-points.js'
export { Swipe } from './flick/swipe.js'
export { SpringRunner, onFrames, prefersReducedMotion } from './flick/motion.js'
export { Content } from './flick/content.js'
export { DraggableCard } from './flick/draggable.js'
export { DismissibleCard, DismissibleSheet, SpringCard, SwipeCard } from './flick/leaving.js'
export { RubberBand } from './flick/rubber-band.js'
export { BottomSheet, CardCarousel } from './flick/snapping.js'
