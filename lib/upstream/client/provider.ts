import { z } from 'zod'
import {
  AppError,
  byOperation,
  LOOK_UP_OPERATION,
  OPERATION_NAMES,
  OPERATIONS,
  type Operation,
  PRICE_LIMIT,
  parseNano,
} from '@/lib/kernel'
import { isTimeZone } from '@/lib/platform/calendar'

const MAX_NAME = 200
const MAX_NAMES = 30
const MAX_WORDS = 50
const name = z
  .string()
  .max(MAX_NAME, `must have ${MAX_NAME} characters at most`)
  .regex(/^[\w-]+(\.[\w-]+)*$/, 'must be the name of a field, or names joined by dots')
const names = z
  .array(name)
  .min(1, 'must name one field at least')
  .max(MAX_NAMES, `must name ${MAX_NAMES} fields at most`)
const parameter = z
  .string()
  .max(MAX_NAME, `must have ${MAX_NAME} characters at most`)
  .regex(/^[\w.-]+$/, 'must be the name of a parameter')
const header = z
  .string()
  .max(MAX_NAME, `must have ${MAX_NAME} characters at most`)
  .regex(/^[\w-]+$/, 'must be the name of a header')
  .toLowerCase()
const AMOUNT = 'must be a number as text, with a decimal point and at most 9 decimals, such as "0.15"'
const PRICE = `${AMOUNT}, or an object with the parts of a price, or null`
const price = z
  .string(AMOUNT)
  .regex(/^\d{1,12}(\.\d{1,9})?$/, AMOUNT)
  .refine((text) => (parseNano(text) ?? 0n) < PRICE_LIMIT, 'must be less than 100000')
/** Steps that every server on the way would resolve to another place, even if they are encoded. */
const STEP = /^(?:\.|%2e){1,2}$/i
const path = z
  .string()
  .max(MAX_NAME, `must have ${MAX_NAME} characters at most`)
  .regex(/^(\/[\w.~!$&'()*+,;=:@%{}-]+)+$/, 'must be a path that begins with / and has no query')
  .refine((text) => !text.split('/').some((step) => STEP.test(step)), 'must not hold the steps . and ..')
  .refine((text) => !/%(?:2f|5c|0[0ad])/i.test(text), 'must not hold an encoded slash or line break')
/**
 * Returns whether a time format has what a moment needs: a day, or seconds since 1970. Words in quotes are not tokens.
 */
function namesADay(format: string): boolean {
  const tokens = format.replace(/'[^']*'/g, '')
  return /[xX]/.test(tokens) || [/y/, /[LMo]/, /[do]/].every((part) => part.test(tokens))
}
const wholeNumber = (min: number, max: number, unit: string) => {
  const words = `must be a whole number of ${unit}, ${min} to ${max}`
  return z.int(words).min(min, words).max(max, words)
}
/** An answer is read as a whole, so several of the largest must fit into memory together. */
const MAX_BYTES = 32 * 1024 * 1024
const milliseconds = wholeNumber(10, 300_000, 'milliseconds')
const DAY_MS = 86_400_000

const MAX_STEPS = 10

/** The prices of a list's calls. A text is the price of an item. */
const tariff = z.preprocess(
  (given) => (typeof given === 'string' && /^\d{1,12}(\.\d{1,9})?$/.test(given) ? { perItem: given } : given),
  z
    .strictObject(
      {
        /** Price of each item, unless a step says otherwise. */
        perItem: price.default('0'),
        /** Price of each call, whatever it brings. */
        perCall: price.default('0'),
        /** Minimum charge of a call, including one that brings nothing. */
        minPerCall: price.default('0'),
        /** Prices per item for pages of at least `from` items, smallest first. */
        steps: z
          .array(z.strictObject({ from: wholeNumber(1, 10_000, 'items'), perItem: price }))
          .max(MAX_STEPS, `must hold ${MAX_STEPS} steps at most`)
          .refine(
            (steps) => steps.every(({ from }, index) => from > (steps[index - 1]?.from ?? 0)),
            'must be ordered by the size of the page, the smallest first',
          )
          .default([]),
        /** Time zone in whose days an item is charged once. Null: charged each time. */
        onceADayIn: z
          .string()
          .refine(isTimeZone, 'must be a time zone such as UTC or Europe/Berlin')
          .nullable()
          .default(null),
      },
      PRICE,
    )
    .nullable(),
)

const rate = z.strictObject({
  requests: wholeNumber(1, 100_000, 'requests'),
  perMs: wholeNumber(1000, DAY_MS, 'milliseconds').default(1000),
})

/** Headers that belong to one connection or that Purser sets itself. */
const OWN_HEADERS =
  /^(host|connection|content-.*|transfer-encoding|te|trailer|upgrade|keep-alive|proxy-.*|accept-encoding|cookie|expect)$/
const fixedHeaders = z
  .record(header, z.string().regex(/^[\x20-\x7e]{0,300}$/, 'must be printable characters'))
  .refine((given) => Object.keys(given).length <= MAX_NAMES, `must hold ${MAX_NAMES} headers at most`)
  .refine(
    (given) => !Object.keys(given).some((each) => OWN_HEADERS.test(each)),
    'must not hold headers of the connection, such as host',
  )

const place = z.enum(['path', 'query'], 'must be "path" or "query"')

interface ListDefaults {
  readonly path: string
  readonly subject: { readonly in: 'path' | 'query'; readonly name: string }
  readonly maximum: number
  readonly product: { readonly name: string; readonly latest: string; readonly top: string } | null
}

const value = z.string().min(1, 'must not be empty').max(100, 'must have 100 characters at most')

/** Describes how one list is requested and read. */
const listSchema = (defaults: ListDefaults) =>
  z
    .strictObject({
      /** Path of the list; `{user}` stands for a subject that is part of the path. */
      path: path.default(defaults.path),
      /** Position and kind of the subject: `any` is sent as typed; for `id`, a typed handle is looked up. */
      subject: z
        .strictObject({
          in: place.default(defaults.subject.in),
          name: parameter.default(defaults.subject.name),
          is: z.enum(['any', 'handle', 'id'], 'must be "any", "handle" or "id"').default('any'),
        })
        .prefault({}),
      /** Page size: its parameter (null: none is sent), the minimum that is sold, and the maximum. */
      count: z
        .strictObject({
          name: parameter.nullable().default('count'),
          /**
           * Further parameters by which callers of the gateway may ask for a page size, although Purser sends none of
           * them.
           */
          aliases: z.array(parameter).max(MAX_NAMES, `must name ${MAX_NAMES} parameters at most`).default([]),
          floor: wholeNumber(1, 5000, 'items').default(20),
          maximum: wholeNumber(1, 5000, 'items').default(defaults.maximum),
        })
        .prefault({}),
      /** Cursor: how the next page is requested, where the answer names it, and what says that there is none. */
      cursor: z
        .strictObject({
          send: parameter.default('cursor'),
          read: name.default('next_cursor'),
          /** Values that mean that there is no next page. */
          none: z.array(z.string().max(MAX_NAME)).max(MAX_NAMES).default([]),
          /** Field that says whether there are more pages. False ends the list, whatever the cursor is. */
          more: name.nullable().default(null),
        })
        .prefault({}),
      /** Order of a search; null if the service offers none. */
      product: z
        .strictObject(
          { name: parameter, latest: value, top: value },
          'must be a parameter with its values for Latest and Top',
        )
        .nullable()
        .default(defaults.product),
      /** Parameters that are always sent as they are. */
      fixed: z
        .record(parameter, z.string().max(500, 'must have 500 characters at most'))
        .refine((given) => Object.keys(given).length <= MAX_NAMES, `must hold ${MAX_NAMES} at most`)
        .default({}),
      /** Array that holds the items. Null: detected. */
      items: name.nullable().default(null),
      /** Array beside the items with their authors, whom the items name by id. */
      authors: name.nullable().default(null),
      /** The list's own limit, if the service counts per path. Null: the key's. */
      rate: rate.nullable().default(null),
    })
    .superRefine(({ path: at, subject, count, fixed, cursor, product }, ctx) => {
      const places = at.split('{user}').length - 1
      const braces = /[{}]/.test(at.replaceAll('{user}', ''))
      const wrong = (field: string, message: string) =>
        ctx.addIssue({ code: 'custom', path: field.split('.'), message })
      if (subject.in === 'path' && (places !== 1 || braces)) wrong('path', 'must hold {user} once')
      if (subject.in === 'query' && (places > 0 || braces)) wrong('path', 'must hold no braces')
      if (count.floor > count.maximum) wrong('count.floor', 'must not be above the maximum')
      const sent = [subject.in === 'query' ? subject.name : null, count.name, cursor.send, product?.name]
      const twice = sent.find((each) => each && (Object.hasOwn(fixed, each) || repeats(sent, each)))
      if (twice) wrong('fixed', `must not name the parameter ${twice} twice`)
    })
    .prefault({})

const repeats = <T>(list: readonly T[], each: T): boolean => list.indexOf(each) !== list.lastIndexOf(each)

const MAX_PATHS = 40

/** Names that calls on the ledger already have. */
const TAKEN_NAMES = new Set(
  [...OPERATION_NAMES, ...OPERATION_NAMES.map((each) => OPERATIONS[each].label), LOOK_UP_OPERATION].map(
    (each) => each.toLowerCase(),
  ),
)

/** Describes a path beside the lists that services may call through the gateway. */
const furtherPath = z
  .strictObject({
    /** Name of its calls on the ledger. */
    name: z
      .string()
      .min(1, 'must not be empty')
      .max(40, 'must have 40 characters at most')
      .regex(
        /^[\p{L}\p{N}](?:[\p{L}\p{N} ()'’.,&/+-]*[\p{L}\p{N})])?$/u,
        'must be words of letters and digits, such as Post by id',
      )
      .refine((text) => !TAKEN_NAMES.has(text.toLowerCase()), 'must not be the name of a list or a look-up')
      // JavaScript gives these names to every object.
      .refine((text) => !(text in {}), 'must be another word'),
    /**
     * Path with placeholders, each for a part of one step: `{id}` for digits, any other name for text without a slash.
     */
    path: path.refine(
      (text) => text.split('/').every((step) => /^[^{}]*(?:\{\w+\}[^{}]*)?$/.test(step)),
      'must hold one placeholder such as {id} in a step at most',
    ),
    /**
     * Array in an answer whose entries are charged, or an object that is one entry. Null: the answer counts as one
     * item.
     */
    items: name.nullable().default(null),
    /** Kind of its items: a service that charges an item once a day tells posts and people apart. */
    holds: z.enum(['posts', 'people'], 'must be "posts" or "people"').default('posts'),
    /** Maximum number of items in an answer. */
    maximum: wholeNumber(1, 5000, 'items').default(1),
    /** Parameter that lists ids, joined by commas: an answer brings at most as many items. Null: there is none. */
    ids: parameter.nullable().default(null),
    /**
     * Price of its calls, in credits; null: not known. A text is the price of an item, or of a call if no items are
     * named.
     */
    price: tariff.default(null),
    /** The path's own limit, if the service counts per path. Null: the key's. */
    rate: rate.nullable().default(null),
  })
  .refine(({ items, price }) => items !== null || !price?.onceADayIn, {
    path: ['items'],
    message: 'must be named where an item is charged once a day',
  })

const MAX_PLANS = 20

/** Packs of the interface document (Limits / Rate limit). */
const PLANS = [
  { name: 'Free', requests: 1 },
  { name: 'Starter', requests: 10 },
  { name: 'Builder', requests: 25 },
  { name: 'Growth', requests: 100 },
  { name: 'Scale', requests: 200 },
]

/** Checks the address of a service: https or http, without user name, query and fragment. */
const baseUrl = z
  .string()
  .max(300, 'must have 300 characters at most')
  .refine((text) => {
    const url = URL.canParse(text) ? new URL(text) : null
    return (
      url !== null &&
      /^https?:$/.test(url.protocol) &&
      `${url.username}${url.password}${url.search}${url.hash}` === ''
    )
  }, 'must be an address that begins with https:// and holds no user name, query or fragment')

/**
 * Describes how one service speaks, each field with its default: that of the interface document, or the usual names
 * for what the document marks "not shown". Field names may be dotted paths. Of several, the first that exists counts.
 */
export const providerSchema = z.strictObject({
  /** Name of the service, as people know it. */
  name: z
    .string()
    .trim()
    .min(1, 'must not be empty')
    .max(40, 'must have 40 characters at most')
    .default('Social data API'),
  /** The service's own address. Null: the deployment names it. */
  baseUrl: baseUrl.nullable().default(null),
  /** The way to send the key: its header, the word before it, and further fixed headers. */
  auth: z
    .strictObject({
      header: header
        .refine((each) => !OWN_HEADERS.test(each), 'must not be a header of the connection')
        .default('x-api-key'),
      scheme: z
        .string()
        .regex(/^[\w-]{0,30}$/, 'must be a word such as Bearer, or empty')
        .default(''),
      also: fixedHeaders.default({}),
    })
    .prefault({}),
  /** Form of a key, so that one that was copied badly is refused. Null: not known. */
  key: z
    .strictObject({
      beginsWith: z
        .string()
        .regex(/^[\x21-\x7e]{1,30}$/, 'must be 1 to 30 printable characters')
        .nullable()
        .default('xd_live_'),
      length: wholeNumber(16, 512, 'characters').nullable().default(40),
    })
    .prefault({}),
  /** The endpoint of a key's balance. Null if the service does not report it. */
  account: z
    .strictObject({
      path: path.regex(/^[^{}]*$/, 'must hold no braces').default('/v1/me'),
      /** Fields whose sum is the balance. */
      balance: names.default(['balance']),
      /** Factor by which that sum is multiplied, such as 0.01 for cents. */
      factor: z
        .string()
        .regex(/^\d{1,9}(\.\d{1,9})?$/, 'must be a number as text, such as "0.01"')
        .refine((text) => (parseNano(text) ?? 0n) > 0n, 'must be above 0')
        .default('1'),
      /**
       * The format of a written balance, and further fields that repeat the sum. The gateway's own answer does so too.
       */
      written: z.enum(['number', 'text'], 'must be "number" or "text"').default('number'),
      repeats: z.array(name).max(MAX_NAMES, `must name ${MAX_NAMES} fields at most`).default([]),
      /** Field with the beginning of the key. Null: there is none. */
      prefix: name.nullable().default('key_prefix'),
      /** Field with the requests a second. Null: the rate comes from `rate`, or from an admin. */
      rate: name.nullable().default('rate_limit_qps'),
    })
    .nullable()
    .prefault({}),
  /** Limit of a key if the account does not report it. Null: not known. */
  rate: rate.nullable().default(null),
  /** Plans on sale, by their limit. */
  plans: z
    .array(
      rate.extend({
        name: z.string().min(1, 'must not be empty').max(40, 'must have 40 characters at most'),
      }),
    )
    .max(MAX_PLANS, `must hold ${MAX_PLANS} plans at most`)
    .prefault(PLANS),
  /** Headers that report, with each answer, the limit, what is left of it, and when it resets. */
  rateHeaders: z
    .strictObject({
      limit: header.nullable().default(null),
      remaining: header.nullable().default(null),
      reset: header.nullable().default(null),
    })
    .prefault({}),
  /** Look-up that turns a handle into a numeric id, for lists that expect one. */
  lookup: z
    .strictObject({
      path,
      subject: z
        .strictObject({ in: place.default('path'), name: parameter.default('username') })
        .prefault({}),
      id: names.default(['id_str', 'id']),
      /** Price of a look-up, with the user as its one item; null: not known. */
      price: tariff.default(null),
    })
    .refine(({ path: at, subject }) => (at.split('{user}').length === 2) === (subject.in === 'path'), {
      path: ['path'],
      message: 'must hold {user} once where the user stands in the path, and else not',
    })
    .nullable()
    .default(null),
  /** The lists, by the table of operations. */
  timeline: listSchema({
    path: '/v1/users/{user}/tweets',
    subject: { in: 'path', name: 'user' },
    maximum: 100,
    product: null,
  }),
  search: listSchema({
    path: '/v1/search',
    subject: { in: 'query', name: 'q' },
    maximum: 50,
    product: { name: 'product', latest: 'Latest', top: 'Top' },
  }),
  followers: listSchema({
    path: '/v1/users/{user}/followers',
    subject: { in: 'path', name: 'user' },
    maximum: 200,
    product: null,
  }),
  /** Paths beside the lists that services may call through the gateway. */
  paths: z
    .array(furtherPath)
    .max(MAX_PATHS, `must hold ${MAX_PATHS} paths at most`)
    .superRefine((paths, ctx) => {
      const names = paths.map((each) => each.name.toLowerCase())
      const shapes = paths.map((each) => each.path.replace(/\{\w+\}/g, '{}'))
      paths.forEach((_, index) => {
        const wrong = (field: string, message: string) =>
          ctx.addIssue({ code: 'custom', path: [index, field], message })
        if (names.indexOf(names[index] ?? '') < index) wrong('name', 'must not repeat another path’s name')
        if (shapes.indexOf(shapes[index] ?? '') < index) wrong('path', 'must not repeat another path')
      })
    })
    .default([]),
  /** Usual names, for answers that hold several arrays of objects and no named one. */
  usualArrays: names.default(['tweets', 'posts', 'users', 'followers', 'items', 'results', 'data']),
  /** Field names; Resources / Page: "fields of the items … not shown". */
  fields: z
    .strictObject({
      id: names.default(['id_str', 'id']),
      text: names.default(['full_text', 'text', 'description', 'bio']),
      /** An object about the author, or the author's id or handle itself. */
      author: names.default(['author', 'user', 'author_id']),
      handle: names.default(['username', 'userName', 'screen_name']),
      name: names.default(['name', 'displayName', 'display_name']),
      time: names.default(['created_at', 'createdAt']),
      link: names.default(['url', 'link', 'permalink']),
    })
    .prefault({}),
  /** Format of the items' times if it is not evident, in luxon's tokens, such as dd/MM/yyyy HH:mm. */
  timeFormat: z
    .string()
    .trim()
    .max(60, 'must have 60 characters at most')
    .refine(namesADay, 'must name year, month and day, such as dd/MM/yyyy HH:mm')
    .nullable()
    .default(null),
  /** Time zone of times that state none. */
  timeZone: z.string().refine(isTimeZone, 'must be a time zone such as UTC or Europe/Berlin').default('UTC'),
  /** Errors: "unit of the retry-after value: not shown". `auto` decides by size and form. */
  retryAfterUnit: z.enum(['auto', 'seconds', 'milliseconds']).default('auto'),
  /** Errors: "error body shape … not shown". Fields that hold the service's words, nested ones included. */
  errorFields: names.default(['message', 'detail', 'error', 'title', 'reason', 'msg', 'errors']),
  /** Errors: an empty wallet's status is "not shown". Words that signal it if the status is not 402, in any case. */
  emptyWalletWords: z
    .array(
      z
        .string()
        .trim()
        .min(3, 'must be words of 3 characters at least')
        .max(60, 'must be words of 60 characters at most'),
    )
    .max(MAX_WORDS, `must have ${MAX_WORDS} entries at most`)
    .default([
      'insufficient credit',
      'insufficient balance',
      'insufficient funds',
      'not enough credit',
      'out of credit',
    ]),
  /** The place in an answer that states its cost, in credits. */
  chargeHeader: header.nullable().default(null),
  chargeField: name.nullable().default(null),
  /** Limits / Charging: "price per item … not shown". Price of each list, in credits; null: unknown. */
  price: z.strictObject(byOperation(() => tariff.default(null))).prefault({}),
  /**
   * Maximum milliseconds after the answer until a charge shows in the balance, which the interface does not say. Null:
   * learnt from readings.
   */
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
  /** Cost of a unit of the balance in money, such as "0.00001 USD". Null: not known. */
  unitCost: z
    .string()
    .regex(/^\d{1,6}(\.\d{1,9})? [A-Z]{3}$/, 'must be an amount and a currency, such as 0.00001 USD')
    .nullable()
    .default(null),
  /** Authentication, 6: where to revoke a leaked key. */
  supportAddress: z
    .string()
    .min(1, 'must not be empty')
    .max(200, 'must have 200 characters at most')
    .nullable()
    .default(null),
  /** Limits of an answer: time in milliseconds, size in bytes, depth in levels. */
  limits: z
    .strictObject({
      connectMs: milliseconds.default(5_000),
      answerMs: milliseconds.default(30_000),
      bodyBytes: wholeNumber(1, MAX_BYTES, 'bytes').default(8 * 1024 * 1024),
      jsonDepth: wholeNumber(4, 200, 'levels').default(32),
      cursorCharacters: wholeNumber(64, 16_384, 'characters').default(4_096),
    })
    .prefault({}),
  /** Sources of a ready provider's facts, and the days on which they were read. */
  sources: z
    .array(
      z.strictObject({
        facts: z.string().min(1).max(300),
        url: z.url('must be an address'),
        read: z.iso.date('must be a day such as 2026-11-27'),
      }),
    )
    .max(100)
    .default([]),
  /** Facts that no public document confirms. */
  unconfirmed: z.array(z.string().min(1).max(300)).max(100).default([]),
})

export type Provider = z.output<typeof providerSchema>

/** Returns the tariff of a list that charges for its items alone, with credits as text. */
export const pricePerItem = (perItem: string): NonNullable<Provider['price']['timeline']> => ({
  perItem,
  perCall: '0',
  minPerCall: '0',
  steps: [],
  onceADayIn: null,
})

/** The form in which a provider's list is requested and read. */
export type ListForm = Provider['timeline']

/** The page sizes of a list: the parameter (null: none), the minimum and the maximum. */
export type ListSizes = ListForm['count']

/** A path beside the lists that services may call. */
export type FurtherPath = Provider['paths'][number]

/** Returns the form of a list. */
export const listFormOf = (provider: Pick<Provider, Operation>, operation: Operation): ListForm =>
  provider[operation]

/** The provider of the interface document: fits the sandbox and the usual names of such services. */
export const defaultProvider: Provider = providerSchema.parse({})

const PROTO = 'The provider cannot be used: there is no field __proto__.'

/** Returns whether an object, or one below it, has a field that JavaScript would take for its prototype. */
export const hasPrototypeField = (value: unknown): boolean =>
  typeof value === 'object' &&
  value !== null &&
  (Object.hasOwn(value, '__proto__') || Object.values(value).some(hasPrototypeField))

/** Reads overrides (a parsed JSON file) over the defaults. Throws `invalid` with a sentence that names the field. */
export function readProvider(json: unknown): Provider {
  if (hasPrototypeField(json)) throw new AppError('invalid', PROTO, {})
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
