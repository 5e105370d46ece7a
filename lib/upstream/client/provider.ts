import { z } from 'zod'
import { AppError, byOperation, PRICE_LIMIT, parseNano } from '@/lib/kernel'
import { isTimeZone } from '@/lib/platform/calendar'

const LONGEST_NAME = 200
const MOST_NAMES = 30
const MOST_WORDS = 50
const name = z
  .string()
  .max(LONGEST_NAME, `must have ${LONGEST_NAME} characters at most`)
  .regex(/^[\w-]+(\.[\w-]+)*$/, 'must be the name of a field, or names joined by dots')
const names = z
  .array(name)
  .min(1, 'must name one field at least')
  .max(MOST_NAMES, `must name ${MOST_NAMES} fields at most`)
const PRICE = 'must be a number of credits as text, with at most 9 decimals, such as "0.15", or null'
const price = z
  .string(PRICE)
  .regex(/^\d{1,12}(\.\d{1,9})?$/, PRICE)
  .refine((text) => (parseNano(text) ?? 0n) < PRICE_LIMIT, 'must be less than 100000 credits')
  .nullable()
/** Steps that every server on the way would resolve to another place, also where they are encoded. */
const STEP = /^(?:\.|%2e){1,2}$/i
const path = z
  .string()
  .max(LONGEST_NAME, `must have ${LONGEST_NAME} characters at most`)
  .regex(/^(\/[\w.~!$&'()*+,;=:@%{}-]+)+$/, 'must be a path that begins with / and has no query')
  .refine((text) => !text.split('/').some((step) => STEP.test(step)), 'must not hold the steps . and ..')
  .refine((text) => !/%(?:2f|5c|0[0ad])/i.test(text), 'must not hold an encoded slash or line break')
const userPath = path.regex(/^[^{}]*\/\{user\}[^{}]*$/, 'must hold {user} once')
/** Whether a form of times has what a moment needs: a day, or seconds since 1970. Words in quotes are no tokens. */
function namesADay(format: string): boolean {
  const tokens = format.replace(/'[^']*'/g, '')
  return /[xX]/.test(tokens) || [/y/, /[LMo]/, /[do]/].every((part) => part.test(tokens))
}
const wholeNumber = (least: number, most: number, unit: string) => {
  const words = `must be a whole number of ${unit}, ${least} to ${most}`
  return z.int(words).min(least, words).max(most, words)
}
/** An answer is read as a whole: several of the largest must fit into memory together. */
const MOST_BYTES = 32 * 1024 * 1024
const milliseconds = wholeNumber(10, 300_000, 'milliseconds')

/**
 * How this deployment fills what upstream-interface.md marks "not shown", each field with its default. Field names may
 * be dotted paths. If there are several, the first that exists counts.
 */
export const providerSchema = z.strictObject({
  /** The interface allows both ways to send the key (Authentication, 1); one has to be chosen. */
  authHeader: z.enum(['x-api-key', 'authorization']).default('x-api-key'),
  /** Given by the interface; here so that all paths are in one place. */
  timelinePath: z.literal('/v1/users/{user}/tweets').default('/v1/users/{user}/tweets'),
  /** Endpoints / Search and followers: "paths … not shown". */
  searchPath: path.regex(/^[^{}]*$/, 'must hold no braces').default('/v1/search'),
  /** Endpoints / Search and followers: "the name of the search query parameter: not shown". */
  searchQueryParameter: z
    .string()
    .max(LONGEST_NAME, `must have ${LONGEST_NAME} characters at most`)
    .regex(/^[\w.-]+$/, 'must be the name of a parameter')
    .default('q'),
  followersPath: userPath.default('/v1/users/{user}/followers'),
  /** Resources / Page: "the name of the array that holds them: not shown". Null: it is detected. */
  itemsArray: z.strictObject(byOperation(() => name.nullable().default(null))).prefault({}),
  /** For answers that hold several arrays of objects and no named one. */
  usualArrays: names.default(['tweets', 'posts', 'users', 'followers', 'items', 'results', 'data']),
  /** Resources / Page: "fields of the items … not shown". */
  fields: z
    .strictObject({
      id: names.default(['id_str', 'id']),
      text: names.default(['full_text', 'text', 'description', 'bio']),
      /** An object, or the author's id or handle itself. */
      author: names.default(['author', 'user', 'author_id']),
      handle: names.default(['username', 'userName', 'screen_name']),
      name: names.default(['name', 'displayName', 'display_name']),
      time: names.default(['created_at', 'createdAt']),
      link: names.default(['url', 'link', 'permalink']),
    })
    .prefault({}),
  /** How items' times are written, if that is not told by itself: luxon's tokens, such as dd/MM/yyyy HH:mm. */
  timeFormat: z
    .string()
    .trim()
    .max(60, 'must have 60 characters at most')
    .refine(namesADay, 'must name year, month and day, such as dd/MM/yyyy HH:mm')
    .nullable()
    .default(null),
  /** Where times without a zone are local times. */
  timeZone: z.string().refine(isTimeZone, 'must be a time zone such as UTC or Europe/Berlin').default('UTC'),
  /** Errors: "unit of the retry-after value: not shown". `auto` tells by size and form. */
  retryAfterUnit: z.enum(['auto', 'seconds', 'milliseconds']).default('auto'),
  /** Errors: "error body shape … not shown". Fields that hold the upstream's words, also nested ones. */
  errorFields: names.default(['message', 'detail', 'error', 'title', 'reason', 'msg', 'errors']),
  /**
   * Errors: an empty wallet's status is "not shown". Words that show it if the status is not 402; case does not count.
   */
  emptyWalletWords: z
    .array(
      z
        .string()
        .trim()
        .min(3, 'must be words of 3 characters at least')
        .max(60, 'must be words of 60 characters at most'),
    )
    .max(MOST_WORDS, `must have ${MOST_WORDS} entries at most`)
    .default([
      'insufficient credit',
      'insufficient balance',
      'insufficient funds',
      'not enough credit',
      'out of credit',
    ]),
  /** Where an answer states its cost, in credits. */
  chargeHeader: z
    .string()
    .max(LONGEST_NAME, `must have ${LONGEST_NAME} characters at most`)
    .regex(/^[\w-]+$/, 'must be the name of a header')
    .toLowerCase()
    .nullable()
    .default(null),
  chargeField: name.nullable().default(null),
  /** Limits / Charging: "price per item … not shown". Credits per item; null: unknown. */
  price: z.strictObject(byOperation(() => price.default(null))).prefault({}),
  /** When a charge shows in the balance is not said. Milliseconds after the answer at most; null: learnt from readings. */
  chargeDelayMs: z
    .int('must be a whole number of milliseconds')
    .min(0, 'must not be below 0')
    .max(900_000, 'must be 900000 (15 minutes) at most')
    .nullable()
    .default(null),
  /** Resources / Wallet: "unit of balance: not shown". */
  balanceUnit: z
    .string()
    .min(1, 'must not be empty')
    .max(30, 'must have 30 characters at most')
    .default('credits'),
  /** Authentication, 6: where to revoke a leaked key. */
  supportAddress: z
    .string()
    .min(1, 'must not be empty')
    .max(200, 'must have 200 characters at most')
    .nullable()
    .default(null),
  /** The most that an answer may take: time in milliseconds, size in bytes, depth in levels. */
  limits: z
    .strictObject({
      connectMs: milliseconds.default(5_000),
      answerMs: milliseconds.default(30_000),
      bodyBytes: wholeNumber(1, MOST_BYTES, 'bytes').default(8 * 1024 * 1024),
      jsonDepth: wholeNumber(4, 200, 'levels').default(32),
      cursorCharacters: wholeNumber(64, 16_384, 'characters').default(4_096),
    })
    .prefault({}),
})

export type Provider = z.output<typeof providerSchema>

/** Fits the sandbox, and the usual names of such services. */
export const defaultProvider: Provider = providerSchema.parse({})

const PROTO = 'The provider cannot be used: there is no field __proto__.'

/** Whether an object, or one below it, has a field that JavaScript takes for something else. */
export const namesProto = (value: unknown): boolean =>
  typeof value === 'object' &&
  value !== null &&
  (Object.hasOwn(value, '__proto__') || Object.values(value).some(namesProto))

/** Reads overrides (a parsed JSON file) over the defaults. Throws `invalid` with a sentence that names the field. */
export function readProvider(json: unknown): Provider {
  if (namesProto(json)) throw new AppError('invalid', PROTO, {})
  const parsed = providerSchema.safeParse(json)
  if (parsed.success) return parsed.data
  const fields = Object.fromEntries(parsed.error.issues.map(explain).reverse())
  const [[field, why] = ['', '']] = parsed.error.issues.map(explain)
  const what = field === '' ? 'The provider' : `The provider's field ${field}`
  throw new AppError('invalid', `${what} cannot be used: ${why}.`, fields)
}

function explain(issue: z.core.$ZodIssue): [field: string, why: string] {
  if (issue.code !== 'unrecognized_keys') return [issue.path.join('.'), issue.message]
  return [[...issue.path, issue.keys[0]].join('.'), 'there is no such field']
}
