import { z } from 'zod'
import type { SearchParams } from '@/app/_server'
import { MEASURES, type MeasureName } from '@/components/usage'
import { ENTRY_PLACE, OUTCOMES } from '@/lib/money/ledger'
import { BUCKET_STEPS, COMPARISONS } from '@/lib/platform/calendar'
import { CALLER_KINDS, GROUPINGS } from './groupings'

const schema = z.object({
  by: z.enum(GROUPINGS).catch('environment'),
  /** Null for the usual measure. */
  measure: z.enum(MEASURES).nullable().catch(null),
  /** The length of a bar; null for the one that fits the range. */
  step: z.enum(BUCKET_STEPS).nullable().catch(null),
  compare: z.enum(COMPARISONS).nullable().catch(null),
  /** The table's rows; null for the largest only. */
  rows: z.literal('all').nullable().catch(null),
  /** The list below the chart. */
  tab: z.enum(['ledger', 'runs']).catch('ledger'),
  outcome: z.enum(OUTCOMES).nullable().catch(null),
  key: z.uuid().nullable().catch(null),
  member: z.uuid().nullable().catch(null),
  /** Narrows chart and ledger, as the environment does. */
  service: z.uuid().nullable().catch(null),
  token: z.uuid().nullable().catch(null),
  caller: z.enum(CALLER_KINDS).nullable().catch(null),
  wallet: z.uuid().nullable().catch(null),
  search: z.uuid().nullable().catch(null),
  operation: z.string().min(1).max(40).nullable().catch(null),
  /** A span shorter than the range, for calls and runs: one bar of a chart. */
  since: z.iso.datetime().nullable().catch(null),
  until: z.iso.datetime().nullable().catch(null),
  /** The last entry or run of the previous page. */
  after: z.string().regex(ENTRY_PLACE).nullable().catch(null),
})

export type UsageQuery = z.output<typeof schema>

/** Returns the measure to use if the URL names none: only settled calls cost anything. */
export const usualMeasure = ({ by, outcome }: Pick<UsageQuery, 'by' | 'outcome'>): MeasureName =>
  by === 'outcome' || (outcome !== null && outcome !== 'SETTLED') ? 'calls' : 'credits'

export const measureOf = (query: UsageQuery): MeasureName => query.measure ?? usualMeasure(query)

/** Reads the grouping and filters from the URL; invalid values are ignored. */
export async function readUsageQuery(searchParams: SearchParams): Promise<UsageQuery> {
  const given = await searchParams
  return schema.parse(
    Object.fromEntries(Object.keys(schema.shape).map((name) => [name, [given[name]].flat()[0] ?? null])),
  )
}
