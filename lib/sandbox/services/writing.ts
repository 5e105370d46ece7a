import { digitByDigit, type HttpAnswer } from '../answers'
import type { PageRead } from '../pages'
import { isTweet } from '../presets/preset'
import type { ListShape, PageFacts, RefusalKind, RefusalShape, ServiceShape } from './service'

type BodyFields = Readonly<Record<string, unknown>>
type RateHeaders = Readonly<Record<string, string>>

/** Thrown when a service cannot answer a request; the service's shape decides how it is worded. */
export class ServiceRefusal extends Error {
  constructor(
    readonly kind: RefusalKind,
    /** The faulty parameter, and its value. */
    readonly parameter = '',
    readonly value = '',
    readonly waitMs: number | null = null,
  ) {
    super(kind)
  }
}

export const writeAnswer = (body: object, headers: RateHeaders): HttpAnswer => ({
  status: 200,
  headers,
  body: digitByDigit(body),
})

/** Writes the body of a page, by a service's shape. */
export function writePage(
  { tweet, user }: ServiceShape,
  { cursor, items: place, leavesOutNothing, beside }: ListShape,
  page: PageRead,
  facts: PageFacts,
): object {
  const { parameters } = facts
  const items = page.items.map((item) => (isTweet(item) ? tweet(item, parameters) : user(item, parameters)))
  let body: BodyFields = { ...beside?.(facts) }
  if (items.length > 0 || !leavesOutNothing) body = withField(body, place, items)
  if (cursor.more !== undefined) body = withField(body, cursor.more, page.nextCursor !== null)
  const { ofNothing = cursor.atEnd } = cursor
  const atEnd = items.length > 0 ? cursor.atEnd : ofNothing
  if (page.nextCursor !== null) return withField(body, cursor.read, page.nextCursor)
  if (atEnd === 'absent') return body
  return withField(body, cursor.read, atEnd === 'kept' ? page.cursorPastEnd() : atEnd)
}

/** Returns the same fields with one more, or with another value, at a dotted path. */
export function withField(fields: BodyFields, path: string, value: unknown): BodyFields {
  const [name = '', ...rest] = path.split('.')
  if (rest.length === 0) return { ...fields, [name]: value }
  const inside = fields[name]
  const known = typeof inside === 'object' && inside !== null ? { ...inside } : {}
  return { ...fields, [name]: withField(known, rest.join('.'), value) }
}

/** Refusals for which no service needs its own words. */
const COMMON = {
  unknownPath: { status: 404, says: 'Not Found' },
  otherMethod: { status: 405, says: 'Method Not Allowed' },
  balanceHidden: { status: 404, says: 'Not Found' },
  broken: { status: 500, says: 'Internal Server Error' },
} as const satisfies Partial<Record<RefusalKind, RefusalShape>>

/** Writes an error as the service does; an unexpected one without details. */
export function refusalAnswer(shape: ServiceShape, error: unknown, rate: RateHeaders): HttpAnswer {
  const { kind, parameter, value, waitMs } =
    error instanceof ServiceRefusal ? error : new ServiceRefusal('broken')
  const { status, says } = { ...COMMON, ...shape.refusals }[kind]
  const waitSeconds = waitMs === null ? 0 : Math.max(1, Math.ceil(waitMs / 1000))
  const message = says.replace('{parameter}', () => parameter).replace('{value}', () => value)
  const body = shape.refusal({ kind, status, message, waitSeconds, parameter, value })
  return {
    status,
    headers: {
      ...rate,
      ...(waitMs !== null && shape.hasRetryAfter && { 'retry-after': String(waitSeconds) }),
      ...(kind === 'otherMethod' && { allow: 'GET' }),
      ...(body === null && { 'content-type': 'text/plain; charset=utf-8' }),
    },
    body: body === null ? '' : digitByDigit(body),
    isRefusal: true,
  }
}
