import type { NextRequest } from 'next/server'
import { runRoute, teamContext } from '@/app/_server'
import { itemsInput, listRunItems } from '@/lib/collect/runs'
import { invalid, notFound } from '@/lib/kernel'

export const dynamic = 'force-dynamic'

interface RunItemsContext {
  readonly params: Promise<{ id: string }>
}

/**
 * Returns some of a run's items as JSON: `?team=`, `from` and `count`, and the view: `text`, `only` (all, new,
 * starred, noted or hidden) and `sort` (bought, newest, oldest or author). See `ItemWindow`.
 */
export function GET(request: NextRequest, { params }: RunItemsContext): Promise<Response> {
  return runRoute(async () => {
    const { team = '', ...query } = Object.fromEntries(request.nextUrl.searchParams)
    const ctx = await teamContext(team)
    const input = itemsInput.safeParse({ ...query, runId: (await params).id })
    if (input.error?.issues.some(({ path }) => path[0] === 'runId')) throw notFound('The run')
    if (!input.success) throw invalid('Ask as from=0&count=100, with text, only and sort as the page does.')
    return Response.json(await listRunItems(ctx, input.data), { headers: { 'cache-control': 'no-store' } })
  })
}
