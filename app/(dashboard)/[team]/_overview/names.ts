import type { PageRange } from '@/app/_server'
import { listSearchNames } from '@/lib/collect/searches'
import { listFormerPrefixes, listKeys } from '@/lib/keys/keys'
import type { TeamCtx } from '@/lib/platform/db'
import { listMembers } from '@/lib/teams/teams'
import { listTokenNames } from '@/lib/teams/tokens'
import { tokenOf, type Went } from './went'

/** Returns the names of what the spend went to, by id. What is unknown or hidden from this member has no entry. */
export async function wentNames(
  ctx: TeamCtx,
  { environments }: PageRange,
  went: Went,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  if (went === 'environment') return new Map(environments.map(({ id, name }) => [id, name]))
  if (went === 'member') {
    const tokens = ids.flatMap((member) => tokenOf(member) ?? [])
    const [members, names] = await Promise.all([listMembers(ctx), listTokenNames(ctx, tokens)])
    return new Map([
      ...members.map(({ id, name }) => [id, name] as const),
      ...[...names].map(([id, name]) => [`token:${id}`, name] as const),
    ])
  }
  if (went === 'search') return listSearchNames(ctx, ids)
  const keys = new Map((await listKeys(ctx)).map(({ id, name }) => [id, name]))
  const former = await listFormerPrefixes(
    ctx,
    ids.filter((id) => !keys.has(id)),
  )
  return new Map([...keys, ...[...former].map(([id, prefix]) => [id, `Deleted key (${prefix}…)`] as const)])
}
