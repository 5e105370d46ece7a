import { isCheckedToken, newCheckedToken } from './checked-token'

/** `pt_` and 42 letters and digits, which secret scanners can look for. 36 of them are random: 214 bits. */
const FORM = { start: 'pt_', length: 42 }

/** Creates a new token of the API. */
export const newApiToken = (): string => newCheckedToken(FORM)

/** Returns whether a text is an API token of any Purser. */
export const isApiToken = (text: string): boolean => isCheckedToken(text, FORM)
