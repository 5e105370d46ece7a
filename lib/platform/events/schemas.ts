import { z } from 'zod'

const id = z.string()
const moment = z.iso.datetime()
/** Credits, or a count, as exact decimal text. */
const amount = z.string()
/** Fields of a run. For a private search's run, neither the search nor its name is included. */
const run = { runId: id, searchId: id.nullable(), searchName: z.string().nullable() }

/** Events that channels can take besides alerts: ids and figures, never a secret. */
const happened = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('run.ended'),
    data: z.object({
      ...run,
      isScheduled: z.boolean(),
      endReason: z.string(),
      pages: z.int(),
      items: z.int(),
      newItems: z.int(),
      charge: amount,
      unpricedItems: z.int(),
      startedAt: moment,
      endedAt: moment,
    }),
  }),
  z.object({ kind: z.literal('items.new'), data: z.object({ ...run, newItems: z.int() }) }),
  z.object({
    kind: z.literal('budget.reached'),
    data: z.object({
      budgetId: id,
      budgetName: z.string(),
      unit: z.enum(['items', 'credits']),
      percent: z.int(),
      settled: amount,
      amount,
      startsAt: moment,
    }),
  }),
  z.object({
    kind: z.literal('balance.changed'),
    data: z.object({ walletId: id, walletName: z.string(), balance: amount, before: amount.nullable() }),
  }),
])

/** A kind of event with its data. */
export type EventPayload = z.output<typeof happened>
export type EventKind = EventPayload['kind']

export const EVENT_KINDS = [
  'run.ended',
  'items.new',
  'budget.reached',
  'balance.changed',
] as const satisfies readonly EventKind[]

/** Parses a stored event. */
export const parseEventPayload = ({
  kind,
  data,
}: {
  readonly kind: string
  readonly data: string
}): EventPayload => happened.parse({ kind, data: JSON.parse(data) })
