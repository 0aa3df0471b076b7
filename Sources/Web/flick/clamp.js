export const clamp = (value, lower, upper) => Math.min(Math.max(value, lower), upper)
