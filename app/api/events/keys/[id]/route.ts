import type { NextRequest } from 'next/server'
import { z } from 'zod'
import { runRoute, streamTeamEvents, teamContext } from '@/app/_server'
import { notFound } from '@/lib/kernel'
import { getKey } from '@/lib/keys/keys'
import { currentRuntime } from '@/lib/server/runtime'
import { createActivityFeed } from '@/lib/upstream/pacing'

export const dynamic = 'force-dynamic'

interface KeyEventsContext {
  readonly params: Promise<{ id: string }>
}

/**
 * Streams the live activity of a key of the team `?team=`, as server-sent events; see `ActivityMessage`. Each event is
 * complete, so none needs to be repeated.
 */
export function GET(request: NextRequest, { params }: KeyEventsContext): Promise<Response> {
  return runRoute(async () => {
    const ctx = await teamContext(request.nextUrl.searchParams.get('team') ?? '')
    const { data: keyId } = z.uuid().safeParse((await params).id)
    if (!keyId) throw notFound('The key')
    const hasKey = () => getKey(ctx, keyId)
    await hasKey()
    const { worker } = currentRuntime()
    const feed = createActivityFeed(() => worker.perform('readActivity', ctx, keyId), ctx.clock)
    const next = async () => {
      const message = await feed.next()
      return message && { data: message }
    }
    return streamTeamEvents(ctx, request.signal, { next, mustExist: hasKey })
  })
}

export { rejectHead as HEAD } from '@/app/_server'
