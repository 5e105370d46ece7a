import { currentRuntime } from '@/lib/server/runtime'
import { isInstalled } from '@/lib/teams/accounts'

export const dynamic = 'force-dynamic'

/** Answers 200 while the server can reach its database, 503 otherwise. */
export async function GET(): Promise<Response> {
  try {
    await isInstalled(currentRuntime().db)
    return Response.json({ status: 'ok' })
  } catch {
    return Response.json({ status: 'unavailable' }, { status: 503 })
  }
}
