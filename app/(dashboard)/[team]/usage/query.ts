import { z } from 'zod'
import type { PageRange, SearchParams } from '@/app/_server'
import { MEASURE_NAMES, type MeasureName } from '@/components/usage'
import { currentTimeZone, formatDay, formatMoment } from '@/lib/kernel'
import { ENTRY_POSITION_PATTERN, OUTCOMES } from '@/lib/money/ledger'
import { BUCKET_STEPS, COMPARISONS } from '@/lib/platform/calendar'
import { CALLER_KINDS, GROUPINGS } from './groupings'

const schema = z.object({
  by: z.enum(GROUPINGS).catch('environment'),
  /** Null for the usual measure. */
  measure: z.enum(MEASURE_NAMES).nullable().catch(null),
  /** The length of a bar; null for the one that fits the range. */
  step: z.enum(BUCKET_STEPS).nullable().catch(null),
  compare: z.enum(COMPARISONS).nullable().catch(null),
  /** The table's rows; null for the largest only. */
  rows: z.literal('all').nullable().catch(null),
  /** Tab below the chart: the parts of the whole, the calls or runs behind it, or what could be saved. */
  tab: z.enum(['parts', 'ledger', 'runs', 'savings']).catch('parts'),
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
  /** The range before a zoom: a preset, or its first and last day. */
  zoomedFrom: z
    .string()
    .regex(/^([a-z\d]{2,6}|\d{4}-\d\d-\d\d_\d{4}-\d\d-\d\d)$/)
    .nullable()
    .catch(null),
  /** The last entry or run of the previous page. */
  after: z.string().regex(ENTRY_POSITION_PATTERN).nullable().catch(null),
})

export type UsageQuery = z.output<typeof schema>

/** Returns the measure to use if the URL names none: what unknown calls cost is not known. */
export const defaultMeasure = ({ outcome }: Pick<UsageQuery, 'outcome'>): MeasureName =>
  outcome === 'UNKNOWN' ? 'unknown' : 'credits'

export const chosenMeasure = (query: UsageQuery): MeasureName => query.measure ?? defaultMeasure(query)

/** Returns the address of the page as it was before it was zoomed in; null if it was not. */
export function unzoomedHref(team: string, range: PageRange, query: UsageQuery): string | null {
  if (query.zoomedFrom === null) return null
  const [from = '', to] = query.zoomedFrom.split('_')
  const before = to === undefined ? { preset: from } : { preset: null, from, to }
  return usageHref(team, { ...range, ...before }, { ...query, zoomedFrom: null, after: null })
}

/** Returns a function that tells which wallet's credits a row of the page sums up; null if there may be several. */
export const walletOf =
  ({ by, wallet }: Pick<UsageQuery, 'by' | 'wallet'>) =>
  ({ member }: { readonly member: string }): string | null =>
    by === 'wallet' ? member : wallet

/** Reads the grouping and filters from the URL; invalid values are ignored. */
export async function readUsageQuery(searchParams: SearchParams): Promise<UsageQuery> {
  const given = await searchParams
  return toUsageQuery(
    Object.fromEntries(Object.entries(given).map(([name, value]) => [name, [value].flat()[0]])),
  )
}

/** Completes a query: what is not given is as on the page without parameters. */
export const toUsageQuery = (given: Readonly<Partial<Record<keyof UsageQuery, string | null>>>): UsageQuery =>
  schema.parse(
    Object.fromEntries(Object.keys(schema.shape).map((name) => [name, Reflect.get(given, name) ?? null])),
  )

/** Returns the span whose calls and runs are listed: the range, or one of its bars. */
export const listedSpan = ({ range }: PageRange, { since, until }: UsageQuery): { from: Date; to: Date } => ({
  from: since ? new Date(since) : range.from.toJSDate(),
  to: until ? new Date(until) : range.to.toJSDate(),
})

/** Describes a span in words: whole days with the last one included, as everywhere; otherwise its moments. */
export function describeSpan({ from, to }: { from: Date; to: Date }): string {
  const clock = new Intl.DateTimeFormat('en-GB', { timeZone: currentTimeZone(), timeStyle: 'medium' })
  const isMidnight = (at: Date) => clock.format(at) === '00:00:00'
  if (!isMidnight(from) || !isMidnight(to)) return `${formatMoment(from)} to ${formatMoment(to)}`
  const first = formatDay(from)
  const last = formatDay(new Date(to.getTime() - 1))
  return first === last ? first : `${first} to ${last}`
}

/**
 * Returns the URL of the usage page for the range and environment of a page. `more` adds or replaces parameters; null
 * leaves one out.
 */
export function usageHref(
  team: string,
  range: PageRange,
  more: Readonly<Record<string, string | null>>,
): string {
  return `/${team}/usage?${usageQueryString(range, more)}`
}

/** Returns the query string of that URL. */
export function usageQueryString(range: PageRange, more: Readonly<Record<string, string | null>>): string {
  const span = range.preset ? { range: range.preset } : { from: range.from, to: range.to }
  const all = { ...span, environment: range.environmentId, ...more }
  const query = new URLSearchParams(
    Object.entries(all).flatMap(([name, value]) => (value === null ? [] : [[name, value]])),
  )
  return query.toString()
}

/** Returns the URL of the ledger on that page, or of its runs if these are shown. */
export const ledgerHref = (...[team, range, more]: Parameters<typeof usageHref>): string =>
  `${usageHref(team, range, { ...more, tab: more.tab === 'runs' ? 'runs' : 'ledger' })}#ledger`
