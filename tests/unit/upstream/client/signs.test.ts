import fc from 'fast-check'
import { expect, test } from 'vitest'
import { withoutDecimals } from '@/lib/upstream/client/secrecy/decimals'
import { hexIn } from '@/lib/upstream/client/secrecy/hex'
import { signsOf } from '@/lib/upstream/client/secrecy/signs'

/** Words of hex and lists of bytes, with what may stand between and what may not. */
const pieces = fc.array(
  fc.oneof(
    fc.constantFrom('78', '64', '5f', '6C', '0x', '0X', 'U+00', 'x', '120', '100', '95', '7', '1000'),
    fc.constantFrom(' ', ', ', ',', ';', '|', ':', '\n', '\u200b', '.', '-', 'g', 'T', '"'),
  ),
  { maxLength: 90 },
)
const much = { mostHex: Number.POSITIVE_INFINITY, mostListed: Number.POSITIVE_INFINITY }

test('a text that is passed over for its signs holds no hex and no list of bytes', () => {
  fc.assert(
    fc.property(pieces, (parts) => {
      const text = parts.join('')
      const signs = signsOf(text, false)
      const found = (of: typeof signs) => [...hexIn(of)].map((piece) => piece.text)
      expect(found(signs)).toEqual(found({ ...signs, ...much }))
      const plain = { text, places: null }
      expect(withoutDecimals(plain, signs, false)).toEqual(
        withoutDecimals(plain, { ...signs, ...much }, false),
      )
    }),
    { numRuns: 3000 },
  )
})

test('hex and lists of bytes are met', () => {
  expect([...hexIn(signsOf('0x78, 0x64, '.repeat(6), false))]).not.toEqual([])
  expect([...hexIn(signsOf('U+0078 U+0064 '.repeat(4), false))]).not.toEqual([])
  const list = Array.from({ length: 12 }, () => '120').join('\n  ')
  expect(withoutDecimals({ text: list, places: null }, signsOf(list, false), false)?.text).toBe(
    'x'.repeat(12),
  )
})
