const TOKEN = /[\p{L}\p{M}\p{N}_]+|\p{Extended_Pictographic}/gu
const WRITTEN_WITHOUT_SPACES = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u

/** Returns the words and emoji of a text, in lower case. */
export const tokenise = (text: string): string[] => text.toLowerCase().match(TOKEN) ?? []

/** Prepares a text for `hasToken`, so that repeated calls are cheap. */
export const prepareTokenText = (text: string): TokenText => ({
  text: text.toLowerCase(),
  tokens: new Set(tokenise(text)),
})

export interface TokenText {
  readonly text: string
  readonly tokens: ReadonlySet<string>
}

/**
 * Returns whether a text contains a word (as `tokensOf` returns it): as a whole word, or anywhere in scripts without
 * spaces.
 */
export const hasToken = ({ text, tokens }: TokenText, token: string): boolean =>
  WRITTEN_WITHOUT_SPACES.test(token) ? text.includes(token) : tokens.has(token)
