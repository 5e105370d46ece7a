import type { NextRequest } from 'next/server'
import { METRICS_CONTENT_TYPE } from '@/lib/platform/metrics'
import { currentRuntime } from '@/lib/server/runtime'

export const dynamic = 'force-dynamic'

/**
 * Returns this instance's metrics for Prometheus; see docs/run/operations.md. Requires METRICS_TOKEN as a bearer token;
 * 404 if that is not set.
 */
export async function GET(request: NextRequest): Promise<Response> {
  const { metrics } = currentRuntime()
  if (metrics === null) return new Response(null, { status: 404 })
  if (!metrics.accepts(request.headers.get('authorization')))
    return new Response(null, { status: 401, headers: { 'www-authenticate': 'Bearer' } })
  const headers = { 'content-type': METRICS_CONTENT_TYPE, 'cache-control': 'no-store' }
  return new Response(await metrics.read(), { headers })
}

export { rejectHead as HEAD } from '@/app/_server'
