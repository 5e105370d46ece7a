import type { NextRequest } from 'next/server'
import { orHttpError, streamedBody, teamContext } from '@/app/_server'
import { auditQuery, exportAudit, orNoteRefusal } from '@/lib/platform/audit'

export const dynamic = 'force-dynamic'

/**
 * The audit log of the team `?team=` as CSV, newest first, for its admins: `text`, `actor`, `kind`, `from` and `to` as
 * on its page. It is written while it is read, so it may have any size.
 */
export function GET(request: NextRequest): Promise<Response> {
  return orHttpError(async () => {
    const { team = '', ...query } = Object.fromEntries(request.nextUrl.searchParams)
    const ctx = await teamContext(team)
    const { name, contentType, chunks } = await orNoteRefusal(ctx, 'audit.export', () =>
      exportAudit(ctx, auditQuery.parse(query)),
    )
    return new Response(streamedBody(chunks), {
      headers: {
        'content-type': contentType,
        'content-disposition': `attachment; filename="${name}"`,
        'cache-control': 'no-store',
      },
    })
  })
}

/** Without this Next would answer with GET, and write a file that nobody reads. */
export const HEAD = (): Response => new Response(null, { status: 405, headers: { allow: 'GET' } })
