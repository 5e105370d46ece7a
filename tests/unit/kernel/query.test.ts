import fc from 'fast-check'
import { expect, test } from 'vitest'
import { composeQuery, isPlainWord, parseQuery, splitIntoWords } from '@/lib/kernel/query'

const sign = fc.constantFrom(...'abOR-:"()#@ é猫', ' ', 'from:', 'lang:', 'OR', 'NOT', '“')
const text = fc.array(sign, { maxLength: 12 }).map((signs) => signs.join(''))
const word = fc.oneof(text, fc.string({ minLength: 1, unit: 'grapheme' })).filter(isPlainWord)
const value = fc.oneof(fc.constant(''), fc.stringMatching(/^[\w@.-]{1,12}$/))

test('a composed query is parsed back unchanged', () => {
  const parts = fc.record({ words: fc.array(word, { maxLength: 5 }), from: value, lang: value })
  fc.assert(
    fc.property(parts, (x) => {
      expect(parseQuery(composeQuery(x))).toEqual(x)
    }),
    { numRuns: 1000 },
  )
})

test('a parsed query is composed to the same text', () => {
  const either = fc.oneof(
    text,
    fc.string(),
    fc.array(word).map((words) => words.join(' ')),
  )
  fc.assert(
    fc.property(either, (x) => {
      const parts = parseQuery(x)
      if (parts !== null) expect(composeQuery(parts)).toBe(x)
    }),
    { numRuns: 1000 },
  )
})

test.each([
  ['', { words: [], from: '', lang: '' }],
  ['oat milk', { words: ['oat', 'milk'], from: '', lang: '' }],
  ['#tea from:@ada lang:es', { words: ['#tea'], from: '@ada', lang: 'es' }],
  ['from:ada', { words: [], from: 'ada', lang: '' }],
])('%j is parsed', (query, parts) => {
  expect(parseQuery(query)).toEqual(parts)
})

test.each([
  '"oat milk"',
  'oat OR soy',
  'milk -oat',
  '(oat milk)',
  'from:ada tea',
  'lang:es from:ada',
  'From:ada',
  'tea from:',
  'tea from:ada from:grace',
  'tea since:2026-01-01',
  'oat  milk',
  ' tea',
])('%j stays text', (query) => {
  expect(parseQuery(query)).toBeNull()
})

test('words are separated by any white space', () => {
  expect(splitIntoWords('  oat\tmilk ')).toEqual(['oat', 'milk'])
})
