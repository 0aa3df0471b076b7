// What a swipe or a key has done to an interaction.

/** The result of an interaction: an index or a side; null for content that has returned. */
export const resultOf = ({ index, side }) => index ?? side
