import { isCheckedToken, newCheckedToken } from './checked-token'

/** `pt_` and 42 letters and digits, which scanners for secrets can look for. 36 of them are drawn: 214 bits. */
const FORM = { start: 'pt_', length: 42 }

/** A new token of the API. */
export const newApiToken = (): string => newCheckedToken(FORM)

/** Whether a text is a token of some Purser's API. */
export const isApiToken = (text: string): boolean => isCheckedToken(text, FORM)
