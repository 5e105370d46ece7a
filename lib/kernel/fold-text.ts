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
