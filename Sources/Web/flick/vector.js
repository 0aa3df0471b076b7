// Points and displacements {x, y}.

export const zero = Object.freeze({ x: 0, y: 0 })
export const displacement = (from, to) => ({ x: to.x - from.x, y: to.y - from.y })
export const dot = (a, b) => a.x * b.x + a.y * b.y
export const lengthOf = ({ x, y }) => Math.hypot(x, y)
