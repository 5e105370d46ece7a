import { type Micro, microToText } from '@/lib/kernel'

/** A complete HTTP answer; the body is JSON text. */
export interface Answer {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

/** Any value as an answer. */
export const answerWith = (value: unknown, status = 200): Answer => ({
  status,
  headers: {},
  body: JSON.stringify(value),
})

/** The key info object. The balance is written digit by digit: floating point would not keep it exact. */
export const keyInfoAnswer = (prefix: string, balanceMicro: Micro, rate: number): Answer => ({
  status: 200,
  headers: {},
  body: `{"key_prefix":${JSON.stringify(prefix)},"balance":${microToText(balanceMicro)},"rate_limit_qps":${rate}}`,
})

/** A page; `next_cursor` is there only when more items exist. */
export const pageAnswer = (array: string, items: readonly unknown[], nextCursor: string | null): Answer =>
  answerWith(nextCursor === null ? { [array]: items } : { [array]: items, next_cursor: nextCursor })

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

/** Thrown where a request cannot be answered as asked; becomes the error answer. */
export class Refusal extends Error {
  constructor(
    readonly status: keyof typeof CODES,
    message: string,
    readonly headers: Readonly<Record<string, string>> = {},
  ) {
    super(message)
  }
}

/** An error as an answer: `{error, message}`. Anything unforeseen tells nothing but that it happened. */
export function errorAnswer(error: unknown): Answer {
  const { status, message, headers } =
    error instanceof Refusal ? error : new Refusal(500, 'Something went wrong in the sandbox.')
  return { ...answerWith({ error: CODES[status], message }, status), headers }
}
