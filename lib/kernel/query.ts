/** A query in parts: words that must all occur, one account, one language; an empty text for none. */
export interface QueryParts {
  readonly words: readonly string[]
  readonly from: string
  readonly lang: string
}

/** Signs that separate operators, phrases and groups from words in services of this kind. */
const HAS_SIGNS = /["“”():]/u
/** Texts that are not words in some services, between words or before one. */
const MAY_BE_OPERATOR = /^(?:[-+].*|OR|AND|NOT)$/u

const isValue = (text: string): boolean => text !== '' && !/\s/u.test(text) && !HAS_SIGNS.test(text)

/** Returns whether a text can only be a word to look for, whatever operators the upstream has. */
export const isPlainWord = (text: string): boolean => isValue(text) && !MAY_BE_OPERATOR.test(text)

/** Splits a field's text into words. */
export const splitIntoWords = (typed: string): string[] => typed.split(/\s+/u).filter((word) => word !== '')

/** Composes the query text of these parts: the words, then the account, then the language. */
export function composeQuery({ words, from, lang }: QueryParts): string {
  return [...words, from && `from:${from}`, lang && `lang:${lang}`].filter((part) => part !== '').join(' ')
}

/**
 * Parses a query into parts. Null if they would not compose the same text again: another order, another operator, or
 * signs whose meaning the upstream decides.
 */
export function parseQuery(text: string): QueryParts | null {
  const rest = splitIntoWords(text)
  const lang = takeLast(rest, 'lang:')
  const from = takeLast(rest, 'from:')
  if (![from, lang].every((value) => value === '' || isValue(value)) || !rest.every(isPlainWord)) return null
  const parts = { words: rest, from, lang }
  return composeQuery(parts) === text ? parts : null
}

/** Removes the last part if it is this operator. Returns its value, empty for none. */
function takeLast(parts: string[], operator: string): string {
  if (!parts.at(-1)?.startsWith(operator)) return ''
  return parts.pop()?.slice(operator.length) ?? ''
}
