import { currentConventions } from './conventions'

const ASCII = /^[\0-\x7f]*$/
/** Invisible characters: soft hyphens, joiners, variation selectors. */
const UNSEEN = /\p{Default_Ignorable_Code_Point}/gu
/** The lower-case form of "İ": an "i" with one combining dot, or with several if more were typed. */
const DOTTED_I = /i\u0307+/g

/**
 * Folds a text for searching: if the folded text contains a folded word, the original contains it regardless of case
 * and of how accents were typed. ("Straße" contains "STRASSE"; "ä" does not contain "a".) The folding follows no
 * language's own rules; "İ", "ı", "I" and "i" are one letter. Not for display.
 */
export function foldText(text: string): string {
  if (ASCII.test(text)) return text.toLowerCase()
  // The text passes through upper case because "ß" and "SS" are the same only there.
  const small = text.normalize('NFKC').toLowerCase().toUpperCase().toLowerCase()
  return small.replace(DOTTED_I, 'i').replaceAll('ς', 'σ').replace(UNSEEN, '').normalize('NFKC')
}

/** Whole keys and tokens: what is shown of them, and the rest. */
const WHOLE_SECRET = /(xd_live_[\x21-\x7e]{4}|\bpt_[A-Za-z0-9]{4}(?=[A-Za-z0-9]{38}))[\x21-\x7e]+/g

/**
 * Cuts keys and tokens that were pasted into a text to find something by, down to the part that lists show: such texts
 * get into URLs, which proxies log.
 */
export const cutPastedKeys = (text: string): string => text.replace(WHOLE_SECRET, '$1')

/** Separators between whole groups of three only: elsewhere a comma may be meant as a decimal point. */
const GROUPED = /^\s*\d{1,3}(?:[\s,_]\d{3})+(?:\.\d+)?\s*$/

/** Removes group separators from a number that a person typed: "2,000.5" becomes "2000.5". */
export const removeGroupSeparators = (text: string): string =>
  GROUPED.test(text) ? text.replace(/[\s,_]/g, '') : text.trim()

/**
 * Rewrites a number that a person typed by their conventions: "1.234,5" becomes "1234.5" for a German. A text that is
 * no such number stays, so that it is refused and not taken for another number.
 */
export function toPlainNumber(text: string): string {
  const { group, decimal } = currentConventions()
  const [whole = '', ...decimals] = text.trim().split(decimal)
  const [first = '', ...groups] = whole.split(/\s/.test(group) ? /\s/ : group)
  const isGrouped = /^\d{1,3}$/.test(first) && groups.every((digits) => /^\d{3}$/.test(digits))
  const digits = isGrouped ? first + groups.join('') : whole
  return removeGroupSeparators([digits, ...decimals].join('.'))
}

/** Reads a count that a person typed: null for an empty text, and NaN, which every schema refuses, for any other. */
export function parseTypedCount(text: string): number | null {
  const plain = toPlainNumber(text)
  if (plain === '') return null
  return /^-?\d{1,15}$/.test(plain) ? Number(plain) : Number.NaN
}

/** Removes the byte-order mark that some editors put at the start of a file. */
export const removeByteOrderMark = (text: string): string => text.replace(/^\ufeff/, '')

const collator = new Intl.Collator('en', { numeric: true, sensitivity: 'base' })

interface Named {
  readonly name: string
}

/** Sorts by name as people expect: “Wallet 2” before “Wallet 10”, and regardless of case. */
export const compareByName = (one: Named, other: Named): number => collator.compare(one.name, other.name)

/** Maximum length of a number within a name that is sorted by its value. */
const DIGITS = 20
/** Maximum length of a key, because an index on PostgreSQL holds no longer ones. */
const MAX_KEY = 200

/** Returns a text that sorts like `byName` when a database compares it: folded, its numbers padded with zeros. */
export const nameKeyOf = (name: string): string =>
  [...foldText(name).replace(/[0-9]+/g, (digits) => digits.padStart(DIGITS, '0'))].slice(0, MAX_KEY).join('')

/**
 * Pairs each element with the result at the same index. Throws if the lists differ in length, because then the order
 * would mean nothing.
 */
export function zipExact<Each, Result>(
  list: readonly Each[],
  results: readonly Result[],
): (readonly [Each, Result])[] {
  if (list.length !== results.length) throw new Error(`${results.length} results came for ${list.length}.`)
  return list.map((each, index) => [each, results[index] as Result])
}

/** Returns the one element of a list. Throws if the list does not hold exactly one. */
export function onlyElement<Each>(list: readonly Each[]): Each {
  if (list.length !== 1) throw new Error(`A list of one has ${list.length} elements.`)
  return list[0] as Each
}

/** Returns the index of `wanted` in a sorted list, or where it would be inserted: the count of smaller numbers. */
export function sortedIndex(list: ArrayLike<number>, wanted: number): number {
  let [low, high] = [0, list.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((list[middle] ?? 0) < wanted) low = middle + 1
    else high = middle
  }
  return low
}
