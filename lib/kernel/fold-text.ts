const ASCII = /^[\0-\x7f]*$/
/** What cannot be seen: soft hyphens, joiners, variants of a sign. */
const UNSEEN = /\p{Default_Ignorable_Code_Point}/gu
/** "İ" in small letters is "i" with a dot, or with several where more were typed. */
const DOTTED_I = /i\u0307+/g

/**
 * A text as words are looked for in it: one that contains another, folded as well, does so whatever the case and however
 * accents were typed. ("Straße" contains "STRASSE"; "ä" does not contain "a".) Case and forms are folded by no language's
 * own rules; "İ", "ı", "I" and "i" are one letter. Not for showing.
 */
export function foldText(text: string): string {
  if (ASCII.test(text)) return text.toLowerCase()
  // Capitals come between, since "ß" and "SS" are the same only in these.
  const small = text.normalize('NFKC').toLowerCase().toUpperCase().toLowerCase()
  return small.replace(DOTTED_I, 'i').replaceAll('ς', 'σ').replace(UNSEEN, '').normalize('NFKC')
}
