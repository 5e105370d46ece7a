import type { NextRequest } from 'next/server'
import { fileAnswer, fileTakerOf, runRoute, teamContext } from '@/app/_server'
import { exportSearch, searchExportInput } from '@/lib/collect/exports'
import { EXPORT_FORMAT_NAMES, invalid, joinWithOr, notFound } from '@/lib/kernel'

export const dynamic = 'force-dynamic'

interface SearchExportContext {
  readonly params: Promise<{ id: string }>
}

/**
 * Sends a search's items over all its runs as a file: `?team=`, `format` and, if wanted, the days of the runs: `from`
 * and `to`. It is written while it is read; if it fails, it breaks off without an end.
 */
export function GET(request: NextRequest, { params }: SearchExportContext): Promise<Response> {
  return runRoute(async () => {
    const { team = '', ...query } = Object.fromEntries(request.nextUrl.searchParams)
    const ctx = await teamContext(team)
    const given = Object.fromEntries(Object.entries(query).filter(([, value]) => value !== ''))
    const input = searchExportInput.safeParse({ ...given, searchId: (await params).id })
    if (input.error?.issues.some(({ path }) => path[0] === 'searchId')) throw notFound('The saved search')
    if (!input.success)
      throw invalid(
        `Name the format: format=${joinWithOr(EXPORT_FORMAT_NAMES)}. Days are as in from=2026-11-01.`,
      )
    const { data } = input
    return fileAnswer(fileTakerOf(ctx, request), () => exportSearch(ctx, data))
  })
}

export { rejectHead as HEAD } from '@/app/_server'
