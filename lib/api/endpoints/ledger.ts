import { z } from 'zod'
import { chargeForItems, type Nano } from '@/lib/kernel'
import { ENTRY_POSITION_PATTERN, type EntryView, listEntries, OUTCOMES } from '@/lib/money/ledger'
import { defineEndpoint } from '../endpoint'
import {
  afterPositionSchema,
  creditsSchema,
  EXAMPLE_IDS,
  idSchema,
  limitSchema,
  listAnswerSchema,
  momentSchema,
  omitUndefined,
  operationNameSchema,
  principalFilter,
  toApiView,
  toCreditsTextOrNull,
  withDescription,
  withSchemaName,
} from '../shapes'

const ledgerEntry = withSchemaName(
  'LedgerEntry',
  z.object({
    id: idSchema,
    at: momentSchema,
    outcome: withDescription(
      z.enum(OUTCOMES),
      'SETTLED: a page came; FREE: certainly not charged; UNKNOWN: sent, and the answer was lost.',
    ),
    operation: operationNameSchema,
    keyPrefix: z.string(),
    environmentName: z.string(),
    by: withDescription(z.string(), 'The member, service or token that called, by its name then.'),
    searchName: z.string().nullable(),
    runId: idSchema.nullable(),
    pageNumber: z.int(),
    items: z.int(),
    charge: creditsSchema.nullable(),
    /** Also null if the call was not charged by its items alone. */
    pricePerItem: creditsSchema.nullable(),
    reason: z.string().nullable(),
    httpStatus: z.int().nullable(),
    latencyMs: z.int().nullable(),
    waitedMs: z.int().nullable(),
  }),
)

const entryOf = (view: EntryView): z.output<typeof ledgerEntry> =>
  toApiView(ledgerEntry, view, {
    by: view.memberName,
    runId: view.runId === '' ? null : view.runId,
    charge: toCreditsTextOrNull(view.chargeNano),
    pricePerItem: toCreditsTextOrNull(pricePerItem(view)),
  })

/** Returns the price of an item if the items alone were charged. */
const pricePerItem = ({ items, priceNano, chargeNano }: EntryView): Nano | null =>
  priceNano !== null && chargeNano === chargeForItems(items, priceNano) ? priceNano : null

/** Endpoints for every single call. */
export const ledgerEndpoints = {
  listLedger: defineEndpoint({
    route: 'GET /ledger',
    permission: 'usage:read',
    summary: 'Every call with what it cost, newest first',
    description:
      'A request reads a bounded number of entries: with a rare combination of filters an answer may hold fewer entries than asked for, or none, while `next` leads on.',
    query: z.strictObject({
      from: withDescription(z.iso.datetime({ offset: true }).optional(), 'Not before this moment.'),
      to: withDescription(z.iso.datetime({ offset: true }).optional(), 'Before this moment.'),
      outcome: z.enum(OUTCOMES).optional(),
      operation: operationNameSchema.optional(),
      walletId: idSchema.optional(),
      keyId: idSchema.optional(),
      environmentId: idSchema.optional(),
      memberId: idSchema.optional(),
      searchId: idSchema.optional(),
      runId: idSchema.optional(),
      serviceId: withDescription(idSchema.optional(), 'Only calls of this service.'),
      tokenId: withDescription(
        idSchema.optional(),
        'Only calls of this token; not together with `serviceId`.',
      ),
      after: afterPositionSchema(ENTRY_POSITION_PATTERN),
      limit: limitSchema(50, 200),
    }),
    answer: listAnswerSchema(ledgerEntry),
    example: {
      query: { outcome: 'SETTLED', limit: '2' },
      answer: {
        data: [
          {
            id: EXAMPLE_IDS.entryId,
            at: '2026-11-24T10:14:58.120Z',
            outcome: 'SETTLED',
            operation: 'timeline',
            keyPrefix: 'xd_live_a1b2',
            environmentName: 'production',
            by: 'Ada',
            searchName: 'Competitors',
            runId: EXAMPLE_IDS.runId,
            pageNumber: 1,
            items: 100,
            charge: '15',
            pricePerItem: '0.15',
            reason: null,
            httpStatus: 200,
            latencyMs: 182,
            waitedMs: 0,
          },
        ],
        next: '1795515298120-0199a1c0-0000-7000-8000-00000000000a',
      },
    },
    async handle({ ctx, query: { from, to, serviceId, tokenId, after, limit, ...filter } }) {
      const principal = principalFilter({ serviceId, tokenId })
      const { entries, next } = await listEntries(
        ctx,
        {
          ...omitUndefined(filter),
          ...(principal && { principal }),
          ...(from !== undefined && { from: new Date(from) }),
          ...(to !== undefined && { to: new Date(to) }),
        },
        after,
        limit,
      )
      return { data: entries.map(entryOf), next }
    },
  }),
}
