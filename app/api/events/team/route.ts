import type { NextRequest } from 'next/server'
import { orHttpError, streamTeamEvents, teamContext } from '@/app/_server'
import { markTeam } from '@/lib/alerts/alerts'

export const dynamic = 'force-dynamic'

/**
 * Streams changes in the team `?team=`, as server-sent events: each holds a mark, and a page with another mark is out
 * of date.
 */
export function GET(request: NextRequest): Promise<Response> {
  return orHttpError(async () => {
    const ctx = await teamContext(request.nextUrl.searchParams.get('team') ?? '')
    let told = ''
    const next = async () => {
      const mark = await markTeam(ctx)
      if (mark === told) return null
      told = mark
      return { data: { mark } }
    }
    return streamTeamEvents(ctx, request.signal, { next, mustExist: async () => undefined })
  })
}

export { onlyGet as HEAD } from '@/app/_server'
