import { z } from 'zod'
import { MAX_AT_ONCE } from '@/lib/kernel'

/** Control characters, Unicode line ends and half a surrogate pair: no name has them, and PostgreSQL stores no NUL. */
const CONTROL = /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}]/u
/** Control characters that are refused in texts of several lines: tabs and line breaks are allowed there. */
const CONTROL_IN_LINES = /[^\P{Cc}\t\n\r]|\p{Cs}/u
/** Characters that change the direction of the text that follows, so that a name could pose as another. */
const TURNING = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/u
/** Characters that can be seen, unlike spaces, joiners and marks without width. */
const VISIBLE = /[\p{L}\p{N}\p{P}\p{S}]/u
/** Characters without width or shape that still count as letters. */
const BLANK_LETTERS = /[\u115f\u1160\u17b4\u17b5\u3164\uffa0\u2800]/gu

const CONTROL_WORDS = 'This holds control characters. Type it again without them.'
const TURNING_WORDS = 'This holds characters that turn the direction of text. Type it again without them.'
const VISIBLE_WORDS = 'Use at least one letter, digit or sign that can be seen.'

/** Refuses control characters in a typed line, so that its text can be stored and shown. */
export const singleLineText = (text: z.ZodString) =>
  text.refine((given) => !CONTROL.test(given), CONTROL_WORDS)

/** Refuses control characters in a text of several lines. */
export const multiLineText = (text: z.ZodString) =>
  text.refine((given) => !CONTROL_IN_LINES.test(given), CONTROL_WORDS)

/** Input of a name of at most `max` characters. It is visible, and reads as it was typed. */
export const nameInput = (max = 60, missing = 'Enter a name.') =>
  readable(z.string().trim().min(1, missing).max(max, `Use at most ${max} characters.`))

/** Input of a name that may be empty; otherwise as `nameInput`. */
export const optionalNameInput = (max = 60) =>
  readable(z.string().trim().max(max, `Use at most ${max} characters.`))

/** Input of a text to search for, as stated in a URL. */
export const searchTextInput = (max: number) => singleLineText(z.string().trim().max(max))

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

/** Input of the ids of things that are changed at once. */
export const manyIds = z.array(z.uuid()).min(1).max(MAX_AT_ONCE, `Select ${MAX_AT_ONCE} at most.`)
