// What the museum shows. The museum does not exist; its pictures are drawn by art/pictures.js.

/** The rooms of the carousel; the sheet says what each one is about. */
export const exhibits = [
  {
    title: 'Spring Tide', year: '1931', medium: 'Ink and moonlight on water', kind: 'tide', seed: 4,
    ground: '#0f2a43', ink: '#f6e9cf', tones: ['#17405f', '#1c5573', '#2b7488', '#5b9d9c', '#0b2238', '#f2cf8b'],
    about: 'Twice a month the sun and the moon pull in one line, and the sea forgets where the beach begins.',
    look: 'Count the waves from the horizon. The painter stopped at fifteen, when the water reached his chair.',
  },
  {
    title: 'Two Lighthouses', year: '1954', medium: 'Linocut in two passes', kind: 'beams', seed: 12,
    ground: '#f3dcae', ink: '#1d1a16', tones: ['#c4452c', '#1d4463', '#1d1a16'],
    about: 'One keeper kept the north light, his sister the south light. Where their rings cross, ships were safe.',
    look: 'Step back. A third lighthouse appears in the middle, which nobody built.',
  },
  {
    title: 'A Year of Moons', year: '1968', medium: 'Brass, thread and patience', kind: 'orbits', seed: 9,
    ground: '#2b1735', ink: '#f9e8d6', tones: ['#e9a15b', '#c65b7c', '#f9e8d6'],
    about: 'Twenty-one orbits, drawn on twenty-one evenings, each by the light of the moon that it describes.',
    look: 'No two moons are in line with the planet. It took eleven evenings to be sure.',
  },
  {
    title: 'Ten Thousand Winters', year: '1977', medium: 'Layered glass', kind: 'strata', seed: 21,
    ground: '#e6ece6', ink: '#12302e', tones: ['#f3c9a1', '#c9dad3', '#8fb3ab', '#4d857f', '#1f5653', '#0f3331'],
    about: 'Each layer is the snow of one age, pressed until it became a line that is thinner than a hair.',
    look: 'The lowest layer is the oldest. It fell before anyone was there to see it.',
  },
  {
    title: 'Delta, from Above', year: '1989', medium: 'River silt on canvas', kind: 'delta', seed: 7,
    ground: '#a83c24', ink: '#fff3e2', tones: ['#fbe6c8', '#e98a4e'],
    about: 'A river does not know where it is going. It tries every way, and keeps those that reach the sea.',
    look: 'Follow any arm with your finger. None of them ever flows back.',
  },
  {
    title: 'Rain on a Tiled Roof', year: '2003', medium: 'Enamel tiles', kind: 'rain', seed: 16,
    ground: '#123f3a', ink: '#eef5dc', tones: ['#2f8072', '#e6cf62', '#eef5dc'],
    about: 'There are two kinds of tiles, and the weather chose between them: a coin was thrown for each tile.',
    look: 'Find a path that leads from the left edge to the right one. On most days there is one.',
  },
  {
    title: 'What the Prism Said', year: '2019', medium: 'Light, recorded', kind: 'spectrum', seed: 2,
    ground: '#101217', ink: '#f4f1ea', tones: ['#e4572e', '#f3a712', '#e9d758', '#6aa84f', '#2e86ab', '#6a4c93'],
    about: 'The ray enters white and leaves in six voices. The glass adds nothing; it only listens closely.',
    look: 'Between violet and red there is no gap in the light. The gap is in the eye.',
  },
]

/** The stops of a visit, which a visitor keeps or passes. */
export const stops = [
  {
    title: 'The Ice Lens', note: 'Room 4, 6 min', kind: 'facets', seed: 5, ground: '#dfeaf2', ink: '#10273d',
    tones: ['#f4fafc', '#a9cfe0', '#5f9bbd', '#24567c'],
  },
  {
    title: 'Fog Bells', note: 'Room 2, 4 min', kind: 'beams', seed: 31, ground: '#e9e1d3', ink: '#2a2320',
    tones: ['#8b8378', '#d0663f', '#2a2320'],
  },
  {
    title: 'The Night Pool', note: 'Room 1, 9 min', kind: 'tide', seed: 18, ground: '#161238', ink: '#f0eaff',
    tones: ['#251f5c', '#3a3288', '#5b54ae', '#8f8ad0', '#100d2b', '#f7d7f0'],
  },
  {
    title: 'Salt Garden', note: 'Room 6, 5 min', kind: 'rain', seed: 40, ground: '#f4d9cf', ink: '#40201c',
    tones: ['#e39b86', '#a33d2f', '#fff7f0'],
  },
  {
    title: 'High Snow', note: 'Room 5, 7 min', kind: 'strata', seed: 33, ground: '#f7e3c4', ink: '#3a2030',
    tones: ['#f08a5d', '#e8c3a3', '#c98a8c', '#8a5a78', '#4b3558', '#2a2140'],
  },
]

/** The pictures of visitors, one on top of the other. */
export const photos = [
  {
    title: 'Low sun, 16:40', kind: 'strata', seed: 51, ground: '#ffd9a0', ink: '#3b1d14',
    tones: ['#fff3d0', '#f6b26b', '#d9643a', '#8c2f39', '#461e3a', '#20122b'],
  },
  {
    title: 'From the pier', kind: 'tide', seed: 62, ground: '#f0b48a', ink: '#40180f',
    tones: ['#e58f6c', '#c9655b', '#944a5c', '#5d3a5c', '#35284a', '#fff0cf'],
  },
  {
    title: 'First frost', kind: 'facets', seed: 71, ground: '#12353b', ink: '#e9f6f2',
    tones: ['#0f2f36', '#1d5a60', '#4d979a', '#b9e0d8'],
  },
  {
    title: 'Long exposure', kind: 'orbits', seed: 84, ground: '#0c1526', ink: '#eef2ff',
    tones: ['#f6e7b0', '#7fb2e5', '#e58fb1'],
  },
]
