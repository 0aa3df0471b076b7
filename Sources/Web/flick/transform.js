// Content drawn by transforms.

/** Moves an element by an offset along an axis, or by {x, y}. */
export function moveTo(element, axis, offset) {
  const { x, y } = typeof offset === 'number' ? { x: 0, y: 0, [axis]: offset } : offset
  element.style.transform = `translate3d(${x}px, ${y}px, 0)`
}

/** Draws content by a transform; on a ring, each of its parts has its own transform. */
export function drawBy(content, interaction, offset, time) {
  const { axis } = interaction.zone
  if (interaction.points?.period == null) return moveTo(content, axis, offset)
  for (const [number, part] of [...content.children].entries()) moveTo(part, axis, interaction.offsetOf(number, time))
}
