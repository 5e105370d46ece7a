/** A piece of a text that may be printable text in base64 or hex, and what it decodes to. */
export interface Decoded {
  readonly text: string
  /** Where in the encoded text the characters from `from` to before `to` stand. */
  span(from: number, to: number): readonly [from: number, to: number]
}

// Four characters of base64 stand for three bytes. Where these are printable ASCII, few values are left for the first
// three characters, which tells such a piece from nearly all other words.
const FOUR = '[I-Za-f][A-HQ-Xg-nw-z0-3][ABEFIJMNQRUVYZcdghklopstwx014589][\\w+/-]'
/** Two characters of hex stand for one byte: from 20 to 7e for printable ASCII. */
const TWO = '[2-7][0-9a-fA-F]'

/** What twelve characters take at least in any of these encodings. */
const SHORTEST = 16
const IN_WORD = 1
const [FIRST, SECOND, THIRD] = [2, 4, 8]
const [HIGH, LOW] = [16, 32]
/** What each byte can be: part of a word, and at which places of a unit. */
const CLASSES = Uint8Array.from({ length: 256 }, (_, code) => {
  const sign = String.fromCharCode(code)
  const is = (pattern: RegExp, flag: number) => (pattern.test(sign) ? flag : 0)
  return (
    is(/[\w+/-]/, IN_WORD) |
    is(/[I-Za-f]/, FIRST) |
    is(/[A-HQ-Xg-nw-z0-3]/, SECOND) |
    is(/[ABEFIJMNQRUVYZcdghklopstwx014589]/, THIRD) |
    is(/[2-7]/, HIGH) |
    is(/[0-9a-fA-F]/, LOW)
  )
})

interface Encoding {
  /** Stands at each character where a piece begins; of limited length, so that a long piece costs no more. */
  readonly begins: RegExp
  /** The whole piece from there. */
  readonly piece: RegExp
  /** How many characters a unit takes: pieces may begin at any of them. */
  readonly unit: number
  decode(word: string, from: number, to: number): Decoded
}

const ENCODINGS: readonly Encoding[] = [
  {
    begins: new RegExp(`(?=(?:${FOUR}){3})`, 'g'),
    piece: new RegExp(`(?:${FOUR})+`, 'y'),
    unit: 4,
    decode: fromBase64,
  },
  {
    begins: new RegExp(`(?=(?:${TWO}){12})`, 'g'),
    piece: new RegExp(`(?:${TWO})+`, 'y'),
    unit: 2,
    decode: fromHex,
  },
]

/** All pieces of a text that may be encoded, decoded. */
export function* decodedIn(text: Buffer): Generator<Decoded> {
  for (const [from, to] of longWordsIn(text)) {
    if (!mayHold(text, from, to)) continue
    const word = text.toString('latin1', from, to)
    for (const encoding of ENCODINGS) yield* decodedWith(encoding, word, from)
  }
}

const classAt = (text: Buffer, at: number): number => CLASSES[text[at] ?? 0] ?? 0
const isIn = (text: Buffer, at: number): boolean => (classAt(text, at) & IN_WORD) === IN_WORD

/** Whether a word can hold a piece: it has three units of base64 in a row, or twelve of hex. Cheaper than a pattern. */
function mayHold(text: Buffer, from: number, to: number): boolean {
  const fours = [0, 0, 0, 0]
  const twos = [0, 0]
  for (let at = from; at < to - 1; at++) {
    const first = classAt(text, at)
    const second = classAt(text, at + 1)
    const isTwo = first & HIGH && second & LOW
    const two = isTwo ? (twos[at & 1] ?? 0) + 1 : 0
    twos[at & 1] = two
    const isFour = first & FIRST && second & SECOND && at < to - 3 && classAt(text, at + 2) & THIRD
    const four = isFour ? (fours[at & 3] ?? 0) + 1 : 0
    fours[at & 3] = four
    if (two >= 12 || four >= 3) return true
  }
  return false
}

function* decodedWith(
  { begins, piece, unit, decode }: Encoding,
  word: string,
  at: number,
): Generator<Decoded> {
  const doneUntil = Array.from({ length: unit }, () => 0)
  for (let from = nextOf(begins, word, 0); from >= 0; from = nextOf(begins, word, from + 1)) {
    if (from < (doneUntil[from % unit] ?? 0)) continue
    piece.lastIndex = from
    const end = from + (piece.exec(word)?.[0].length ?? 0)
    doneUntil[from % unit] = end
    const { text, span } = decode(word, from, end)
    yield {
      text,
      span(start, stop) {
        const [first, last] = span(start, stop)
        return [at + first, at + last]
      },
    }
  }
}

/** Where a pattern is found from a place on; -1 if nowhere. `matchAll` would copy the pattern for each word. */
function nextOf(pattern: RegExp, word: string, from: number): number {
  pattern.lastIndex = from
  return pattern.exec(word)?.index ?? -1
}

/** The stretches of characters of these encodings that are long enough. Looks at every sixteenth character first. */
function* longWordsIn(text: Buffer): Generator<readonly [from: number, to: number]> {
  let at = SHORTEST - 1
  let done = 0
  while (at < text.length) {
    if (!isIn(text, at)) {
      done = at + 1
      at += SHORTEST
      continue
    }
    let from = at
    while (from > done && isIn(text, from - 1)) from--
    if (at - from + 1 < SHORTEST) {
      at = from + SHORTEST - 1
      continue
    }
    let to = at + 1
    while (to < text.length && isIn(text, to)) to++
    yield [from, to]
    done = to
    at = to + SHORTEST
  }
}

/** With four more characters at each side: part of a byte at the edge may lie there. */
function fromBase64(word: string, first: number, last: number): Decoded {
  const from = first >= 4 ? first - 4 : first
  const to = Math.min(word.length, last + 4)
  const span = (start: number, end: number) =>
    [from + Math.floor((start * 4) / 3), Math.min(to, from + Math.ceil((end * 4) / 3))] as const
  return { text: Buffer.from(word.slice(from, to), 'base64').toString('latin1'), span }
}

function fromHex(word: string, from: number, to: number): Decoded {
  const span = (start: number, end: number) => [from + start * 2, from + end * 2] as const
  return { text: Buffer.from(word.slice(from, to), 'hex').toString('latin1'), span }
}
