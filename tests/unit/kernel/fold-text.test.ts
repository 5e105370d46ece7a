import fc from 'fast-check'
import { expect, test } from 'vitest'
import { foldText } from '@/lib/kernel'

test.each([
  ['Ägypten Reisen', 'ägypten'],
  ['Червоний день', 'ЧЕРВОНИЙ'],
  ['Snake', 'sNAKE'],
  ['Straße', 'STRASSE'],
  ['STRASSE', 'straße'],
  ['ẞ', 'ss'],
  ['ΟΔΟΣ', 'οδος'],
  ['οδος', 'ΟΔΟΣ'],
  ['ΣΟΦΟΣ', 'σοφοσ'],
  ['İstanbul', 'istanbul'],
  ['İSTANBUL', 'ıstanbul'],
  ['Isparta', 'ısparta'],
  ['ＡＢＣ　１２', 'abc 12'],
  ['o\u00adﬃce', 'OFFICE'],
  ['❤\ufe0f', '❤'],
  ['Việt Nam', 'VIỆT'],
  ['Հայաստան', 'հայԱՍՏԱՆ'],
  ['ქართული', 'ᲥᲐᲠᲗᲣᲚᲘ'],
  ['한국어', '한국'],
])('“%s” contains “%s”, however either is typed', (whole, part) => {
  for (const one of ['NFC', 'NFD', 'NFKC', 'NFKD'])
    for (const other of ['NFC', 'NFD', 'NFKC', 'NFKD'])
      expect(foldText(whole.normalize(one))).toContain(foldText(part.normalize(other)))
})

test('letters with and without an accent differ', () => {
  expect(foldText('Ägypten')).not.toContain(foldText('agypten'))
  expect(foldText('Äg')).not.toContain(foldText('A'))
  expect(foldText('é')).not.toBe(foldText('è'))
})

test('any character folds to the same as its capital, its small letter and each of its normal forms, and folding twice changes nothing', () => {
  const different: string[] = []
  for (let code = 0; code < 0x20000; code++) {
    if (code >= 0xd800 && code < 0xe000) continue
    const character = String.fromCodePoint(code)
    const folded = foldText(character)
    const others = [
      character.toUpperCase(),
      character.toLowerCase(),
      character.toLocaleUpperCase('tr'),
      character.toLocaleLowerCase('tr'),
      character.normalize('NFD'),
      character.normalize('NFKD'),
      folded,
    ]
    if (others.some((other) => foldText(other) !== folded)) different.push(character)
  }
  expect(different).toEqual([])
})

test('a dotted I folds to one form, however many dots were typed', () => {
  expect(['İ\u0307', 'i\u0307\u0307', foldText('İ\u0307')].map(foldText)).toEqual(['i', 'i', 'i'])
})

test('any text of letters and accents folds the same in each normal form', () => {
  const pieces = fc.constantFrom(
    ...'aßẞıIiİσςΣéÉǰŉÆжЙїΐΰαβ',
    '\u0301',
    '\u0307',
    '\u0308',
    '\u030a',
    '\u0327',
    ' ',
  )
  fc.assert(
    fc.property(fc.array(pieces, { maxLength: 12 }), (typed) => {
      const text = typed.join('')
      const folded = foldText(text)
      for (const other of [text.normalize('NFC'), text.normalize('NFD'), folded])
        expect(foldText(other)).toBe(folded)
    }),
  )
})
