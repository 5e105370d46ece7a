/** One way in which a program writes a text: any part of the text is written as `all` writes it there. */
export interface KeyForm {
  readonly name: string
  write(text: string): string
  /** Returns the possible encodings of this part within a longer text: the characters that stand for it alone. */
  parts(part: string): string[]
}

/** Returns a form that encodes each character by itself. */
const signBySign = (name: string, write: (sign: string, code: number) => string): KeyForm => {
  const all = (text: string) => [...text].map((sign) => write(sign, sign.charCodeAt(0))).join('')
  return { name, write: all, parts: (part) => [all(part)] }
}

const hexOf = (code: number, digits = 2) => code.toString(16).padStart(digits, '0')
const NAMED: Readonly<Record<string, string>> = {
  ...{ '!': 'excl', '"': 'quot', '#': 'num', $: 'dollar', '%': 'percnt', '&': 'amp', "'": 'apos' },
  ...{ '(': 'lpar', ')': 'rpar', '*': 'ast', '+': 'plus', ',': 'comma', '.': 'period', '/': 'sol' },
  ...{ ':': 'colon', ';': 'semi', '<': 'lt', '=': 'equals', '>': 'gt', '?': 'quest', '@': 'commat' },
  ...{ '[': 'lsqb', '\\': 'bsol', ']': 'rsqb', '^': 'Hat', _: 'lowbar', '`': 'grave' },
  ...{ '{': 'lcub', '|': 'verbar', '}': 'rcub' },
}
const json = (sign: string) => JSON.stringify(sign).slice(1, -1)

/** Returns the characters that stand for `part` within a longer base64 text, at each of its three alignments. */
function alignedBase64(part: string): string[] {
  return [0, 1, 2].map((lead) => {
    const text = Buffer.concat([Buffer.alloc(lead), Buffer.from(part)]).toString('base64')
    const bits = (lead + part.length) * 8
    return text.slice(Math.ceil((lead * 8) / 6), Math.floor(bits / 6))
  })
}
const urlSafe = (text: string) => text.replaceAll('+', '-').replaceAll('/', '_')

const CHARACTERS: readonly KeyForm[] = [
  signBySign('plain', (sign) => sign),
  signBySign('JSON', json),
  signBySign('JSON of PHP', (sign) => (sign === '/' ? '\\/' : json(sign))),
  signBySign('JSON of Go', (sign, code) => (/[<>&]/.test(sign) ? `\\u${hexOf(code, 4)}` : json(sign))),
  signBySign('JSON in \\u', (_, code) => `\\u${hexOf(code, 4)}`),
  signBySign('a text of Python', (sign, code) => (/\w/.test(sign) ? sign : `\\x${hexOf(code)}`)),
  signBySign('HTML', (sign) => (/[<>&"']/.test(sign) ? `&${NAMED[sign]};` : sign)),
  signBySign('HTML by names', (sign) => (NAMED[sign] ? `&${NAMED[sign]};` : sign)),
  signBySign('HTML by decimals', (_, code) => `&#${code};`),
  signBySign('HTML by hex', (_, code) => `&#x${hexOf(code)};`),
  signBySign('HTML by long HEX', (_, code) => `&#X00${hexOf(code).toUpperCase()};`),
  signBySign('percent', (_, code) => `%${hexOf(code)}`),
  signBySign('PERCENT', (_, code) => `%${hexOf(code).toUpperCase()}`),
  signBySign('an address', encodeURIComponent),
  signBySign('hex', (_, code) => hexOf(code)),
  signBySign('HEX', (_, code) => hexOf(code).toUpperCase()),
]

/** Every encoding that a program that repeats a key may use. */
export const KEY_FORMS: readonly KeyForm[] = [
  ...CHARACTERS,
  { name: 'base64', write: (text) => Buffer.from(text).toString('base64'), parts: alignedBase64 },
  {
    name: 'base64url',
    write: (text) => Buffer.from(text).toString('base64url'),
    parts: (part) => alignedBase64(part).map(urlSafe),
  },
]
