const TOKEN = /[\p{L}\p{M}\p{N}_]+|\p{Extended_Pictographic}/gu
const WRITTEN_WITHOUT_SPACES = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u

/** The words and emoji of a text, in lower case. */
export const tokensOf = (text: string): string[] => text.toLowerCase().match(TOKEN) ?? []

/** Whether a text contains a word (as `tokensOf` gives it): as a whole word, or anywhere in scripts without spaces. */
export const hasToken = (text: string, token: string): boolean =>
  WRITTEN_WITHOUT_SPACES.test(token) ? text.toLowerCase().includes(token) : tokensOf(text).includes(token)
