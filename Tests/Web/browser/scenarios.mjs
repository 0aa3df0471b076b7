// Fingers on each of the seven interactions, and the results. Steps are [x, y, ms] in CSS pixels
// from the middle of the stage. Several lists are several swipes, each after the page is at rest or
// after `pause` ms.
import { finger } from './fingers.mjs'

/** One finger. */
const one = (...steps) => [finger(steps)]
/** Two fingers side by side. */
const two = (...steps) => [finger(steps, { x: -40 }), finger(steps, { x: 40 })]
/** The finger becomes a palm. */
const palm = (...steps) => [finger(steps, { end: 'palm' })]
/** The kernel's queue overflows during the swipe. */
const dropped = (at, ...steps) => [finger(steps, { lost: at })]
/** A second finger lands beside the first, `at` ms later; then both move together. */
const joined = (at, before, after) => [
  finger([[...before, at], after], { x: -40 }), finger([after], { at, x: -40 + before[0] + 60, y: before[1] }),
]
/** One finger moves up; when its swipe has begun, the other moves down. */
const parted = [
  finger([[0, -70, 80], [0, -70, 80]], { x: -30 }), finger([[0, 0, 80], [0, 160, 80]], { x: 30 }),
]

const flickLeft = one([-100, 0, 100])
const flickUp = one([0, -110, 100])
const pull = one([0, 90, 80])

/**
 * The fields of a scenario:
 *
 * `words` describe it; `swipes` are the fingers; `to` is the final state; `ends` is the number of
 * ends that the page receives for this demo, by default one for each swipe; `raw` are expected
 * fields of flickd's last line; `naive` selects the naive rule.
 */
export const scenarios = {
  carousel: [
    {
      words: 'a flick brings the next card',
      swipes: [flickLeft], to: { index: 1 }, raw: { kind: 'flick', by: ['predicted'] },
    },
    { words: 'a throw passes a card', swipes: [one([-150, 0, 80])], to: { index: 2 }, raw: { kind: 'flick' } },
    {
      words: 'a short slow drag leaves the card',
      swipes: [one([-90, 0, 900])], to: { index: 0 }, raw: { commit: false },
    },
    {
      words: 'a slow drag past the middle brings the next',
      swipes: [one([-190, 0, 1000])], to: { index: 1 }, raw: { kind: 'drag', by: ['distance'] },
    },
    {
      words: 'pulled over and flicked back it keeps its card',
      swipes: [one([-170, 0, 250], [60, 0, 60])],
      to: { index: 0 }, raw: { kind: 'flick', direction: 'right', commit: false },
    },
    {
      words: 'there is nothing before the first card',
      swipes: [one([120, 0, 100])], to: { index: 0 }, raw: { kind: 'flick', commit: false },
    },
    { words: 'the hardest throw ends at the last card', swipes: [one([-300, 0, 60])], to: { index: 4 } },
    { words: 'three flicks in a row go three cards on', swipes: [flickLeft, flickLeft, flickLeft], to: { index: 3 } },
    {
      words: 'a flick back returns to the card before',
      swipes: [one([-150, 0, 80]), one([100, 0, 100])], to: { index: 1 },
    },
    {
      words: 'a finger that rests before it lifts has no velocity',
      swipes: [one([-120, 0, 100], [0, 0, 250])], to: { index: 0 }, raw: { kind: 'drag' },
    },
    { words: 'it ignores up and down', swipes: [one([5, -130, 100])], to: { index: 0 }, ends: 0 },
    { words: 'two fingers are one swipe', swipes: [two([-100, 0, 100])], to: { index: 1 }, raw: { fingers: 2 } },
    {
      words: 'a second finger that comes late cancels, and both begin anew',
      swipes: [joined(200, [-60, 0], [-100, 0, 100])], to: { index: 1 }, ends: 2, raw: { fingers: 2 },
    },
    { words: 'a palm cancels it', swipes: [palm([-200, 0, 200])], to: { index: 0 }, raw: { reason: 'palm' } },
    {
      words: 'lost events cancel it',
      swipes: [dropped(160, [-200, 0, 160], [-80, 0, 80])], to: { index: 0 }, raw: { reason: 'dropped' },
    },
    {
      words: 'by the naive rule the flick is lost',
      swipes: [flickLeft], to: { index: 0 }, raw: { commit: true }, naive: true,
    },
    {
      words: 'by the naive rule the flick back is lost as well',
      swipes: [one([-230, 0, 250], [60, 0, 60])], to: { index: 1 }, raw: { commit: false }, naive: true,
    },
    {
      words: 'stopped in flight after a throw, it continues from there',
      swipes: [one([-150, 0, 80]), one([14, 0, 60], [-2, 0, 20], [0, 0, 250])], pause: 150, to: null,
    },
  ],
  sheet: [
    {
      words: 'a flick opens it half',
      swipes: [flickUp], to: { detent: 1, offset: -300 }, raw: { kind: 'flick', by: ['predicted'] },
    },
    { words: 'a hard flick opens it wholly', swipes: [one([0, -150, 60])], to: { detent: 2, offset: -600 } },
    {
      words: 'a short slow drag leaves it',
      swipes: [one([0, -90, 900])], to: { detent: 0, offset: 0 }, raw: { kind: 'drag', commit: false },
    },
    {
      words: 'a slow drag past the middle opens it half',
      swipes: [one([0, -200, 1200])], to: { detent: 1, offset: -300 }, raw: { by: ['distance'] },
    },
    {
      words: 'pulled up and flicked down it stays',
      swipes: [one([0, -200, 300], [0, 80, 60])],
      to: { detent: 0, offset: 0 }, raw: { direction: 'down', commit: false },
    },
    { words: 'it does not move below its lowest position', swipes: [one([0, 120, 100])], to: { detent: 0, offset: 0 } },
    {
      words: 'half open a flick down closes it',
      swipes: [flickUp, one([0, 110, 100])], to: { detent: 0, offset: 0 }, raw: { kind: 'flick', commit: true },
    },
    { words: 'two flicks open it wholly', swipes: [flickUp, flickUp], to: { detent: 2, offset: -600 } },
    {
      words: 'a finger that rests before its lift counts by its distance only',
      swipes: [one([0, -220, 150], [0, 0, 250])],
      to: { detent: 1, offset: -300 }, raw: { kind: 'drag', by: ['distance'] },
    },
    {
      words: 'two fingers that part are not a swipe',
      swipes: [parted], to: { detent: 0, offset: 0 }, raw: { reason: 'pinch' },
    },
    {
      words: 'by the naive rule, the hard flick returns',
      swipes: [one([0, -120, 60])], to: { detent: 0, offset: 0 }, raw: { commit: true }, naive: true,
    },
  ],
  dismiss: [
    {
      words: 'a short fast flick is enough',
      swipes: [pull], to: { dismissed: true }, raw: { kind: 'flick', by: ['velocity'] },
    },
    {
      words: 'a long slow pull is enough',
      swipes: [one([0, 240, 1000])], to: { dismissed: true }, raw: { kind: 'drag', by: ['distance'] },
    },
    {
      words: 'long and fast are both',
      swipes: [one([0, 260, 180])], to: { dismissed: true }, raw: { by: ['distance', 'velocity'] },
    },
    {
      words: 'a short slow pull is not enough',
      swipes: [one([0, 120, 600])], to: { dismissed: false }, raw: { commit: false },
    },
    {
      words: 'a flick up is the wrong direction',
      swipes: [one([0, -120, 80])], to: { dismissed: false }, raw: { kind: 'flick', direction: 'up', commit: false },
    },
    {
      words: 'pulled down and flicked up it stays',
      swipes: [one([0, 180, 250], [0, -80, 60])], to: { dismissed: false }, raw: { direction: 'up', commit: false },
    },
    {
      words: 'a palm cancels a long pull',
      swipes: [palm([0, 260, 400])], to: { dismissed: false }, raw: { reason: 'palm' },
    },
    { words: 'a dismissed one ignores further swipes', swipes: [pull, pull], to: { dismissed: true }, ends: 1 },
    { words: 'it ignores sideways', swipes: [one([150, 5, 100])], to: { dismissed: false }, ends: 0 },
    {
      words: 'by the naive rule the short flick returns',
      swipes: [pull], to: { dismissed: false }, raw: { commit: true }, naive: true,
    },
  ],
  projected: [
    {
      words: 'it leaves if it would land past the middle',
      swipes: [one([0, 100, 150])], to: { dismissed: true }, raw: { kind: 'drag', by: ['predicted'] },
    },
    {
      words: 'the same distance more slowly is not enough',
      swipes: [one([0, 100, 500])], to: { dismissed: false }, raw: { commit: false },
    },
    { words: 'a long slow pull is also enough', swipes: [one([0, 250, 900])], to: { dismissed: true } },
    {
      words: 'beyond the middle and flicked up it stays',
      swipes: [one([0, 250, 400], [0, -40, 40])], to: { dismissed: false }, raw: { commit: false },
    },
    {
      words: 'a flick up is the wrong direction',
      swipes: [one([0, -120, 80])], to: { dismissed: false }, raw: { commit: false },
    },
    {
      words: 'a finger that rests before its lift counts by its distance only',
      swipes: [one([0, 150, 100], [0, 0, 250])], to: { dismissed: false }, raw: { commit: false },
    },
    {
      words: 'by the naive rule the push returns',
      swipes: [one([0, 100, 150])], to: { dismissed: false }, raw: { commit: true }, naive: true,
    },
  ],
  drag: [
    { words: 'it springs back after a throw', swipes: [one([80, 60, 80])], to: { lifted: false }, raw: { kind: 'flick' } },
    {
      words: 'put down slowly it springs back',
      swipes: [one([-70, 90, 900])], to: { lifted: false }, raw: { kind: 'drag' },
    },
    {
      words: 'a palm cancels the swipe',
      swipes: [palm([60, -60, 200])], to: { lifted: false }, raw: { reason: 'palm' },
    },
    {
      words: 'stopped on its return, it follows again',
      swipes: [one([90, 0, 100]), one([-60, 40, 300])], pause: 120, to: { lifted: false },
    },
  ],
  side: [
    {
      words: 'more than 100 px to the right send it there',
      swipes: [one([130, 0, 400])],
      to: { side: 'right', dismissed: true }, raw: { direction: 'right', by: ['distance'] },
    },
    {
      words: 'to the left as well',
      swipes: [one([-130, 0, 400])], to: { side: 'left', dismissed: true }, raw: { direction: 'left' },
    },
    {
      words: 'a short fast flick is enough',
      swipes: [one([80, 0, 60])], to: { side: 'right', dismissed: true }, raw: { kind: 'flick', by: ['velocity'] },
    },
    {
      words: 'moved back slowly, it stays',
      swipes: [one([160, 0, 300], [-110, 0, 300])],
      to: { side: null, dismissed: false }, raw: { kind: 'drag', commit: false },
    },
    {
      words: 'far to the right and flicked to the left it goes left',
      swipes: [one([220, 0, 300], [-70, 0, 60])],
      to: { side: 'left', dismissed: true }, raw: { kind: 'flick', direction: 'left', by: ['velocity'] },
    },
    {
      words: 'it ignores up and down',
      swipes: [one([4, 140, 120])], to: { side: null, dismissed: false }, ends: 0,
    },
    {
      words: 'two fingers move it',
      swipes: [two([140, 0, 400])], to: { side: 'right', dismissed: true }, raw: { fingers: 2 },
    },
    {
      words: 'by the naive rule the flick to the left sends it right',
      swipes: [one([220, 0, 300], [-70, 0, 60])],
      to: { side: 'right', dismissed: true }, raw: { commit: true }, naive: true,
    },
  ],
  spring: [
    {
      words: 'it leaves if it would land past 500 px',
      swipes: [one([0, 150, 80])], to: { dismissed: true }, raw: { by: ['predicted'] },
    },
    { words: 'a soft pull returns', swipes: [one([0, 120, 300])], to: { dismissed: false }, raw: { commit: false } },
    {
      words: 'a long slow pull is enough',
      swipes: [one([0, 230, 900])], to: { dismissed: true }, raw: { kind: 'drag', by: ['distance'] },
    },
    {
      words: 'a flick up is the wrong direction',
      swipes: [one([0, -140, 80])], to: { dismissed: false }, raw: { commit: false },
    },
    {
      words: 'pulled down and flicked up it stays',
      swipes: [one([0, 190, 250], [0, -90, 60])], to: { dismissed: false }, raw: { commit: false },
    },
    {
      words: 'by the naive rule the hard pull returns',
      swipes: [one([0, 150, 80])], to: { dismissed: false }, raw: { commit: true }, naive: true,
    },
  ],
}
