import { z } from 'zod'
import { type Nano, nanoToText } from '@/lib/kernel'
import { named, said } from './documented'

/** Schemas that parameters and answers share: amounts, ids, moments, days and lists. */

export const id = z.uuid()
export const moment = z.iso.datetime()
export const day = z.iso.date()

/** Credits as decimal text, exact to the last digit. */
export const credits = named(
  'Credits',
  said(
    z.string().regex(/^-?\d+(\.\d{1,9})?$/),
    'Credits, or what else the balance counts, such as USD, as a decimal number in text: exact.',
  ),
)

/** Name of the operation that was called. */
export const operationName = said(
  z.string().min(1).max(40),
  'timeline, search or followers, or the name of a further path of the provider, such as “User look-up”.',
)

/** Unit of the amounts. */
export const balanceUnit = said(z.string(), 'What amounts count: credits, or a currency such as USD.')

export const toCredits = (nano: Nano): string => nanoToText(nano)
export const orNull = (nano: Nano | null): string | null => (nano === null ? null : nanoToText(nano))
export const timeOf = (at: Date): string => at.toISOString()
export const timeOrNull = (at: Date | null): string | null => at?.toISOString() ?? null

const next = said(
  z.string().nullable(),
  'What to pass as `after` for the following ones; null where there are none.',
)

/** Schema of a list's answer: a part of it, and the way to the next. */
export const listOf = <Item extends z.ZodType>(item: Item) => z.strictObject({ data: z.array(item), next })

const MAX = 500

/** Schema of the maximum number that a list answers at once. */
export const limit = (usual = 50, most = MAX) =>
  said(z.coerce.number().int().min(1).max(most).default(usual), 'How many to answer at most.')

const AFTER = 'The `next` of the answer before.'

/** Position from which a list continues that is ordered by id. */
export const afterId = said(id.optional(), AFTER)
/** Position from which a list continues that has its own order. */
export const afterPlace = (form: RegExp) => said(z.string().regex(form).optional(), AFTER)

/** Parameters of a list that is short enough to be read whole. */
export const shortList = z.strictObject({ after: afterId, limit: limit() })
