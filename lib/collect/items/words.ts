import { foldText } from '@/lib/kernel'
import { searchTextInput } from '@/lib/platform/input'

const TOKEN = /[\p{L}\p{M}\p{N}_]+|\p{Extended_Pictographic}/gu
/** Letters of scripts that are written without spaces between words. */
const UNSPACED =
  /[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}\p{scx=Thai}\p{scx=Lao}\p{scx=Khmer}\p{scx=Myanmar}]/u
const PARTS = new RegExp(`${UNSPACED.source}+|(?:(?!${UNSPACED.source}).)+`, 'gu')
const MAX_WORD_LENGTH = 64

/** Cuts a word off between two characters: PostgreSQL refuses half a surrogate pair. */
const shortened = (word: string): string =>
  word.length <= MAX_WORD_LENGTH ? word : [...word].slice(0, MAX_WORD_LENGTH).join('')

/** Parts of a folded text that are each written with or without spaces. */
const partsOf = (text: string): string[] =>
  (text.match(TOKEN) ?? []).flatMap((token) => token.match(PARTS) ?? [])

const neighbours = (letters: readonly string[]): string[] =>
  letters.slice(1).map((letter, index) => `${letters[index]}${letter}`)

/**
 * Returns the words by which a text is found, each once. In scripts without spaces, every letter and every two
 * neighbours are words, because nobody can tell where a word begins.
 */
export const listWords = (text: string): string[] => [
  ...new Set(
    partsOf(foldText(text)).flatMap((part) => {
      if (!UNSPACED.test(part)) return [shortened(part)]
      const letters = [...part]
      return [...letters, ...neighbours(letters)]
    }),
  ),
]

/** Returns the words that a text must all have to be found. */
const wordsToFind = (text: string): string[] =>
  partsOf(foldText(text)).flatMap((part) => {
    if (!UNSPACED.test(part)) return [shortened(part)]
    const letters = [...part]
    return letters.length === 1 ? letters : neighbours(letters)
  })

/** The word by which an author's items are found; null if the handle has no letter. */
export const authorWord = (handle: string): string | null => {
  const folded = foldText(handle).replace(/[^\p{L}\p{M}\p{N}_.-]/gu, '')
  return folded === '' ? null : `@${shortened(folded)}`
}

export const searchWord = (searchId: string): string => `#${searchId}`

const FROM = /^from:@?(.+)$/iu

/** Splits what a person typed at its spaces. */
const splitTyped = (typed: string): string[] => typed.split(/\s+/u).filter((part) => part !== '')

/** Maximum number of words that a person may look for at once. */
const MAX_WORDS = 10

/** Words as a person types them. */
export const typedWordsInput = searchTextInput(200).refine(
  (typed) => splitTyped(typed).length <= MAX_WORDS,
  `Use at most ${MAX_WORDS} words.`,
)

/** Returns the words that an item must all have, each once; `from:ada` is the word of an author. */
export const parseTypedWords = (typed: string): string[] => [
  ...new Set(
    splitTyped(typed).flatMap((part) => {
      const handle = FROM.exec(part)?.[1]
      return handle === undefined ? wordsToFind(part) : (authorWord(handle) ?? [])
    }),
  ),
]

/** A part of a text, and whether it is one of the words looked for. */
export interface MarkedPart {
  readonly text: string
  readonly isFound: boolean
}

/** Splits a text into parts that are words looked for, and all others. Joined, they are the text. */
export function markWords(text: string, typed: string): MarkedPart[] {
  const wanted = splitTyped(typed)
    .filter((part) => !FROM.test(part))
    .flatMap((part) => partsOf(foldText(part)))
  const whole = new Set(wanted.filter((part) => !UNSPACED.test(part)))
  const within = wanted.filter((part) => UNSPACED.test(part))
  const parts: { text: string; isFound: boolean }[] = []
  const add = (piece: string, isFound: boolean): void => {
    const last = parts.at(-1)
    if (last?.isFound === isFound && !isFound) last.text += piece
    else if (piece !== '') parts.push({ text: piece, isFound })
  }
  let end = 0
  for (const { 0: token, index } of text.matchAll(TOKEN)) {
    add(text.slice(end, index), false)
    for (const part of token.match(PARTS) ?? []) {
      if (!UNSPACED.test(part)) add(part, whole.has(foldText(part)))
      else for (const piece of splitAtWords(part, within)) add(piece.text, piece.isFound)
    }
    end = index + token.length
  }
  add(text.slice(end), false)
  return parts
}

/** Splits a text without spaces at the words that it contains, longer ones first. */
function splitAtWords(text: string, words: readonly string[]): MarkedPart[] {
  const longest = [...words].sort((a, b) => b.length - a.length)
  const parts: MarkedPart[] = []
  let plain = ''
  for (let at = 0; at < text.length; ) {
    const found = longest.find((word) => text.startsWith(word, at))
    if (found === undefined) plain += text.charAt(at++)
    else {
      parts.push({ text: plain, isFound: false }, { text: found, isFound: true })
      plain = ''
      at += found.length
    }
  }
  return [...parts, { text: plain, isFound: false }].filter((part) => part.text !== '')
}
