import type { NextRequest } from 'next/server'
import { fileAnswer, fileTakerOf, readPageRange, runRoute, showTeam, teamContext } from '@/app/_server'
import { exportUsage, USAGE_FORMATS } from '@/app/(dashboard)/[team]/usage/export-usage'
import { readUsageQuery } from '@/app/(dashboard)/[team]/usage/query'
import { invalid, joinWithOr } from '@/lib/kernel'

export const dynamic = 'force-dynamic'

/** Sends what a team's Usage page shows, as a file: `?team=`, `format` and the parameters of the page's URL. */
export function GET(request: NextRequest): Promise<Response> {
  return runRoute(async () => {
    const { team = '', format: asked, ...address } = Object.fromEntries(request.nextUrl.searchParams)
    const ctx = await teamContext(team)
    await showTeam(ctx)
    const format = USAGE_FORMATS.find((each) => each === asked)
    if (!format) throw invalid(`Name the format: format=${joinWithOr(USAGE_FORMATS)}.`)
    const shown = Promise.resolve(address)
    const [range, query] = await Promise.all([readPageRange(ctx, shown), readUsageQuery(shown)])
    return fileAnswer(fileTakerOf(ctx, request), () => exportUsage(ctx, range, query, format))
  })
}

export { rejectHead as HEAD } from '@/app/_server'
