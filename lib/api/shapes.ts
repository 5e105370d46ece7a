import { z } from 'zod'
import { invalid, type Nano, nanoToText } from '@/lib/kernel'

/** Schemas and forms that endpoints share: notes, amounts, ids, moments, days and lists. */

/** Notes on schemas for the API's document: a description and, if a schema is shared, a name. */
export const schemaRegistry = z.registry<{ readonly id?: string; readonly description?: string }>()

/**
 * Returns a copy of the schema with a description in the document. The given schema stays without it, because others
 * share it.
 */
export function withDescription<Schema extends z.ZodType>(schema: Schema, description: string): Schema {
  const own = schema.clone()
  schemaRegistry.add(own, { description })
  return own
}

/** Gives a schema a name, under which the document states it once. */
export function withSchemaName<Schema extends z.ZodType>(id: string, schema: Schema): Schema {
  schemaRegistry.add(schema, { ...schemaRegistry.get(schema), id })
  return schema
}

export const idSchema = z.uuid()
export const momentSchema = z.iso.datetime()
export const daySchema = z.iso.date()

/** Credits as decimal text, exact to the last digit. */
export const creditsSchema = withSchemaName(
  'Credits',
  withDescription(
    z.string().regex(/^-?\d+(\.\d{1,9})?$/),
    'Credits, or what else the balance counts, such as USD, as a decimal number in text: exact.',
  ),
)

/** Name of the operation that was called. */
export const operationNameSchema = withDescription(
  z.string().min(1).max(40),
  'timeline, search or followers, or the name of a further path of the provider, such as “User look-up”.',
)

/** Unit of the amounts. */
export const balanceUnitSchema = withDescription(
  z.string(),
  'What amounts count: credits, or a currency such as USD.',
)

export const toCreditsText = (nano: Nano): string => nanoToText(nano)
export const toCreditsTextOrNull = (nano: Nano | null): string | null =>
  nano === null ? null : nanoToText(nano)
export const toIsoTime = (at: Date): string => at.toISOString()

type InAnswer<Value> = Value extends Date ? string : Value extends readonly (infer Each)[] ? Each[] : Value

/** The fields of an answer that a view does not hold in the same form. */
type OtherFields<Answer, View> = {
  [Field in keyof Answer as Field extends keyof View
    ? InAnswer<View[Field]> extends Answer[Field]
      ? never
      : Field
    : Field]: Answer[Field]
}

/** Returns an answer with the fields that its schema names: those of a view, with moments as text, and the others. */
export function toApiView<Shape extends z.ZodRawShape, View extends object>(
  { shape }: z.ZodObject<Shape>,
  view: View,
  others: OtherFields<z.output<z.ZodObject<Shape>>, View> & Partial<z.output<z.ZodObject<Shape>>>,
): z.output<z.ZodObject<Shape>> {
  const all = Object.entries({ ...view, ...others }).filter(([name]) => name in shape)
  // The types of the parameters state that no field is missing.
  return Object.fromEntries(
    all.map(([name, value]) => [name, value instanceof Date ? toIsoTime(value) : value]),
  ) as z.output<z.ZodObject<Shape>>
}

const next = withDescription(
  z.string().nullable(),
  'What to pass as `after` for the following ones; null where there are none.',
)

/** Schema of a list's answer: a part of it, and the way to the next. */
export const listAnswerSchema = <Item extends z.ZodType>(item: Item) =>
  z.strictObject({ data: z.array(item), next })

const MAX = 500

/** Schema of the maximum length of one page of a list. */
export const limitSchema = (usual = 50, max = MAX) =>
  withDescription(z.coerce.number().int().min(1).max(max).default(usual), 'Maximum number to return.')

const AFTER = 'The `next` of the previous answer.'

/** Position from which a list continues that is ordered by id. */
export const afterIdSchema = withDescription(idSchema.optional(), AFTER)
/** Position from which a list continues that has its own order. */
export const afterPositionSchema = (form: RegExp) => withDescription(z.string().regex(form).optional(), AFTER)

/** Parameters of a list that is short enough to be read whole. */
export const shortListInputSchema = z.strictObject({ after: afterIdSchema, limit: limitSchema() })

/**
 * Returns a part of a list that was read whole, after the item with an id. Throws `invalid` if that is no longer in
 * it.
 */
export function sliceAfterId<Item extends { readonly id: string }>(
  all: readonly Item[],
  { after, limit }: z.output<typeof shortListInputSchema>,
): { data: Item[]; next: string | null } {
  const from = after === undefined ? 0 : all.findIndex(({ id }) => id === after) + 1
  if (after !== undefined && from === 0)
    throw invalid('The list has changed. Read it from its beginning again.', {
      after: 'There is nothing of this id in the list.',
    })
  const data = all.slice(from, from + limit)
  return { data, next: from + limit < all.length ? (data.at(-1)?.id ?? null) : null }
}

/** Returns the parameters without those that were not given. */
export const omitUndefined = <Value extends object>(all: Value) =>
  Object.fromEntries(Object.entries(all).filter(([, value]) => value !== undefined)) as {
    [Name in keyof Value]?: Exclude<Value[Name], undefined>
  }

interface CallerParameters {
  readonly serviceId: string | undefined
  readonly tokenId: string | undefined
}

/** Returns the principal whose calls are requested; null for all. Throws `invalid` if both are given. */
export function principalFilter({ serviceId, tokenId }: CallerParameters) {
  if (serviceId !== undefined && tokenId !== undefined) throw invalid('Give serviceId or tokenId, not both.')
  if (serviceId !== undefined) return { kind: 'service', id: serviceId } as const
  return tokenId === undefined ? null : ({ kind: 'token', id: tokenId } as const)
}

/** Ids in examples, by the name of their subject. Tests replace them by real ones. */
export const EXAMPLE_IDS = {
  walletId: '0199a1c0-0000-7000-8000-000000000001',
  environmentId: '0199a1c0-0000-7000-8000-000000000002',
  keyId: '0199a1c0-0000-7000-8000-000000000003',
  serviceId: '0199a1c0-0000-7000-8000-000000000004',
  searchId: '0199a1c0-0000-7000-8000-000000000005',
  runId: '0199a1c0-0000-7000-8000-000000000006',
  budgetId: '0199a1c0-0000-7000-8000-000000000007',
  alertId: '0199a1c0-0000-7000-8000-000000000008',
  tokenId: '0199a1c0-0000-7000-8000-000000000009',
  entryId: '0199a1c0-0000-7000-8000-00000000000a',
  gatewayKeyId: '0199a1c0-0000-7000-8000-00000000000b',
  memberId: '0199a1c0-0000-7000-8000-00000000000c',
} as const
