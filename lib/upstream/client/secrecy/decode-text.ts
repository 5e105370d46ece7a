/** HTML names of the characters that a key may hold. All other names stand for characters that it cannot hold. */
const NAMED: ReadonlyMap<string, string> = new Map(
  [
    '!excl "quot "QUOT #num $dollar %percnt &amp &AMP \'apos (lpar )rpar *ast *midast +plus ,comma .period',
    '/sol :colon ;semi <lt <LT =equals >gt >GT ?quest @commat [lsqb [lbrack \\bsol ]rsqb ]rbrack ^Hat _lowbar',
    '_UnderBar `grave `DiacriticalGrave {lcub {lbrace |verbar |vert |VerticalLine }rcub }rbrace -hyphen -dash',
  ].flatMap((names) => names.split(' ').map((name): [string, string] => [name.slice(1), name.slice(0, 1)])),
)

/** Escapes of JSON and other program texts, of HTML, of URLs and of mail ("quoted-printable"). */
const ESCAPES = [
  String.raw`\\(?:(?:u|U0000)([0-9a-fA-F]{4})|[ux]\{0*([0-9a-fA-F]{1,4})\}|x([0-9a-fA-F]{2})|([0-3][0-7]{2}|[4-7][0-7])|([\s\S]))`,
  String.raw`&(?:#[xX]0*([0-9a-fA-F]{1,4});?|#0*(\d{1,5});?|(amp|lt|gt|quot);?|([A-Za-z][A-Za-z0-9]{1,30});)`,
  '%(?:[uU]([0-9a-fA-F]{4})|([0-9a-fA-F]{2}))',
  String.raw`=(?:([0-9A-F]{2})(?==)|\r?\n)`,
].join('|')
const ESCAPE = new RegExp(ESCAPES, 'g')
/** HTML tags and comments. */
const TAG = '<[A-Za-z/!?][^<>]*>'
const MAY_HOLD_TAG = new RegExp(TAG)
const ESCAPE_OR_TAG = new RegExp(`${ESCAPES}|${TAG}`, 'g')
/** Maximum number of layers of escapes. A key that looks like an escape adds its own to the upstream's. */
const MAX_LAYERS = 8
/** Escapes for characters that no key holds. */
const BLANK = /^[nrtbf0]$/

/** Returns the character that an escape stands for; empty for a tag and for an escape that no key holds. */
function characterOf(
  ...[, unicode, braced, byte, octal, plain, hex, decimal, open, named, ...rest]: string[]
) {
  const name = open ?? named
  if (name !== undefined) return NAMED.get(name) ?? ''
  if (plain !== undefined) return BLANK.test(plain) ? '' : plain
  if (octal !== undefined) return String.fromCharCode(Number.parseInt(octal, 8))
  if (decimal !== undefined) return String.fromCharCode(Number(decimal))
  const [percentLong, percent, mail] = rest
  const code = unicode ?? braced ?? byte ?? hex ?? percentLong ?? percent ?? mail
  return code === undefined ? '' : String.fromCharCode(Number.parseInt(code, 16))
}

/** Removes escapes, layer by layer, until none is left. */
export function removeEscapes(text: string): string {
  let bare = text
  for (let layer = 0; layer < MAX_LAYERS && /[\\&%=]/.test(bare); layer++) {
    const next = bare.replace(ESCAPE, characterOf)
    if (next === bare) break
    bare = next
  }
  return bare
}

/**
 * Removes tags and escapes: once, and then until neither is left. Empty if there is no tag. Both results are needed
 * because what stands between a lone `<` and a lone `>`, perhaps of different fields, looks like a tag once the tags
 * inside it are gone.
 */
export function removeTags(text: string): string[] {
  if (!MAY_HOLD_TAG.test(text)) return []
  const once = text.replace(ESCAPE_OR_TAG, characterOf)
  let bare = once
  for (let layer = 1; layer < MAX_LAYERS && MAY_HOLD_TAG.test(bare); layer++)
    bare = bare.replace(ESCAPE_OR_TAG, characterOf)
  return bare === once ? [once] : [once, bare]
}

/** Twelve byte values in a row or more, each perhaps on an indented line of its own. */
const BYTE_LIST = /(?:(?<!\d)\d{2,3}[\s,;|]{1,40}){11,}\d{2,3}/g

/** Returns the characters whose values a text lists, such as `120, 100, 95`. */
export const decodeDecimals = (text: string): string =>
  (text.match(BYTE_LIST) ?? [])
    .map((list) => String.fromCharCode(...(list.match(/\d+/g) ?? []).map(Number)))
    .join('\n')

/** Twelve printable characters in a row. In UTF-16, every other byte is zero. */
const PRINTABLE = /[\0\x20-\x7e]{12,}/g
/** The same in hex. Most texts hold none, and need no search for where hex begins and ends. */
const HEX_OF_PRINTABLE = /(?:[2-7][0-9a-fA-F]|00){12}/
const HEX = /(?<![0-9a-fA-F])[0-9a-fA-F]{24,}/g

/**
 * Decodes what may be base64 or hex in a text of printable characters without blanks, and returns what is printable of
 * it. Base64 may begin at any character, so there are four ways to read it; hex has two. Hex may have characters
 * between the bytes: `78:64`, `0x78, 0x64`, `U+0078`.
 */
export function decodeBase64AndHex(text: string): string {
  if (text.length < 16) return ''
  const letters = text.replace(/[^\w+/-]+/g, '')
  // Node decodes one alphabet of base64 many times as fast as a mixture.
  const base64 = letters.replaceAll('+', '-').replaceAll('/', '_')
  const digits = letters.replace(/0[xX]|U\+|[^A-Za-z0-9]+/g, '')
  const runs = HEX_OF_PRINTABLE.test(digits) ? (digits.match(HEX) ?? []) : []
  return [
    ...[0, 1, 2, 3].map((start) => Buffer.from(base64.slice(start), 'base64url')),
    ...runs.flatMap((run) => [Buffer.from(run, 'hex'), Buffer.from(run.slice(1), 'hex')]),
  ]
    .flatMap((bytes) => bytes.toString('latin1').match(PRINTABLE) ?? [])
    .join('\n')
}
