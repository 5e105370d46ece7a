import { stringify } from 'lossless-json'
import { type Nano, nanoToText } from '@/lib/kernel'

/** A complete HTTP answer; the body is JSON text. */
export interface HttpAnswer {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
  /** True if the service refused the request: some say so with status 200. */
  readonly isRefusal?: boolean
}

/** Answers with any value. */
export const answerWithJson = (value: unknown, status = 200): HttpAnswer => ({
  status,
  headers: {},
  body: JSON.stringify(value),
})

/** Writes JSON with every digit of its large numbers. */
export function stringifyExactly(value: unknown): string {
  const text = stringify(value)
  if (text === undefined) throw new Error('There is nothing to write.')
  return text
}

/**
 * Writes the key info object. The balance is written digit by digit, because floating point would not keep it exact.
 */
export const keyInfoAnswer = (prefix: string, balanceNano: Nano, rate: number): HttpAnswer => ({
  status: 200,
  headers: {},
  body: `{"key_prefix":${JSON.stringify(prefix)},"balance":${nanoToText(balanceNano)},"rate_limit_qps":${rate}}`,
})

const CODES = {
  400: 'bad_request',
  401: 'unauthorized',
  402: 'payment_required',
  404: 'not_found',
  405: 'method_not_allowed',
  413: 'too_large',
  429: 'rate_limited',
  500: 'internal_error',
} as const

interface Also {
  /** Allowed methods, with 405. */
  readonly allow?: string
  /** Milliseconds until a retry, with 429. */
  readonly retryAfterMs?: number
}

/** Thrown when a request cannot be answered; becomes the error answer. */
export class RefusalError extends Error {
  readonly code: string
  readonly allow: string | undefined
  readonly retryAfterMs: number | undefined

  constructor(
    readonly status: keyof typeof CODES,
    message: string,
    also: Also = {},
  ) {
    super(message)
    this.code = CODES[status]
    this.allow = also.allow
    this.retryAfterMs = also.retryAfterMs
  }
}

/** Writes a refusal as JSON, `{error, message}`, with whole seconds to retry after. */
export const refusalAnswer = ({ status, code, message, allow, retryAfterMs }: RefusalError): HttpAnswer => ({
  ...answerWithJson({ error: code, message }, status),
  headers: {
    ...(allow !== undefined && { allow }),
    ...(retryAfterMs !== undefined && { 'retry-after': String(Math.max(1, Math.ceil(retryAfterMs / 1000))) }),
  },
})

/** Converts any error to a refusal. An unexpected one is reported without details. */
export const toRefusal = (error: unknown): RefusalError =>
  error instanceof RefusalError ? error : new RefusalError(500, 'Something went wrong in the sandbox.')

/** Writes an error as an answer in JSON. */
export const errorAnswer = (error: unknown): HttpAnswer => refusalAnswer(toRefusal(error))
