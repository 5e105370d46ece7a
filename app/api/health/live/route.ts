import { currentRuntime } from '@/lib/server/runtime'

export const dynamic = 'force-dynamic'

/**
 * Answers 200 while this server and its worker respond, whatever the database does; otherwise 503: a restart may help.
 */
export async function GET(): Promise<Response> {
  const isLive = await currentRuntime()
    .health.isLive()
    .catch(() => false)
  return Response.json({ status: isLive ? 'ok' : 'unavailable' }, { status: isLive ? 200 : 503 })
}
