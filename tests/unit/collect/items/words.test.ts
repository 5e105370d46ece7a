import { expect, test } from 'vitest'
import { listWords, markWords, parseTypedWords } from '@/lib/collect/items/words'

const finds = (text: string, typed: string): boolean => {
  const words = new Set(listWords(text))
  const wanted = parseTypedWords(typed)
  return wanted.length > 0 && wanted.every((word) => words.has(word))
}

const FOUND: readonly [alphabet: string, text: string, typed: string][] = [
  ['Latin', 'Die STRASSE ist naß', 'straße NASS'],
  ['Latin with accents', 'Cafe\u0301 au lait', 'café'],
  ['Greek', 'ΟΔΟΣ στην Αθήνα', 'οδός'.replace('ό', 'ο')],
  ['Cyrillic', 'Съешь же ещё этих булок', 'ЕЩЁ булок'],
  ['Arabic', 'مرحبا بالعالم', 'بالعالم'],
  ['Hebrew', 'שלום עולם', 'עולם'],
  ['Devanagari', 'नमस्ते दुनिया', 'दुनिया'],
  ['Chinese', '我住在北京大学附近', '北京大学'],
  ['one Chinese character', '我住在北京', '京'],
  ['Japanese', '東京タワーに行きました', 'タワー'],
  ['Thai', 'ฉันรักประเทศไทย', 'ประเทศ'],
  ['Korean', '안녕하세요 세계', '세계'],
  ['emoji', 'Well done 🎉🚀', '🚀'],
  ['two alphabets in one word', '東京tower', 'tower 東京'],
  ['a tag', 'Buy #Acme_Co now', '#acme_co'],
]

test.each(FOUND)('finds a word in %s', (_, text, typed) => {
  expect(finds(text, typed)).toBe(true)
})

const NOT_FOUND: readonly [why: string, text: string, typed: string][] = [
  ['part of a word of a script with spaces', 'concatenate', 'cat'],
  ['one of two words', 'a cat', 'cat dog'],
  ['characters that are not neighbours', '北大京', '北京'],
  ['another accent', 'cafe', 'café'],
  ['mere punctuation', 'a ... b', '...'],
]

test.each(NOT_FOUND)('does not find %s', (_, text, typed) => {
  expect(finds(text, typed)).toBe(false)
})

test('a part that begins with from: is the handle of an author', () => {
  expect(parseTypedWords('from:@Ada.L from:')).toEqual(['@ada.l', 'from'])
})

test('marks the wanted words and keeps the text complete', () => {
  const text = 'Straße, 東京タワー! No strassen. 🚀'
  const parts = markWords(text, 'STRASSE タワー 🚀 from:no')
  expect(parts.map((part) => part.text).join('')).toBe(text)
  expect(parts.flatMap((part) => (part.isFound ? part.text : []))).toEqual(['Straße', 'タワー', '🚀'])
})
