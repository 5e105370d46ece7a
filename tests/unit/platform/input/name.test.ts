import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { MAX_AT_ONCE } from '@/lib/kernel'
import { manyIds, nameInput } from '@/lib/platform/input'

const name = nameInput(60)
const problemOf = (text: string) => name.safeParse(text).error?.issues.map(({ message }) => message)

test.each([
  'Main',
  'Über Data & Co',
  '日本語',
  'עברית',
  'عربي',
  '👩‍👩‍👧',
  '🇩🇪',
  '1',
  '—',
  'a\u200db',
  'नमस्ते',
  'می\u200cخواهم',
])('the name %s is accepted as typed', (text) => {
  expect(name.parse(text)).toBe(text)
})

test.each([
  ['a\0b', 'This holds control characters. Type it again without them.'],
  ['a\u001b[31mb', 'This holds control characters. Type it again without them.'],
  ['a\nb', 'This holds control characters. Type it again without them.'],
  ['a\u0085b', 'This holds control characters. Type it again without them.'],
  ['a\u2028b', 'This holds control characters. Type it again without them.'],
  ['a\u2029b', 'This holds control characters. Type it again without them.'],
  ['a\ud800b', 'This holds control characters. Type it again without them.'],
  ['gnp.\u202eexe', 'This holds characters that turn the direction of text. Type it again without them.'],
  ['\u2066a', 'This holds characters that turn the direction of text. Type it again without them.'],
  ['a\u200f', 'This holds characters that turn the direction of text. Type it again without them.'],
  ['\u200b\u200d', 'Use at least one letter, digit or sign that can be seen.'],
  ['\u3164', 'Use at least one letter, digit or sign that can be seen.'],
  ['\u2060\u00ad', 'Use at least one letter, digit or sign that can be seen.'],
  ['   ', 'Enter a name.'],
])('the name %j is refused with a sentence', (text, sentence) => {
  expect(problemOf(text)?.[0]).toBe(sentence)
})

test('no accepted name contains a control character or changes the direction of the text after it', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', minLength: 1, maxLength: 60 }), (text) => {
      const { data } = name.safeParse(text)
      if (data !== undefined)
        expect(data).not.toMatch(/[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069]/u)
    }),
    { numRuns: 2000 },
  )
})

test('more rows than can be changed at once are refused with a sentence', () => {
  const ids = Array.from({ length: MAX_AT_ONCE + 1 }, () => randomUUID())
  expect(manyIds.safeParse(ids).error?.issues).toMatchObject([{ message: 'Select 100 at most.' }])
  expect(manyIds.safeParse(ids.slice(1)).success).toBe(true)
})
