import type { NextRequest } from 'next/server'
import { runRoute, teamContext } from '@/app/_server'
import { getRawItem, getRawPage, type RawView, rawItemInput, rawPageInput } from '@/lib/collect/runs'
import { invalid, notFound } from '@/lib/kernel'
import type { TeamCtx } from '@/lib/platform/db'

export const dynamic = 'force-dynamic'

interface RawContext {
  readonly params: Promise<{ id: string }>
}

/** Returns what the upstream sent, as JSON: `?team=` and the `place` of an item, or a `pageNumber`. See `RawView`. */
export function GET(request: NextRequest, { params }: RawContext): Promise<Response> {
  return runRoute(async () => {
    const { team = '', ...query } = Object.fromEntries(request.nextUrl.searchParams)
    const ctx = await teamContext(team)
    return Response.json(await readRaw(ctx, { ...query, runId: (await params).id }), {
      headers: { 'cache-control': 'no-store' },
    })
  })
}

export { rejectHead as HEAD } from '@/app/_server'

async function readRaw(ctx: TeamCtx, given: unknown): Promise<RawView> {
  const item = rawItemInput.safeParse(given)
  if (item.success) return getRawItem(ctx, item.data)
  const page = rawPageInput.safeParse(given)
  if (page.success) return getRawPage(ctx, page.data)
  if (page.error.issues.some(({ path }) => path[0] === 'runId')) throw notFound('The run')
  throw invalid('Ask as place=0 for an item, or pageNumber=1 for a page.')
}
