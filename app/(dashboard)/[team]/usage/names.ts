import type { PageRange } from '@/app/_server'
import { listSearchNames } from '@/lib/collect/searches'
import { operationLabel } from '@/lib/kernel'
import { listFormerPrefixes, listKeys } from '@/lib/keys/keys'
import { listServiceNames } from '@/lib/keys/services'
import { type UsageQuery as Asked, listUsage, type SeriesName } from '@/lib/money/usage'
import { type Comparison, defaultBucketStep } from '@/lib/platform/calendar'
import type { TeamCtx } from '@/lib/platform/db'
import { listMembers } from '@/lib/teams/teams'
import { listTokenNames } from '@/lib/teams/tokens'
import { listTeamWallets } from '../team-reads'
import { CALLERS, GROUPING_NAMES, GROUPINGS, OUTCOME_NAMES } from './groupings'
import type { UsageQuery } from './query'

type Grouping = UsageQuery['by']

/** The ledger's name of each grouping. */
export const LEDGER_DIMENSIONS: Readonly<Record<Grouping, Asked['dimension']>> = {
  environment: 'environmentId',
  search: 'searchId',
  wallet: 'walletId',
  key: 'keyId',
  member: 'memberId',
  service: 'principal',
  token: 'principal',
  caller: 'principal',
  operation: 'operation',
}

/** Returns the kind of a principal, whose name is its kind and its id with a colon between. */
const kindOf = (principal: string): string => principal.split(':', 1)[0] ?? ''
const idOf =
  (kind: 'service' | 'token') =>
  (principal: string): string | null =>
    kindOf(principal) === kind ? principal.slice(kind.length + 1) : null

/** Groupings in which one series may combine several principals. */
export const SERIES_MEMBER_OF: Partial<Record<Grouping, (principal: string) => string | null>> = {
  service: idOf('service'),
  token: idOf('token'),
  caller: kindOf,
}

type Names = Map<string, SeriesName>

const plain = (label: string): SeriesName => ({ label, color: null })

/**
 * Returns the names of a grouping's members: the current ones, and those in `ids` that were deleted. `comparison`
 * names the other range that they may come from.
 */
export async function listSeriesNames(
  ctx: TeamCtx,
  range: PageRange,
  by: Grouping,
  ids: readonly string[],
  comparison: Comparison | null = null,
): Promise<(id: string) => SeriesName> {
  const names = await NAMES[by](ctx, range, ids, comparison)
  const former = ids.filter((id) => !names.has(id))
  const prefixes = by === 'key' ? await listFormerPrefixes(ctx, former) : new Map<string, string>()
  for (const id of former) names.set(id, plain(formerName(by, id, prefixes.get(id))))
  return (id) => names.get(id) ?? plain(id)
}

const NAMES: Readonly<
  Record<
    Grouping,
    (ctx: TeamCtx, range: PageRange, ids: readonly string[], comparison: Comparison | null) => Promise<Names>
  >
> = {
  environment: async (_, { environments }) =>
    new Map(environments.map(({ id, name, color }) => [id, { label: name, color }])),
  operation: async (_, __, ids) => new Map(ids.map((name) => [name, plain(operationLabel(name))])),
  caller: async () =>
    new Map([
      ...Object.entries(CALLERS).map(([kind, label]) => [kind, plain(label)] as const),
      ['', plain('Not yet known')],
    ]),
  member: async (ctx, range, ids, comparison) =>
    new Map([
      ...(await listMembers(ctx)).map(({ id, name }) => [id, plain(name)] as const),
      ['', plain(ids.includes('') ? await nameOfPrograms(ctx, range, comparison) : PROGRAMS)],
    ]),
  service: async (ctx, _, ids) =>
    new Map([...(await listServiceNames(ctx, [...ids]))].map(([id, name]) => [id, plain(name)])),
  token: async (ctx, _, ids) =>
    new Map([...(await listTokenNames(ctx, ids))].map(([id, name]) => [id, plain(name)])),
  search: async (ctx, _, ids) =>
    new Map([
      ...[...(await listSearchNames(ctx, ids))].map(([id, name]) => [id, plain(name)] as const),
      ['', plain('Services and provider tests')],
    ]),
  wallet: async (ctx) => new Map((await listTeamWallets(ctx)).map(({ id, name }) => [id, plain(name)])),
  key: async (ctx) =>
    new Map((await listKeys(ctx)).map(({ id, name, prefix }) => [id, plain(`${name} (${prefix}…)`)])),
}

const PROGRAMS = 'Services and tokens'

/** Names what no member bought in a range: by the one service or token that did, or by a word for several. */
async function nameOfPrograms(
  ctx: TeamCtx,
  { range, environmentId }: PageRange,
  comparison: Comparison | null,
): Promise<string> {
  const { members } = await listUsage(ctx, {
    range,
    step: defaultBucketStep(range),
    comparison,
    dimension: 'principal',
    needsSearched: false,
    ...(environmentId && { environmentId }),
  })
  const idsOf = (kind: 'service' | 'token') =>
    members.flatMap(({ member }) => SERIES_MEMBER_OF[kind]?.(member) ?? [])
  const [services, tokens] = [idsOf('service'), idsOf('token')]
  if (services.length + tokens.length === 1) {
    const names = [await listServiceNames(ctx, services), await listTokenNames(ctx, tokens)]
    return names.flatMap((each) => [...each.values()])[0] ?? PROGRAMS
  }
  if (services.length === 0 && tokens.length > 0) return 'Tokens'
  return tokens.length === 0 && services.length > 0 ? 'Services' : PROGRAMS
}

/** Names what was deleted: a key by its prefix, anything else by its id, because no more is known or may be shown. */
function formerName(by: Grouping, id: string, prefix: string | undefined): string {
  if (prefix) return `Deleted key (${prefix}…)`
  // The end of the id, since ids of one day begin alike.
  return `${by === 'search' ? 'A private or deleted search' : `A former ${by}`} (${id.slice(-8)})`
}

/** Returns the page's filters in words. */
export async function describeUsageFilters(ctx: TeamCtx, range: PageRange, query: UsageQuery) {
  const set = GROUPINGS.flatMap((by) => {
    const id = by === 'environment' ? range.environmentId : query[by]
    return id ? [{ by, id }] : []
  })
  const named = await Promise.all(
    set.map(async ({ by, id }) => ({
      by,
      name: GROUPING_NAMES[by],
      value: (await listSeriesNames(ctx, range, by, [id]))(id).label,
    })),
  )
  const { outcome } = query
  return outcome === null
    ? named
    : [...named, { by: 'outcome', name: GROUPING_NAMES.outcome, value: OUTCOME_NAMES[outcome] } as const]
}
