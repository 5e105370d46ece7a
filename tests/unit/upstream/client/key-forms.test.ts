import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { defaultProvider } from '@/lib/upstream/client'
import { removeEscapes, removeTags } from '@/lib/upstream/client/secrecy/decode-text'
import {
  WITHHELD_TEXT,
  withholdKeyInAnswer,
  withholdKeyInHeaders,
  withholdKeyInText,
  withholdKeyInValue,
} from '@/lib/upstream/client/secrecy/withhold-key'
import { KEY_FORMS } from '@/tests/support/key-forms'

const WINDOW = 12
const plainKeys = fc.stringMatching(/^xd_live_[A-Za-z0-9]{32}$/)
const anyKeys = fc.oneof(
  plainKeys,
  fc.stringMatching(/^xd_live_[!-~]{32}$/),
  fc.stringMatching(/^xd_live_[/<>&%\\a-f0-9]{32}$/),
)
/** Returns whether a key itself holds a whole escape or tag. */
const looksWritten = (key: string): boolean => {
  const bare = removeEscapes(key)
  return bare !== key || removeTags(bare).length > 0
}
const keys = anyKeys.filter((key) => !looksWritten(key))
/** Drawn with a fixed seed: about one such key in 20,000 is not found whole (docs/decisions, number 19). */
const writtenKeys = anyKeys.filter(looksWritten)
const KINDS = [
  ['', keys, {}],
  [', of a key that holds an escape or a tag', writtenKeys, { seed: 29 }],
] as const
const forms = fc.constantFrom(...KEY_FORMS)
/** Text that may stand before and after the key; it is not part of the form itself. */
const others = fc.oneof(
  fc.string({ maxLength: 12 }),
  fc.lorem({ maxCount: 4 }),
  fc.constantFrom('', '{"k":"'),
)

/**
 * Returns whether characters of the key and of the text beside it may form a tag or an escape; that text may
 * then be withheld too.
 */
const mayJoin = (key: string, beside: string): boolean =>
  [key, beside].every((text) => /[<>&;%\\]/.test(text))

/** Returns all texts and names of a value, as they are shown. */
const shown = (value: unknown): string =>
  Array.isArray(value)
    ? value.map(shown).join('\n')
    : typeof value === 'object' && value !== null
      ? Object.entries(value)
          .map(([name, inner]) => `${name}\n${shown(inner)}`)
          .join('\n')
      : String(value)

const casesOf = (key: typeof keys) =>
  fc.record({ key, outer: forms, inner: forms, before: others, after: others })

test.each(KINDS)(
  'a text that holds it in any form, or in any form of a form, is withheld%s',
  (_, key, draws) => {
    fc.assert(
      fc.property(casesOf(key), ({ key, outer, inner, before, after }) => {
        const text = `${before} ${outer.write(inner.write(key))} ${after}`
        expect(withholdKeyInText(text, key)).toBe(WITHHELD_TEXT)
      }),
      { numRuns: 1000, ...draws },
    )
  },
)

test.each(KINDS)('even right beside other text%s', (_, key, draws) => {
  fc.assert(
    fc.property(casesOf(key), ({ key, outer, inner, before, after }) => {
      expect(withholdKeyInText(before + outer.write(inner.write(key)) + after, key)).toBe(WITHHELD_TEXT)
    }),
    { numRuns: 1000, ...draws },
  )
})

test('in base64 and hex of a text around it, at any alignment', () => {
  const encoders = fc.constantFrom('base64', 'base64url', 'hex')
  fc.assert(
    fc.property(keys, encoders, fc.string(), fc.string(), (key, encoder, before, after) => {
      const text = Buffer.from(before + key + after).toString(encoder as BufferEncoding)
      expect(withholdKeyInText(text, key)).toBe(WITHHELD_TEXT)
    }),
    { numRuns: 500 },
  )
})

describe('in parsed JSON', () => {
  test.each(KINDS)(
    'texts, names, ids and deeper values are withheld, and nothing else is changed%s',
    (_, keysOf, draws) => {
      fc.assert(
        fc.property(keysOf, forms, fc.jsonValue(), (key, form, beside) => {
          const written = form.write(key)
          const value = JSON.parse(
            JSON.stringify({
              beside,
              items: [{ id: written, text: `a ${written} b`, [written]: 1, list: [{ deep: written }], n: 7 }],
            }),
          )
          const left = withholdKeyInValue(value, key)
          expect(left).toEqual({
            beside: mayJoin(key, JSON.stringify(beside)) ? expect.anything() : value.beside,
            items: [
              {
                id: WITHHELD_TEXT,
                text: WITHHELD_TEXT,
                [WITHHELD_TEXT]: 1,
                list: [{ deep: WITHHELD_TEXT }],
                n: 7,
              },
            ],
          })
        }),
        { numRuns: 500, ...draws },
      )
    },
  )

  test('a key that is split among neighbours', () => {
    fc.assert(
      fc.property(plainKeys, fc.integer({ min: 1, max: 11 }), (key, size) => {
        const parts = key.match(new RegExp(`.{1,${size}}`, 'g')) ?? []
        const left = withholdKeyInValue({ parts, fields: Object.fromEntries(parts.entries()) }, key)
        const text = shown(left).replace(/\n|\d+\n/g, '')
        for (let at = WINDOW; at + WINDOW <= key.length; at++)
          expect(text).not.toContain(key.slice(at, at + WINDOW))
      }),
    )
  })

  test('a key that is a long number, and one with spaces, invisible characters or line breaks in between', () => {
    const digits = 'xd_live_1234567890123456789012345678901234'.slice(0, 40)
    expect(withholdKeyInValue({ n: Number(digits.slice(12, 27)) }, digits)).toEqual({ n: WITHHELD_TEXT })
    const key = 'xd_live_abcdEFGHijkl0123MNOPqrst4567UVWX'
    for (const between of [' ', '\u200b', '\u00ad', '\r\n', '\t', '–'])
      expect(withholdKeyInText([...key].join(between), key)).toBe(WITHHELD_TEXT)
  })

  test('a value that repeats nothing of the key is returned itself, not as a copy', () => {
    fc.assert(
      fc.property(plainKeys, fc.jsonValue(), (key, value) => {
        const json = JSON.parse(JSON.stringify(value))
        expect(withholdKeyInValue(json, key)).toBe(json)
      }),
      { numRuns: 500 },
    )
  })
})

test('the prefix may be shown, and so may eleven characters of the secret part', () => {
  fc.assert(
    fc.property(plainKeys, (key) => {
      expect(withholdKeyInText(`${key.slice(0, 12)} …`, key)).toBe(`${key.slice(0, 12)} …`)
      expect(withholdKeyInText(key.slice(12, 23), key)).toBe(key.slice(12, 23))
    }),
  )
})

test('an answer: its body, however its JSON is escaped, its text, and its headers', () => {
  fc.assert(
    fc.property(keys, forms, (key, form) => {
      const body = `{"tweets":[{"text":"${jsonSafe(form.write(key))}"}]}`
      const received = {
        ...{ sent: true, status: 200, loss: null, code: null },
        headers: new Map([['x-echo', form.write(key)]]),
        body: Buffer.from(body),
      }
      const { clean, heldKey } = withholdKeyInAnswer(received, key, defaultProvider)
      expect(heldKey).toBe(true)
      expect(clean.exchange.headers.get('x-echo')).toBe(WITHHELD_TEXT)
      expect(clean.json).toEqual({ tweets: [{ text: WITHHELD_TEXT }] })
      expect(JSON.parse(clean.exchange.body ?? '')).toEqual(clean.json)
    }),
  )
})

test('a header whose name held the key is left out, since the placeholder is not a valid header name', () => {
  const key = `xd_live_${'aB3dE5fG7hJ9kL1m'.repeat(2)}`
  const headers = new Map([
    [key.toLowerCase(), 'a'],
    ['x-cost', '3'],
  ])
  const clean = withholdKeyInHeaders(headers, key)
  expect([...clean]).toEqual([['x-cost', '3']])
})

/** Returns the text for a JSON body: already escaped JSON as it is, so that the parser undoes it. */
const jsonSafe = (text: string): string => {
  try {
    JSON.parse(`"${text}"`)
    return text
  } catch {
    return JSON.stringify(text).slice(1, -1)
  }
}

test('the search of a hostile body takes no time that grows with the square of its length', () => {
  const key = 'xd_live_abcdEFGHijkl0123MNOPqrst4567UVWX'
  const hostile = [
    Buffer.from('abcdefgh'.repeat(20_000)).toString('base64'),
    Buffer.from('ab'.repeat(40_000)).toString('hex'),
    '%25'.repeat(50_000),
    '&amp;'.repeat(50_000),
    '\\'.repeat(200_000),
    '&#0'.repeat(60_000),
    ' a'.repeat(100_000),
    '<a'.repeat(100_000),
    `<a${'<b'.repeat(50_000)}${'>c'.repeat(50_000)}`,
    '=41'.repeat(50_000),
    '101, '.repeat(50_000),
    '0x41, '.repeat(50_000),
    Buffer.from('abcdefgh'.repeat(10_000), 'utf16le').toString('base64'),
  ]
  for (const text of hostile) expect(withholdKeyInText(text, key)).toBe(text)
})
