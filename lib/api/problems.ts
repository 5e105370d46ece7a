import { AppError, type ErrorCode } from '@/lib/kernel'
import { STORAGE_FAILURE_MESSAGE } from '@/lib/platform/db'

/** The kind of an API problem: the codes of our errors, and a few more. */
export type ProblemCode = ErrorCode | 'method_not_allowed' | 'too_large' | 'not_json' | 'unexpected'

const STATUS: Readonly<Record<ProblemCode, readonly [status: number, title: string]>> = {
  invalid: [400, 'Bad Request'],
  unauthenticated: [401, 'Unauthorized'],
  forbidden: [403, 'Forbidden'],
  not_found: [404, 'Not Found'],
  method_not_allowed: [405, 'Method Not Allowed'],
  conflict: [409, 'Conflict'],
  too_large: [413, 'Content Too Large'],
  not_json: [415, 'Unsupported Media Type'],
  rate_limited: [429, 'Too Many Requests'],
  unexpected: [500, 'Internal Server Error'],
  upstream: [502, 'Bad Gateway'],
  unavailable: [503, 'Service Unavailable'],
}

/** A problem as it is answered (RFC 9457). */
export interface ApiProblem {
  readonly code: ProblemCode
  /** Says what happened and what to do. */
  readonly detail: string
  /** Faults by parameter or field. */
  readonly fields?: Readonly<Record<string, string>>
  readonly headers?: readonly (readonly [string, string])[]
}

/** Thrown for a problem that has no error code of ours. */
export class ApiProblemError extends Error {
  override readonly name = 'Refused'
  constructor(readonly problem: ApiProblem) {
    super(problem.detail)
  }
}

export const createProblemError = (
  code: ProblemCode,
  detail: string,
  more: Omit<ApiProblem, 'code' | 'detail'> = {},
): ApiProblemError => new ApiProblemError({ code, detail, ...more })

/** Returns the answer for an error; null for one that nobody expected. */
export function toApiProblem(error: unknown): ApiProblem | null {
  if (error instanceof ApiProblemError) return error.problem
  if (!(error instanceof AppError)) return null
  const { code, message, fields } = error
  return { code, detail: message, fields }
}

export const UNEXPECTED_PROBLEM: ApiProblem = {
  code: 'unexpected',
  detail:
    'Something went wrong on the server. Whether this was done is not known: look before you try again.',
}

/** The problem of storage trouble. A program retries by itself after 503, and alerts somebody after 500. */
export const STORAGE_PROBLEM: ApiProblem = {
  code: 'unavailable',
  detail: STORAGE_FAILURE_MESSAGE,
  headers: [['retry-after', '5']],
}

/** Writes a problem as an answer. */
export function problemAnswer(
  { code, detail, fields = {}, headers = [] }: ApiProblem,
  given: Headers,
): Response {
  const [status, title] = STATUS[code]
  const errors = Object.entries(fields).map(([name, problem]) => ({ name, problem }))
  const requestId = given.get('x-request-id')
  const body = {
    type: 'about:blank',
    title,
    status,
    detail,
    code,
    requestId,
    ...(errors.length > 0 && { errors }),
  }
  const all = new Headers([...given, ...headers.map(([name, value]): [string, string] => [name, value])])
  all.set('content-type', 'application/problem+json')
  return new Response(JSON.stringify(body), { status, headers: all })
}
