import { z } from 'zod'

/** Control characters, line ends of Unicode, and half a surrogate pair: no name has them, and PostgreSQL stores no NUL. */
const CONTROL = /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}]/u
/** In texts of several lines, tabs and line breaks are no trouble. */
const CONTROL_IN_LINES = /[^\P{Cc}\t\n\r]|\p{Cs}/u
/** They turn the direction of the text that follows, so that a name can pretend to be another one. */
const TURNING = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/u
/** Something that can be seen: not only blanks, joiners and marks of no width. */
const VISIBLE = /[\p{L}\p{N}\p{P}\p{S}]/u
/** Letters of no width or shape, which count as letters all the same. */
const BLANK_LETTERS = /[\u115f\u1160\u17b4\u17b5\u3164\uffa0\u2800]/gu

const CONTROL_WORDS = 'This holds control characters. Type it again without them.'
const TURNING_WORDS = 'This holds characters that turn the direction of text. Type it again without them.'
const VISIBLE_WORDS = 'Use at least one letter, digit or sign that can be seen.'

/** What a typed line must hold for its text to be stored and shown: no control characters. */
export const line = (text: z.ZodString) => text.refine((given) => !CONTROL.test(given), CONTROL_WORDS)

/** As `line`, with line breaks. */
export const lines = (text: z.ZodString) =>
  text.refine((given) => !CONTROL_IN_LINES.test(given), CONTROL_WORDS)

/** The name that somebody gives a thing, of at most so many characters. It can be seen, and reads as it was typed. */
export const nameInput = (most = 60, missing = 'Enter a name.') =>
  readable(z.string().trim().min(1, missing).max(most, `Use at most ${most} characters.`))

/** As `nameInput`, or nothing. */
export const nameOrNothing = (most = 60) =>
  readable(z.string().trim().max(most, `Use at most ${most} characters.`))

/** Text to look for, in an address. */
export const searchText = (most: number) => line(z.string().trim().max(most))

const readable = (text: z.ZodString) =>
  text.superRefine((given, { addIssue }) => {
    const why = whyUnreadable(given)
    if (why !== null) addIssue(why)
  })

function whyUnreadable(given: string): string | null {
  if (given === '') return null
  if (CONTROL.test(given)) return CONTROL_WORDS
  if (TURNING.test(given)) return TURNING_WORDS
  return VISIBLE.test(given.replace(BLANK_LETTERS, '')) ? null : VISIBLE_WORDS
}
