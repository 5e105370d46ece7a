import 'server-only'
import { AppError } from '@/lib/kernel'
import { type Range, type RangePreset, rangeInput, resolveRange } from '@/lib/platform/calendar'
import type { TeamCtx } from '@/lib/platform/db'
import { currentRuntime } from '@/lib/server/runtime'
import { type EnvironmentView, listEnvironments, listTeamsOf } from '@/lib/teams/teams'

/** A page's URL parameters. If one is repeated, its first value counts. */
export type SearchParams = Promise<Readonly<Record<string, string | string[] | undefined>>>

/** The URL's range and environment; invalid values become the page's defaults. */
export interface PageRange {
  readonly range: Range
  readonly preset: string | null
  readonly from: string
  readonly to: string
  readonly environments: readonly EnvironmentView[]
  readonly environmentId: string | null
}

/** Reads the range of a URL, in days of the team's time zone. */
export async function readPageRange(
  ctx: TeamCtx,
  searchParams: SearchParams,
  usual: RangePreset = '7d',
): Promise<PageRange> {
  const given = await searchParams
  const one = (name: string) => [given[name]].flat()[0]
  const days = rangeInput.safeParse({ from: one('from'), to: one('to') })
  const preset = rangeInput.safeParse({ preset: one('range') ?? usual })
  const isDays = days.success && 'from' in days.data
  const input = isDays ? days.data : preset.success ? preset.data : { preset: usual }
  const range = resolveRange(input, ctx.clock.now(), ctx.team.timeZone)
  const environments = await listEnvironments(ctx)
  const environmentId = environments.find(({ id }) => id === one('environment'))?.id ?? null
  return {
    range,
    preset: 'preset' in input ? input.preset : null,
    from: range.from.toISODate() ?? '',
    to: range.to.minus({ milliseconds: 1 }).toISODate() ?? '',
    environments,
    environmentId,
  }
}

/** Returns the title of a detail page, such as "Main · wallet"; if it is missing, that of the not-found page. */
export async function pageTitle(kind: string, readName: () => Promise<string>): Promise<string> {
  try {
    return `${await readName()} · ${kind}`
  } catch (error) {
    // Any other failure is reported by the page itself.
    if (error instanceof AppError && error.code === 'not_found') return 'Not found'
    return kind.slice(0, 1).toUpperCase() + kind.slice(1)
  }
}

/** Returns the time zone for a person outside teams: that of their first team, which they know; otherwise UTC. */
export async function accountTimeZone(person: { readonly id: string }): Promise<string> {
  const [team] = await listTeamsOf(currentRuntime().db, person.id)
  return team?.timeZone ?? 'UTC'
}
