import type { NextRequest } from 'next/server'
import { z } from 'zod'
import { keyFigures, runRoute, streamTeamEvents, teamContext } from '@/app/_server'
import { createRunFeed, getRun } from '@/lib/collect/runs'
import { notFound } from '@/lib/kernel'

export const dynamic = 'force-dynamic'

interface RunEventsContext {
  readonly params: Promise<{ id: string }>
}

/**
 * Streams the progress of a run of the team `?team=`, as server-sent events; see `RunProgress`. Each event is
 * complete, so none needs to be repeated.
 */
export function GET(request: NextRequest, { params }: RunEventsContext): Promise<Response> {
  return runRoute(async () => {
    const ctx = await teamContext(request.nextUrl.searchParams.get('team') ?? '')
    const { data: runId } = z.uuid().safeParse((await params).id)
    if (!runId) throw notFound('The run')
    const mustExist = () => getRun(ctx, runId)
    await mustExist()
    const { next } = createRunFeed(ctx, (keyId) => keyFigures(ctx, keyId), runId)
    return streamTeamEvents(ctx, request.signal, { next, mustExist })
  })
}

export { rejectHead as HEAD } from '@/app/_server'
