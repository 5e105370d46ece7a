/** Additions to the sentences of posts, and what people say about themselves. */
export const PLACES: readonly [string, ...string[]] = [
  'Lisbon',
  'Leeds',
  'Oslo',
  'Nairobi',
  'Kyoto',
  'Lyon',
  'Austin',
  'Accra',
  'Montréal',
  'Izmir',
  'Haifa',
  'Pune',
  'Valparaíso',
  'Zürich',
  'Tartu',
  'Galway',
]

export const THINGS: readonly [string, ...string[]] = [
  'a good notebook',
  'an old radio',
  'a spreadsheet',
  'the blue teapot',
  'a borrowed ladder',
  'three umbrellas',
  'a very large map',
  'the wrong cable',
  'a jar of honey',
  'a paper plane',
]

export const TAGS: readonly [string, ...string[]] = [
  '#coffee',
  '#MondayMotivation',
  '#buildinpublic',
  '#trains',
  '#weather',
  '#books',
  '#football',
  '#climate',
  '#music',
  '#100DaysOfCode',
  '#カフェ',
  '#قهوة',
]

export const EMOJI: readonly [string, ...string[]] = [
  '☕',
  '🚆',
  '🌧️',
  '🎉',
  '😂',
  '🙏',
  '📚',
  '⚽',
  '🌱',
  '🔥',
  '👀',
  '❤️',
  '🧑‍💻',
]

export const DESCRIPTIONS: readonly [string, ...string[]] = [
  'Maps, trains and strong opinions about soup.',
  'Here for the birds.',
  'Data journalist. Views mine, typos also mine.',
  'she/her · teacher · runner · tired',
  'Building small tools for small teams.',
  'Coffee first ☕ questions later',
  'Bicycle mechanic & amateur astronomer',
  'I read footnotes.',
  'Dad of two, cook of many. 🍲',
  'https://example.com/about',
  '"quotes", commas, and <angles>',
  '',
]
