import type { NextRequest } from 'next/server'
import { orHttpError, watchContext } from '@/app/_server'
import { listNewestRuns, newestRunsInput } from '@/lib/collect/runs'
import { invalid } from '@/lib/kernel'

export const dynamic = 'force-dynamic'

/**
 * Returns the state of the newest runs of the searches `?searches=id,id` of the team `?team=`, as JSON; see
 * `NewestRuns`.
 */
export function GET(request: NextRequest): Promise<Response> {
  return orHttpError(async () => {
    const { team = '', ...query } = Object.fromEntries(request.nextUrl.searchParams)
    const ctx = await watchContext(request, team)
    const input = newestRunsInput.safeParse(query)
    if (!input.success) throw invalid('Ask as searches=id,id with the ids of a few searches.')
    const runs = await listNewestRuns(ctx, input.data.searches)
    return Response.json(runs, { headers: { 'cache-control': 'no-store' } })
  })
}
