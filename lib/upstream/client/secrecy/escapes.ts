/** A text that was rewritten. `from` and `to` say where each character stood before, where that was asked for. */
export interface Rewritten {
  readonly text: string
  readonly places: Places | null
}

interface Places {
  readonly from: Int32Array
  readonly to: Int32Array
}

/** The names in HTML of the signs that a key may hold. */
const NAMED: Readonly<Record<string, string>> = {
  ...{ excl: '!', quot: '"', QUOT: '"', num: '#', dollar: '$', percnt: '%', amp: '&', AMP: '&', apos: "'" },
  ...{ lpar: '(', rpar: ')', ast: '*', midast: '*', plus: '+', comma: ',', period: '.', sol: '/' },
  ...{ colon: ':', semi: ';', lt: '<', LT: '<', equals: '=', gt: '>', GT: '>', quest: '?', commat: '@' },
  ...{ lsqb: '[', lbrack: '[', bsol: '\\', rsqb: ']', rbrack: ']', Hat: '^', lowbar: '_', UnderBar: '_' },
  ...{ grave: '`', DiacriticalGrave: '`', lcub: '{', lbrace: '{', verbar: '|', vert: '|', VerticalLine: '|' },
  ...{ rcub: '}', rbrace: '}', hyphen: '-', dash: '-', nbsp: ' ', shy: ' ', Tab: ' ', NewLine: ' ' },
}

/** The escapes of JSON and other program texts, of HTML, and of addresses. */
const ESCAPE = new RegExp(
  [
    String.raw`\\(?:(?:u|U0000)([0-9a-fA-F]{4})|u\{0*([0-9a-fA-F]{1,4})\}|x([0-9a-fA-F]{2})|([\s\S]))`,
    String.raw`&(?:#[xX]0*([0-9a-fA-F]{1,4});?|#0*(\d{1,5});?|(amp|lt|gt|quot);?|(${Object.keys(NAMED).join('|')});)`,
    '%(?:[uU]00)?([0-9a-fA-F]{2})',
  ].join('|'),
  'g',
)
/** Those of a key that looks like an escape itself come on top of the upstream's. */
const MOST_LAYERS = 8
const MAY_ESCAPE = /[\\&%]/
/** The escapes for signs which no key holds. */
const BLANK = /^[nrtbf0]$/

type Groups = readonly (string | undefined)[]

/** The sign that an escape stands for. */
function signOf([unicode, braced, byte, plain, hex, decimal, open, named, percent]: Groups): string {
  const name = open ?? named
  if (name !== undefined) return NAMED[name] ?? ''
  if (plain !== undefined) return BLANK.test(plain) ? '' : plain
  const sixteen = unicode ?? braced ?? byte ?? hex ?? percent
  return String.fromCharCode(sixteen === undefined ? Number(decimal) : Number.parseInt(sixteen, 16))
}

/**
 * Takes off all layers of escapes; null if there are none, or none for a sign that `tells`: then the text
 * repeats nothing that it does not repeat as it is.
 */
export function unescaped(text: string, mapped: boolean, tells: (sign: string) => boolean): Rewritten | null {
  let bare: Rewritten = { text, places: null }
  let isTelling = false
  for (let layer = 0; layer < MOST_LAYERS && MAY_ESCAPE.test(bare.text); layer++) {
    const next = withoutLayer(bare.text, mapped, (sign) => {
      isTelling ||= tells(sign)
    })
    if (next.text === bare.text) break
    bare = { text: next.text, places: joined(bare.places, next.places) }
  }
  return isTelling ? bare : null
}

function withoutLayer(text: string, mapped: boolean, note: (sign: string) => void): Rewritten {
  const read = (groups: Groups): string => {
    const sign = signOf(groups)
    note(sign)
    return sign
  }
  if (mapped) return rewritten(text, ESCAPE, read)
  return { text: text.replace(ESCAPE, (_, ...groups: string[]) => read(groups)), places: null }
}

/** Where the characters of a twice rewritten text stood at first. */
function joined(first: Places | null, then: Places | null): Places | null {
  if (!first || !then) return first ?? then
  return {
    from: then.from.map((at) => first.from[at] ?? at),
    to: then.to.map((at) => first.to[at - 1] ?? at),
  }
}

function rewritten(text: string, pattern: RegExp, read: (groups: Groups) => string): Rewritten {
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
