import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { JsonValue } from '@/lib/upstream/client/json'
import {
  WITHHELD_TEXT,
  withholdKeyInText,
  withholdKeyInValue,
} from '@/lib/upstream/client/secrecy/withhold-key'

const WINDOW = 12
const keys = fc.stringMatching(/^xd_live_[A-Za-z0-9]{32}$/)
const KEY = 'xd_live_8fK2abCd9eF1gH3iJ5kL7mN0pQrStUvW'

const groups = (text: string, size: number): string[] => text.match(new RegExp(`.{1,${size}}`, 'gs')) ?? []
const windows = (key: string): string[] =>
  Array.from({ length: key.length - 2 * WINDOW + 1 }, (_, at) => key.slice(at + WINDOW, at + 2 * WINDOW))
const remains = (text: string, key: string): string[] => windows(key).filter((part) => text.includes(part))

/** Text that a page, a program or a printer shows as nothing, a space or a line break. */
const BETWEEN = [
  ...['&shy;', '&nbsp;', '&#8203;', '&#x200b;', '&ZeroWidthSpace;', '&zwnj;', '&amp;shy;', '&lt;wbr&gt;'],
  ...['\\n', '\\r\\n', '\\u200b', '\\u{200b}', '\\\\n', '\\u003cwbr\\u003e', '\\302\\255'],
  ...['%20', '%0A', '%E2%80%8B', '%u200b', '%3Cwbr%3E', '=\r\n'],
  ...['<wbr>', '</i><i class="a">', '<!-- a -->', ' <br/>\n'],
]

describe('a key with characters between its parts', () => {
  test.each(BETWEEN)('%j', (between) => {
    fc.assert(
      fc.property(keys, fc.integer({ min: 1, max: 11 }), (key, size) => {
        const text = `a “${groups(key, size).join(between)}” & <b>`
        expect(withholdKeyInText(text, key)).toBe(WITHHELD_TEXT)
      }),
      { numRuns: 30 },
    )
  })

  test('as base64, cut into lines', () => {
    fc.assert(
      fc.property(keys, fc.constantFrom('\n', '\u200b', '\\n', '<br>', '&shy;'), (key, between) => {
        const written = groups(Buffer.from(key).toString('base64'), 12).join(between)
        expect(withholdKeyInText(`Key: ${written}`, key)).toBe(WITHHELD_TEXT)
      }),
    )
  })
})

const hexOf = (text: string, size = 2) => groups(Buffer.from(text).toString('hex'), size)
const WRITTEN: readonly [name: string, write: (key: string) => string][] = [
  ['hex with spaces, as Node shows bytes', (key) => `<Buffer ${hexOf(key).join(' ')}>`],
  ['hex with colons', (key) => hexOf(key).join(':')],
  ['HEX with dashes', (key) => hexOf(key).join('-').toUpperCase()],
  [
    'hex with 0x',
    (key) =>
      hexOf(key)
        .map((byte) => `0x${byte}`)
        .join(', '),
  ],
  [
    'hex with U+',
    (key) =>
      hexOf(key)
        .map((byte) => `U+00${byte}`)
        .join(' '),
  ],
  ['hex of two bytes each', (key) => hexOf(key, 4).join(' ')],
  ['hex of UTF-16', (key) => Buffer.from(key, 'utf16le').toString('hex')],
  ['hex of the other UTF-16', (key) => Buffer.from(key, 'utf16le').swap16().toString('hex')],
  ['base64 of UTF-16', (key) => Buffer.from(key, 'utf16le').toString('base64')],
  ['base64 of the other UTF-16', (key) => Buffer.from(key, 'utf16le').swap16().toString('base64')],
  ['octal', (key) => [...Buffer.from(key)].map((byte) => `\\${byte.toString(8)}`).join('')],
  [
    '\\x{..}',
    (key) =>
      hexOf(key)
        .map((byte) => `\\x{${byte}}`)
        .join(''),
  ],
  ['quoted-printable', (key) => `=${hexOf(key).join('=').toUpperCase()}`],
  ['decimals', (key) => `[${[...Buffer.from(key)].join(',')}]`],
  ['decimals with spaces', (key) => [...Buffer.from(key)].join(' ')],
  ['capitals', (key) => key.toUpperCase()],
  ['small letters', (key) => key.toLowerCase()],
]

describe('a key that a program writes as', () => {
  test.each(WRITTEN)('%s', (_, write) => {
    fc.assert(
      fc.property(keys, fc.lorem({ maxCount: 4 }), (key, words) => {
        expect(withholdKeyInText(`${words}: ${write(key)} ${words}`, key)).toBe(WITHHELD_TEXT)
        expect(withholdKeyInText(write(key.slice(12, 25)), key)).toBe(WITHHELD_TEXT)
      }),
      { numRuns: 50 },
    )
  })

  test.each([
    ['JSON in a text', (bytes: unknown) => JSON.stringify(bytes, null, 10)],
    ['JSON in JSON in a text', (bytes: unknown) => JSON.stringify(JSON.stringify({ bytes }, null, 4))],
  ])('bytes in %s, each on a line', (_, write) => {
    fc.assert(
      fc.property(keys, (key) => {
        const left = withholdKeyInValue({ text: write([...Buffer.from(key)]) }, key)
        expect(left).toEqual({ text: WITHHELD_TEXT })
      }),
      { numRuns: 50 },
    )
  })

  test.each([
    ['a Buffer of Node', (key: string): unknown => Buffer.from(key)],
    ['a Uint8Array', (key: string): unknown => new Uint8Array(Buffer.from(key))],
    ['a list of bytes', (key: string): unknown => [...Buffer.from(key)]],
  ])('%s in JSON', (_, write) => {
    fc.assert(
      fc.property(keys, fc.jsonValue(), (key, beside) => {
        const value: { beside: JsonValue; form: JsonValue } = JSON.parse(
          JSON.stringify({ form: write(key), beside }),
        )
        const left = withholdKeyInValue(value, key)
        expect(remains(readBytes(left), key)).toEqual([])
        expect(left).toMatchObject({ beside: value.beside })
        expect(JSON.stringify(left)).toContain(WITHHELD_TEXT)
      }),
      { numRuns: 50 },
    )
  })
})

function readBytes(value: unknown): string {
  if (typeof value === 'number') return String.fromCharCode(value & 0xff)
  if (typeof value === 'string') return '.'
  return typeof value === 'object' && value !== null ? Object.values(value).map(readBytes).join('') : ''
}

describe('a key that is split across', () => {
  const secret = KEY.slice(12)
  const [a = '', b = '', c = ''] = groups(secret, 10)
  test.each<[string, JsonValue, JsonValue]>([
    [
      'names',
      { [a]: true, [b]: 1, [c]: null, d: 'e' },
      { [WITHHELD_TEXT]: true, [`${WITHHELD_TEXT} 2`]: 1, [`${WITHHELD_TEXT} 3`]: null, d: 'e' },
    ],
    [
      'names and texts',
      { id: 'f', [a]: b, [c]: 1, d: 'e' },
      { id: 'f', [WITHHELD_TEXT]: WITHHELD_TEXT, [`${WITHHELD_TEXT} 2`]: 1, d: 'e' },
    ],
    [
      'names within each other',
      { text: 'f', [a]: { [b]: c }, d: 'e' },
      { text: 'f', [WITHHELD_TEXT]: { [`${WITHHELD_TEXT} 2`]: WITHHELD_TEXT }, d: 'e' },
    ],
  ])('%s', (_, value, clean) => {
    expect(withholdKeyInValue({ value, beside: [{ [a]: 'x' }] }, KEY)).toMatchObject({ value: clean })
    expect(withholdKeyInValue({ [a]: 1, d: b }, 'xd_live_0000000000000000000000000000')).toEqual({
      [a]: 1,
      d: b,
    })
  })
})

test.each<[string, (tagged: string) => JsonValue]>([
  ['between a lone < and a lone > of other fields', (key) => ['I <love it', key, 'a > b']],
  ['and these as escapes', (key) => ['if a &lt;b', key, 'a &gt; b']],
  ['within a tag', (key) => `<a title="${key}">`],
  ['within a tag, as escapes', (key) => `<a title="${key.replace(/[<]/g, '&lt;').replace(/>/g, '&gt;')}">`],
])('a key with tags between its parts is found %s', (_, around) => {
  const left = JSON.stringify(withholdKeyInValue(around(groups(KEY, 6).join('<wbr>')), KEY))
  expect(left).toContain(WITHHELD_TEXT)
  expect(remains(left.replace(/<wbr>|&lt;wbr&gt;/g, ''), KEY)).toEqual([])
})

test('an empty text between two parts of a key stays empty', () => {
  const value = { a: KEY.slice(12, 26), b: '', c: KEY.slice(26) }
  expect(withholdKeyInValue(value, KEY)).toEqual({ a: WITHHELD_TEXT, b: '', c: WITHHELD_TEXT })
})

test('a tag that begins in one field and ends in another removes no field', () => {
  const key = `xd_live_8fK2<bCd9eF1gH3iJ5kL7mN0pQr>tUvW`
  const value = { a: key, name: 'Ada', b: key, n: 1 }
  expect(withholdKeyInValue(value, key)).toMatchObject({ name: 'Ada', n: 1 })
})

test('a key that is repeated in very many fields takes no time that grows with the square of their number', () => {
  const value = Array.from({ length: 32_000 }, (_, id) => ({ id: String(id), text: `k ${KEY}` }))
  const clean = { id: '31999', text: WITHHELD_TEXT }
  expect(withholdKeyInValue(value, KEY)).toMatchObject({ 31999: clean })
})
