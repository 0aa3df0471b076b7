// flick.js: the decisions of flickd for web pages. `import { connect } from './flick.js'`; the modules are in
// flick/.
export { connect, Flick } from './flick/client.js'
export { Flight, Spring, projection, projectionTime } from './flick/spring.js'
export { SnapPoints } from './flick/snap-points.js'
export { Swipe } from './flick/swipe.js'
export { SpringRunner, onFrames, prefersReducedMotion } from './flick/motion.js'
export {
  BottomSheet, CardCarousel, Content, DismissibleCard, DismissibleSheet, DraggableCard, SpringCard, SwipeCard,
} from './flick/interactions.js'
