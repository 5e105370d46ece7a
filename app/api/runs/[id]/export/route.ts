import type { NextRequest } from 'next/server'
import { fileAnswer, fileTakerOf, runRoute, teamContext } from '@/app/_server'
import { exportInput, exportRun } from '@/lib/collect/exports'
import { EXPORT_FORMAT_NAMES, invalid, joinWithOr, notFound } from '@/lib/kernel'

export const dynamic = 'force-dynamic'

interface ExportContext {
  readonly params: Promise<{ id: string }>
}

/**
 * Sends a run's items as a file: `?team=`, `format` and the page's view: `text`, `only`, `sort`. It is written while
 * it is read, so a run of any size is whole; if it fails, it breaks off without an end.
 */
export function GET(request: NextRequest, { params }: ExportContext): Promise<Response> {
  return runRoute(async () => {
    const { team = '', ...query } = Object.fromEntries(request.nextUrl.searchParams)
    const ctx = await teamContext(team)
    const input = exportInput.safeParse({ ...query, runId: (await params).id })
    if (input.error?.issues.some(({ path }) => path[0] === 'runId')) throw notFound('The run')
    if (!input.success) throw invalid(`Name the format: format=${joinWithOr(EXPORT_FORMAT_NAMES)}.`)
    const { data } = input
    return fileAnswer(fileTakerOf(ctx, request), () => exportRun(ctx, data))
  })
}

export { rejectHead as HEAD } from '@/app/_server'
