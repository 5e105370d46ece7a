import type { NextRequest } from 'next/server'
import { runRoute, teamContext, teamProvider } from '@/app/_server'
import { writeStatementFile } from '@/lib/money/statements'

export const dynamic = 'force-dynamic'

interface StatementContext {
  readonly params: Promise<{ id: string }>
}

/**
 * Sends a wallet’s statement as CSV: `?team=`, and the first and last day as `from` and `to`, in the team's time zone;
 * with `environment`, only that environment's part.
 */
export function GET(request: NextRequest, { params }: StatementContext): Promise<Response> {
  return runRoute(async () => {
    const query = request.nextUrl.searchParams
    const ctx = await teamContext(query.get('team') ?? '')
    const [{ id: walletId }, { provider }] = await Promise.all([params, teamProvider(ctx)])
    const { name, contentType, text } = await writeStatementFile(ctx, {
      walletId,
      from: query.get('from'),
      to: query.get('to'),
      environmentId: query.get('environment'),
      unit: provider.balanceUnit,
    })
    return new Response(text, {
      headers: {
        'content-type': contentType,
        'content-disposition': `attachment; filename="${name}"`,
        'cache-control': 'no-store',
      },
    })
  })
}
