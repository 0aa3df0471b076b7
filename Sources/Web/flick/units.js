// One CSS pixel is one point, which is 1/163 inch of glass.

/** A millimetre, in points. */
export const MM = 163 / 25.4
