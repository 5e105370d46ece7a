import 'server-only'
import type { NextRequest } from 'next/server'
import { getToken } from 'next-auth/jwt'
import type { TeamCtx } from '@/lib/platform/db'
import { currentRuntime } from '@/lib/server/runtime'
import { isSessionLive } from '@/lib/teams/accounts'
import { membershipContext, signedOut } from './context'
import { openToken } from './open-token'
import { sessionCookieOf } from './session-cookie'

/**
 * Returns the same as `teamContext`, for an open page that polls: its session must be valid, but polling does not keep
 * it alive. An open page alone is not activity.
 */
export async function watchContext(request: NextRequest, slug: string): Promise<TeamCtx> {
  const { sid, sub } =
    (await getToken({ req: request, cookieName: sessionCookieOf(request.headers), decode: openToken })) ?? {}
  const { db, clock } = currentRuntime()
  if (!sid || !sub || !(await isSessionLive(db, clock, sid))) throw signedOut()
  return membershipContext(slug, sub, sid)
}
