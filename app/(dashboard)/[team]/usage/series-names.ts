import type { PageRange } from '@/app/_server'
import { OPERATION_NAMES, OPERATIONS } from '@/lib/kernel'
import { listFormerPrefixes, listKeys } from '@/lib/keys/keys'
import type { SeriesName } from '@/lib/money/usage'
import type { TeamCtx } from '@/lib/platform/db'
import { listMembers } from '@/lib/teams/teams'
import type { UsageQuery } from './query'

const plain = (label: string): SeriesName => ({ label, color: null })

/** The names of a grouping's members: the present ones, and from `ids` the deleted ones. */
export async function seriesNames(
  ctx: TeamCtx,
  range: PageRange,
  by: UsageQuery['by'],
  ids: readonly string[],
): Promise<(id: string) => SeriesName> {
  const names = await currentNames(ctx, range, by)
  const former = ids.filter((id) => !names.has(id))
  const prefixes = by === 'key' ? await listFormerPrefixes(ctx, former) : new Map<string, string>()
  for (const id of former) names.set(id, plain(formerName(by, id, prefixes.get(id))))
  return (id) => names.get(id) ?? plain(id)
}

async function currentNames(ctx: TeamCtx, range: PageRange, by: UsageQuery['by']) {
  if (by === 'environment')
    return new Map(range.environments.map(({ id, name, color }) => [id, { label: name, color }]))
  if (by === 'operation')
    return new Map<string, SeriesName>(OPERATION_NAMES.map((name) => [name, plain(OPERATIONS[name].label)]))
  if (by === 'member') return new Map((await listMembers(ctx)).map(({ id, name }) => [id, plain(name)]))
  const keys = await listKeys(ctx)
  return new Map(keys.map(({ id, name, prefix }) => [id, plain(`${name} (${prefix}…)`)]))
}

/** A deleted key is named by its prefix; of the rest only the id is known. */
const formerName = (by: UsageQuery['by'], id: string, prefix: string | undefined): string =>
  prefix ? `Deleted key (${prefix}…)` : `Former ${by} (${id.slice(0, 8)})`
