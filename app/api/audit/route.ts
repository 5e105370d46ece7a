import type { NextRequest } from 'next/server'
import { fileAnswer, orHttpError, takerOf, teamContext } from '@/app/_server'
import { auditQuery, exportAudit, orNoteRefusal } from '@/lib/platform/audit'

export const dynamic = 'force-dynamic'

/**
 * Sends the audit log of the team `?team=` as CSV, newest first, to its admins; `text`, `actor`, `kind`, `from` and
 * `to` as on its page. It is written while it is read, so it may have any size.
 */
export function GET(request: NextRequest): Promise<Response> {
  return orHttpError(async () => {
    const { team = '', ...query } = Object.fromEntries(request.nextUrl.searchParams)
    const ctx = await teamContext(team)
    return fileAnswer(takerOf(ctx, request), () =>
      orNoteRefusal(ctx, 'audit.export', () => exportAudit(ctx, auditQuery.parse(query))),
    )
  })
}

export { onlyGet as HEAD } from '@/app/_server'
