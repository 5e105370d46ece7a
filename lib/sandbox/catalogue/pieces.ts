import type { Language } from './languages'
import { MEMORABLE_ACCOUNTS } from './names'
import { hasToken, prepareTokenText, type TokenText } from './tokens'
import {
  EMOJI,
  ENGLISH_OPENERS,
  ENGLISH_SENTENCES,
  NASTY_SENTENCES,
  OTHER_SENTENCES,
  PLACES,
  TAGS,
  THINGS,
} from './words'

/** A text that posts are built from. Search compares pieces rather than posts, because there are few of them. */
export interface TextPiece {
  readonly text: string
  /** Its fixed words, for search. */
  readonly words: TokenText
  readonly needs: { readonly place: boolean; readonly thing: boolean }
}

export type TextPieces = readonly [TextPiece, ...TextPiece[]]

const toPiece = (text: string): TextPiece => ({
  text,
  words: prepareTokenText(text.replace(/\{\w+\}/g, ' ')),
  needs: { place: text.includes('{place}'), thing: text.includes('{thing}') },
})
const toPieces = ([first, ...rest]: readonly [string, ...string[]]): TextPieces => [
  toPiece(first),
  ...rest.map(toPiece),
]

export const SENTENCE_PIECES: Record<Language, TextPieces> = {
  en: toPieces(ENGLISH_SENTENCES),
  es: toPieces(OTHER_SENTENCES.es),
  fr: toPieces(OTHER_SENTENCES.fr),
  de: toPieces(OTHER_SENTENCES.de),
  pt: toPieces(OTHER_SENTENCES.pt),
  tr: toPieces(OTHER_SENTENCES.tr),
  ja: toPieces(OTHER_SENTENCES.ja),
  ar: toPieces(OTHER_SENTENCES.ar),
  he: toPieces(OTHER_SENTENCES.he),
  hi: toPieces(OTHER_SENTENCES.hi),
}
export const NASTY_PIECES = toPieces(NASTY_SENTENCES)
export const OPENER_PIECES = toPieces(ENGLISH_OPENERS)
export const PLACE_PIECES = toPieces(PLACES)
export const THING_PIECES = toPieces(THINGS)
export const TAG_PIECES = toPieces(TAGS)
export const EMOJI_PIECES = toPieces(EMOJI)
export const MENTION_PIECES = toPieces([
  '@ada',
  ...MEMORABLE_ACCOUNTS.slice(1).map((person) => `@${person.username}`),
])

const ALL: readonly TextPiece[] = [
  ...Object.values(SENTENCE_PIECES).flat(),
  ...[
    NASTY_PIECES,
    OPENER_PIECES,
    PLACE_PIECES,
    THING_PIECES,
    TAG_PIECES,
    EMOJI_PIECES,
    MENTION_PIECES,
  ].flat(),
]

/** Returns the pieces whose fixed text contains a word (as `tokensOf` returns it). */
export const piecesWith = (token: string): Set<TextPiece> =>
  new Set(ALL.filter(({ words }) => hasToken(words, token)))
