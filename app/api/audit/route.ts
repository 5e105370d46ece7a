import type { NextRequest } from 'next/server'
import { fileAnswer, fileTakerOf, runRoute, teamContext } from '@/app/_server'
import { auditQuerySchema, exportAudit, runRecordingRefusal } from '@/lib/platform/audit'

export const dynamic = 'force-dynamic'

/**
 * Sends the audit log of the team `?team=` as CSV, newest first, to its admins; `text`, `actor`, `kind`, `from` and
 * `to` as on its page. It is written while it is read, so it may have any size.
 */
export function GET(request: NextRequest): Promise<Response> {
  return runRoute(async () => {
    const { team = '', ...query } = Object.fromEntries(request.nextUrl.searchParams)
    const ctx = await teamContext(team)
    return fileAnswer(fileTakerOf(ctx, request), () =>
      runRecordingRefusal(ctx, 'audit.export', () => exportAudit(ctx, auditQuerySchema.parse(query))),
    )
  })
}

export { rejectHead as HEAD } from '@/app/_server'
