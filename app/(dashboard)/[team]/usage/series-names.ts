import type { PageRange } from '@/app/_server'
import { listSearchNames } from '@/lib/collect/searches'
import { OPERATION_NAMES, OPERATIONS } from '@/lib/kernel'
import { listFormerPrefixes, listKeys } from '@/lib/keys/keys'
import { listServiceNames } from '@/lib/keys/services'
import type { SeriesName } from '@/lib/money/usage'
import type { TeamCtx } from '@/lib/platform/db'
import { listMembers } from '@/lib/teams/teams'
import { teamWallets } from '../team-wallets'
import { CALLERS, OUTCOME_NAMES } from './groupings'
import type { UsageQuery } from './query'

type Grouping = UsageQuery['by']
type Names = Map<string, SeriesName>

const plain = (label: string): SeriesName => ({ label, color: null })

/** The names of a grouping's members: the present ones, and from `ids` the deleted ones. */
export async function seriesNames(
  ctx: TeamCtx,
  range: PageRange,
  by: Grouping,
  ids: readonly string[],
): Promise<(id: string) => SeriesName> {
  const names = await NAMES[by](ctx, range, ids)
  const former = ids.filter((id) => !names.has(id))
  const prefixes = by === 'key' ? await listFormerPrefixes(ctx, former) : new Map<string, string>()
  for (const id of former) names.set(id, plain(formerName(by, id, prefixes.get(id))))
  return (id) => names.get(id) ?? plain(id)
}

const NAMES: Readonly<
  Record<Grouping, (ctx: TeamCtx, range: PageRange, ids: readonly string[]) => Promise<Names>>
> = {
  environment: async (_, { environments }) =>
    new Map(environments.map(({ id, name, color }) => [id, { label: name, color }])),
  operation: async () =>
    new Map<string, SeriesName>(OPERATION_NAMES.map((name) => [name, plain(OPERATIONS[name].label)])),
  outcome: async () =>
    new Map(Object.entries(OUTCOME_NAMES).map(([outcome, label]) => [outcome, plain(label)] as const)),
  caller: async () =>
    new Map([
      ...Object.entries(CALLERS).map(([kind, label]) => [kind, plain(label)] as const),
      ['', plain('Not yet known')],
    ]),
  member: async (ctx) =>
    new Map([
      ...(await listMembers(ctx)).map(({ id, name }) => [id, plain(name)] as const),
      ['', plain('Services and tokens')],
    ]),
  service: async (ctx, _, ids) =>
    new Map([...(await listServiceNames(ctx, [...ids]))].map(([id, name]) => [id, plain(name)])),
  search: async (ctx, _, ids) =>
    new Map([
      ...[...(await listSearchNames(ctx, ids))].map(([id, name]) => [id, plain(name)] as const),
      ['', plain('No search')],
    ]),
  wallet: async (ctx) => new Map((await teamWallets(ctx)).map(({ id, name }) => [id, plain(name)])),
  key: async (ctx) =>
    new Map((await listKeys(ctx)).map(({ id, name, prefix }) => [id, plain(`${name} (${prefix}…)`)])),
}

/** A deleted key is named by its prefix; of the rest only the id is known, or may be told. */
function formerName(by: Grouping, id: string, prefix: string | undefined): string {
  if (prefix) return `Deleted key (${prefix}…)`
  // The end of an id: ids of one day begin alike.
  return `${by === 'search' ? 'A private or deleted search' : `A former ${by}`} (${id.slice(-8)})`
}
