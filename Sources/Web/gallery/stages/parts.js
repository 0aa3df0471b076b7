// What several stages have in common: elements, their colours, and thresholds that grow with the screen.

/** The thresholds of the interactions on a screen of 1080 px, in px/s and px: those of flickd's defaults. */
export const SPEED = 800
export const DISTANCE = 200
/** The least τ in seconds, the default of flickd. */
const PROJECTION = 0.25

/** An element with a class, from the text of its content. */
export const made = (className, innerHTML) =>
  Object.assign(document.createElement('div'), { className, innerHTML })

/** Sets the ground and the ink of an exhibit on an element. */
export function paint(element, { ground, ink }) {
  element.style.setProperty('--ground', ground)
  element.style.setProperty('--ink', ink)
}

/** Lets a flick at the threshold speed reach the next snap point, which is far away on a large screen. */
export function reach(interaction, distance, scale) {
  const speed = SPEED * scale
  interaction.zone.velocity = speed
  interaction.zone.projection = Math.max(PROJECTION, distance / (2 * speed))
  return interaction
}
