import type { NextRequest } from 'next/server'
import { pollingTeamContext, runRoute } from '@/app/_server'
import { findSearches, findSearchesInput } from '@/lib/collect/searches'
import 'server-only'
import { listRuns } from '@/lib/collect/runs'
import { describeSearch, foldText, formatShortMoment } from '@/lib/kernel'
import { listKeys } from '@/lib/keys/keys'
import { listServices } from '@/lib/keys/services'
import { listWallets } from '@/lib/money/wallets'
import type { TeamCtx } from '@/lib/platform/db'
import { listMembers } from '@/lib/teams/teams'

export const dynamic = 'force-dynamic'

/**
 * Returns the things of the team `?team=` whose names contain the words of `?text=`, as JSON, for the command palette.
 */
export function GET(request: NextRequest): Promise<Response> {
  return runRoute(async () => {
    const { team = '', ...query } = Object.fromEntries(request.nextUrl.searchParams)
    const ctx = await pollingTeamContext(request, team)
    const { text } = findSearchesInput.parse(query)
    const things = await findThings(ctx, text.trim())
    return Response.json(things, { headers: { 'cache-control': 'no-store' } })
  })
}

/** A thing of the team that has a name. */
interface NamedThing {
  readonly kind: 'search' | 'run' | 'key' | 'wallet' | 'member' | 'service'
  readonly id: string
  readonly name: string
  readonly hint: string
}

/** Maximum number of matches of a kind: typing more of a name finds the others. */
const MAX = 6
/** Number of latest runs that are searched; older ones are not. */
const LATEST_RUNS = 40

/** Finds the team's things whose name or hint contains all words of a text, a few of each kind. */
async function findThings(ctx: TeamCtx, text: string): Promise<NamedThing[]> {
  const [{ searches }, runs, keys, wallets, members, services] = await Promise.all([
    findSearches(ctx, { text, page: 1 }),
    text === '' ? [] : listRuns(ctx, { limit: LATEST_RUNS }),
    listKeys(ctx),
    listWallets(ctx),
    listMembers(ctx),
    listServices(ctx),
  ])
  const zone = ctx.team.timeZone
  const words = foldText(text).split(/\s+/).filter(Boolean)
  const few = (kind: NamedThing['kind'], things: readonly Omit<NamedThing, 'kind'>[]) =>
    things
      .filter(({ name, hint }) => {
        const folded = foldText(`${name} ${hint}`)
        return words.every((word) => folded.includes(word))
      })
      .slice(0, MAX)
      .map((thing) => ({ kind, ...thing }))
  return [
    ...few(
      'search',
      searches.map((search) => ({ id: search.id, name: search.name, hint: describeSearch(search) })),
    ),
    ...few(
      'run',
      runs.map((run) => ({
        id: run.id,
        name: run.searchName,
        hint: `${run.memberName}, ${formatShortMoment(run.startedAt, zone)}`,
      })),
    ),
    ...few(
      'key',
      keys.map((key) => ({ id: key.id, name: key.name, hint: `${key.prefix}… ${key.environmentName}` })),
    ),
    ...few(
      'wallet',
      wallets.map(({ id, name }) => ({ id, name, hint: '' })),
    ),
    ...few(
      'service',
      services.map(({ id, name }) => ({ id, name, hint: '' })),
    ),
    ...few(
      'member',
      members.map(({ id, name, role }) => ({ id, name, hint: role })),
    ),
  ]
}
