import type { NextRequest } from 'next/server'
import { findThings, orHttpError, watchContext } from '@/app/_server'
import { findSearchesInput } from '@/lib/collect/searches'

export const dynamic = 'force-dynamic'

/**
 * Returns the things of the team `?team=` whose names contain the words of `?text=`, as JSON, for the command palette.
 */
export function GET(request: NextRequest): Promise<Response> {
  return orHttpError(async () => {
    const { team = '', ...query } = Object.fromEntries(request.nextUrl.searchParams)
    const ctx = await watchContext(request, team)
    const { text } = findSearchesInput.parse(query)
    const things = await findThings(ctx, text.trim())
    return Response.json(things, { headers: { 'cache-control': 'no-store' } })
  })
}
