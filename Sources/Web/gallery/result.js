// What a swipe or a key has done to an interaction.

/** The result of an interaction: an index, a side or a corner; null for content that has returned. */
export const resultOf = ({ index, side, corner }) => index ?? side ?? corner ?? null
