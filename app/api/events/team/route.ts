import type { NextRequest } from 'next/server'
import { runRoute, streamTeamEvents, teamContext } from '@/app/_server'
import { readTeamVersion } from '@/lib/alerts/alerts'

export const dynamic = 'force-dynamic'

/**
 * Streams changes in the team `?team=`, as server-sent events: each holds a mark, and a page with another mark is out
 * of date.
 */
export function GET(request: NextRequest): Promise<Response> {
  return runRoute(async () => {
    const ctx = await teamContext(request.nextUrl.searchParams.get('team') ?? '')
    let told = ''
    const next = async () => {
      const mark = await readTeamVersion(ctx)
      if (mark === told) return null
      told = mark
      return { data: { mark } }
    }
    return streamTeamEvents(ctx, request.signal, { next, mustExist: async () => undefined })
  })
}

export { rejectHead as HEAD } from '@/app/_server'
