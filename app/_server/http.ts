import 'server-only'
import { AppError, type ErrorCode, newId } from '@/lib/kernel'
import { isStorageFailure, STORAGE_FAILURE_MESSAGE } from '@/lib/platform/db'
import { currentRequest } from '@/lib/platform/process'
import { currentRuntime } from '@/lib/server/runtime'

const STATUS: Readonly<Record<ErrorCode, number>> = {
  invalid: 400,
  unauthenticated: 401,
  forbidden: 403,
  not_found: 404,
  conflict: 409,
  rate_limited: 429,
  upstream: 502,
  unavailable: 503,
}

/**
 * Runs a route, or converts its error to HTTP: a known one by its code, database trouble as 503, an unknown one as
 * 500, the last two with a request id.
 */
export async function runRoute(answer: () => Promise<Response>): Promise<Response> {
  try {
    return await answer()
  } catch (error) {
    if (error instanceof AppError) {
      return Response.json({ error: error.code, message: error.message }, { status: STATUS[error.code] })
    }
    const requestId = currentRequest().requestId ?? newId()
    currentRuntime().log.error({ err: error, requestId }, 'route failed')
    if (isStorageFailure(error))
      return Response.json(
        { error: 'unavailable', message: STORAGE_FAILURE_MESSAGE, requestId },
        { status: STATUS.unavailable },
      )
    const message = 'Something went wrong on the server. Nothing was lost; try again.'
    return Response.json({ error: 'unexpected', message, requestId }, { status: 500 })
  }
}

/**
 * Answers HEAD on a route that only takes GET. Otherwise Next would run GET: write a file or open a stream that nobody
 * reads, or count in vain.
 */
export const rejectHead = (): Response => new Response(null, { status: 405, headers: { allow: 'GET' } })
