/** A rewritten text. `places` says where each character stood before, if that was requested. */
export interface Rewritten {
  readonly text: string
  readonly places: Places | null
}

/** The start and end of each character's original position. */
export interface Places {
  readonly from: Int32Array
  readonly to: Int32Array
}

/** HTML names of the characters that a key may hold. All other names stand for characters that it cannot hold. */
const NAMED: ReadonlyMap<string, string> = new Map(
  Object.entries({
    ...{ excl: '!', quot: '"', QUOT: '"', num: '#', dollar: '$', percnt: '%', amp: '&', AMP: '&', apos: "'" },
    ...{ lpar: '(', rpar: ')', ast: '*', midast: '*', plus: '+', comma: ',', period: '.', sol: '/' },
    ...{ colon: ':', semi: ';', lt: '<', LT: '<', equals: '=', gt: '>', GT: '>', quest: '?', commat: '@' },
    ...{ lsqb: '[', lbrack: '[', bsol: '\\', rsqb: ']', rbrack: ']', Hat: '^', lowbar: '_', UnderBar: '_' },
    ...{
      grave: '`',
      DiacriticalGrave: '`',
      lcub: '{',
      lbrace: '{',
      verbar: '|',
      vert: '|',
      VerticalLine: '|',
    },
    ...{ rcub: '}', rbrace: '}', hyphen: '-', dash: '-' },
  }),
)

/** Escapes of JSON and other program texts, of HTML, of URLs and of mail ("quoted-printable"). */
const ESCAPES = [
  String.raw`\\(?:(?:u|U0000)([0-9a-fA-F]{4})|[ux]\{0*([0-9a-fA-F]{1,4})\}|x([0-9a-fA-F]{2})|([0-3][0-7]{2}|[4-7][0-7])|([\s\S]))`,
  String.raw`&(?:#[xX]0*([0-9a-fA-F]{1,4});?|#0*(\d{1,5});?|(amp|lt|gt|quot);?|([A-Za-z][A-Za-z0-9]{1,30});)`,
  '%(?:[uU]([0-9a-fA-F]{4})|([0-9a-fA-F]{2}))',
  String.raw`=(?:([0-9A-F]{2})(?==)|\r?\n)`,
].join('|')
const ESCAPE = new RegExp(ESCAPES, 'g')
const MAY_ESCAPE = /[\\&%=]/
/** HTML tags and comments. */
const TAG = '<[A-Za-z/!?][^<>]*>'
const MAY_HOLD_TAG = new RegExp(TAG)
const ESCAPE_OR_TAG = new RegExp(`${ESCAPES}|${TAG}`, 'g')
/** Maximum number of layers of escapes. A key that looks like an escape adds its own to the upstream's. */
const MAX_LAYERS = 8
/** Escapes for characters that no key holds. */
const BLANK = /^[nrtbf0]$/

type Groups = readonly (string | undefined)[]

/** Returns the character that an escape stands for; empty for a tag and for an escape that no key holds. */
function signOf(groups: Groups): string {
  const [unicode, braced, byte, octal, plain, hex, decimal, open, named, percentLong, percent, mail] = groups
  const name = open ?? named
  if (name !== undefined) return NAMED.get(name) ?? ''
  if (plain !== undefined) return BLANK.test(plain) ? '' : plain
  if (octal !== undefined) return String.fromCharCode(Number.parseInt(octal, 8))
  if (decimal !== undefined) return String.fromCharCode(Number(decimal))
  const sixteen = unicode ?? braced ?? byte ?? hex ?? percentLong ?? percent ?? mail
  return sixteen === undefined ? '' : String.fromCharCode(Number.parseInt(sixteen, 16))
}

/**
 * Removes all layers of escapes. Null if there are none, or none for a character that `tells`: then the text repeats
 * nothing that it does not repeat as it is.
 */
export function unescaped(text: string, mapped: boolean, tells: (sign: string) => boolean): Rewritten | null {
  let isTelling = false
  const bare = withoutLayers({ text, places: null }, MAY_ESCAPE, ESCAPE, mapped, (sign) => {
    isTelling ||= tells(sign)
  })
  return isTelling ? bare : null
}

/**
 * Removes tags and escapes: once, and then until neither is left. Empty if there is no tag. Both results are needed
 * because what stands between a lone `<` and a lone `>`, perhaps of different fields, looks like a tag once the tags
 * inside it are gone.
 */
export function untagged(rewritten: Rewritten, mapped: boolean): Rewritten[] {
  const off = (text: Rewritten, most: number) =>
    withoutLayers(text, MAY_HOLD_TAG, ESCAPE_OR_TAG, mapped, () => undefined, most)
  if (!MAY_HOLD_TAG.test(rewritten.text)) return []
  const once = off(rewritten, 1)
  return MAY_HOLD_TAG.test(once.text) ? [once, off(once, MAX_LAYERS - 1)] : [once]
}

function withoutLayers(
  first: Rewritten,
  mayHold: RegExp,
  pattern: RegExp,
  mapped: boolean,
  note: (sign: string) => void,
  most = MAX_LAYERS,
): Rewritten {
  let bare = first
  for (let layer = 0; layer < most && mayHold.test(bare.text); layer++) {
    const next = withoutLayer(bare.text, pattern, mapped, note)
    if (next.text === bare.text) break
    bare = { text: next.text, places: joined(bare.places, next.places) }
  }
  return bare
}

function withoutLayer(
  text: string,
  pattern: RegExp,
  mapped: boolean,
  note: (sign: string) => void,
): Rewritten {
  const read = (groups: Groups): string => {
    const sign = signOf(groups)
    note(sign)
    return sign
  }
  if (mapped) return rewritten(text, pattern, read)
  return { text: text.replace(pattern, (_, ...groups: string[]) => read(groups)), places: null }
}

/** Returns the original positions of the characters of a text that was rewritten twice. */
export function joined(first: Places | null, then: Places | null): Places | null {
  if (!first || !then) return first ?? then
  return {
    from: then.from.map((at) => first.from[at] ?? at),
    to: then.to.map((at) => first.to[at - 1] ?? at),
  }
}

/** Replaces each match by what `read` makes of its groups. */
export function rewritten(text: string, pattern: RegExp, read: (groups: Groups) => string): Rewritten {
  const places = { from: new Int32Array(text.length), to: new Int32Array(text.length) }
  const parts: string[] = []
  let size = 0
  let done = 0
  const place = (from: number, to: number) => {
    places.from[size] = from
    places.to[size++] = to
  }
  const copy = (end: number) => {
    parts.push(text.slice(done, end))
    for (; done < end; done++) place(done, done + 1)
  }
  for (const found of text.matchAll(pattern)) {
    copy(found.index)
    const sign = read(found.slice(1))
    parts.push(sign)
    done = found.index + found[0].length
    for (let each = 0; each < sign.length; each++) place(found.index, done)
  }
  copy(text.length)
  return {
    text: parts.join(''),
    places: { from: places.from.subarray(0, size), to: places.to.subarray(0, size) },
  }
}
