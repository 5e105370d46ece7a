import { z } from 'zod'
import type { PageRange, SearchParams } from '@/app/_server'
import { listSearchNames } from '@/lib/collect/searches'
import { listFormerPrefixes, listKeys } from '@/lib/keys/keys'
import { listServiceNames } from '@/lib/keys/services'
import type { ComparedQuery } from '@/lib/money/usage'
import type { TeamCtx } from '@/lib/platform/db'
import { listTokenNames } from '@/lib/teams/tokens'
import { listTeamMembers } from '../team-reads'

/** The dimensions by which “Where it went” breaks down spend. */
export const BREAKDOWNS = ['search', 'environment', 'member', 'key'] as const
export type Breakdown = (typeof BREAKDOWNS)[number]

export const BREAKDOWN_DIMENSIONS: Readonly<Record<Breakdown, ComparedQuery['dimension']>> = {
  search: 'searchId',
  environment: 'environmentId',
  member: 'memberId',
  key: 'keyId',
}

/** A token or a service, which buys on nobody's behalf. */
interface Program {
  readonly kind: 'token' | 'service'
  readonly id: string
}

/** Returns the program that a row by member stands for; null if it stands for a person. */
export function programOfMemberRow(member: string): Program | null {
  const [kind, id] = member.split(':')
  return id !== undefined && (kind === 'token' || kind === 'service') ? { kind, id } : null
}

/** Names for rows without one: bought on nobody's behalf, or not for this member to see. */
const NAMELESS: Readonly<Record<Breakdown, { readonly none: string; readonly other: string }>> = {
  search: { none: 'Services and provider tests', other: 'A private or deleted search' },
  environment: { none: 'No environment', other: 'A former environment' },
  member: { none: 'No caller', other: 'A former caller' },
  key: { none: 'No key', other: 'A deleted key' },
}

/** Returns the word with a capital first letter: "search" becomes "Search". */
export const capitalise = (word: string): string => word.slice(0, 1).toUpperCase() + word.slice(1)

/** Returns the names of what was paid for, by id. What is unknown or hidden from this member has no entry. */
export async function listBreakdownNames(
  ctx: TeamCtx,
  { environments }: PageRange,
  went: Breakdown,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  if (went === 'environment') return new Map(environments.map(({ id, name }) => [id, name]))
  if (went === 'member') {
    const idsOf = (kind: Program['kind']) =>
      ids.flatMap((member) => {
        const program = programOfMemberRow(member)
        return program?.kind === kind ? program.id : []
      })
    const [members, tokens, services] = await Promise.all([
      listTeamMembers(ctx),
      listTokenNames(ctx, idsOf('token')),
      listServiceNames(ctx, idsOf('service')),
    ])
    return new Map([
      ...members.map(({ id, name }) => [id, name] as const),
      ...[...tokens].map(([id, name]) => [`token:${id}`, name] as const),
      ...[...services].map(([id, name]) => [`service:${id}`, name] as const),
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

/** Returns the name of what spend went to, or a placeholder. */
export const breakdownName = (went: Breakdown, id: string, names: ReadonlyMap<string, string>): string =>
  id === '' ? NAMELESS[went].none : (names.get(id) ?? NAMELESS[went].other)

/** Returns the URL of one row's usage; null if the row combines several subjects or has none. */
export function breakdownHref(team: string, range: PageRange, went: Breakdown, id: string): string | null {
  if (id === '') return null
  const program = programOfMemberRow(id)
  return narrowedUsageHref(
    team,
    range,
    program ? { by: program.kind, [program.kind]: program.id } : { by: went, [went]: id },
  )
}

const schema = z.object({
  wallet: z.uuid().nullable().catch(null),
  by: z.enum(BREAKDOWNS).catch('search'),
})

/** Reads what the overview's URL chooses: the chart's wallet, and the dimension that spend is broken down by. */
export async function readOverviewChoices(searchParams: SearchParams) {
  const given = await searchParams
  const { wallet, by } = schema.parse({ wallet: [given.wallet].flat()[0] ?? null, by: [given.by].flat()[0] })
  return { walletId: wallet, went: by }
}

/** Returns the URL of the overview with the same range and environment, and the parameters in `more`. */
export function overviewHref(
  team: string,
  range: PageRange,
  more: Readonly<Record<string, string | null>>,
): string {
  return `/${team}?${queryOf(range, more)}`
}

/** Returns the URL of the usage page for a range and environment, narrowed by the parameters in `more`. */
export function narrowedUsageHref(
  team: string,
  range: PageRange,
  more: Readonly<Record<string, string | null>>,
): string {
  return `/${team}/usage?${queryOf(range, more)}`
}

function queryOf(range: PageRange, more: Readonly<Record<string, string | null>>): string {
  const span = range.preset ? { range: range.preset } : { from: range.from, to: range.to }
  const all = { ...span, environment: range.environmentId, ...more }
  return new URLSearchParams(
    Object.entries(all).flatMap(([name, value]) => (value === null ? [] : [[name, value]])),
  ).toString()
}
