import type { IncomingHttpHeaders, ServerResponse } from 'node:http'

/** Messages to visitors who may not pass, by status. */
const MESSAGES = {
  400: 'This address cannot be read.',
  403: 'This was sent from a page of another address.',
  405: 'This method is not allowed.',
} as const

export type DoorRefusal = keyof typeof MESSAGES

/** The parts of a request by which it is refused. */
export interface RefusableRequest {
  readonly method?: string | undefined
  readonly url?: string | undefined
  readonly headers: IncomingHttpHeaders
}

/**
 * Returns a status if a request must not pass, because Next would answer it with its own error, or because a page of
 * another origin sent it; null if it may.
 */
export function findBadRequestStatus({ method, url, headers }: RefusableRequest): DoorRefusal | null {
  if (method === 'TRACE' || method === 'TRACK') return 405
  // Next redirects a request whose target is a whole address to that address, and fails at `*`.
  if (!url?.startsWith('/')) return 400
  const { origin, 'next-router-state-tree': state } = headers
  if (origin !== undefined && origin !== 'null' && !URL.canParse(origin)) return 400
  if (method !== 'GET' && method !== 'HEAD' && isForeign(headers)) return 403
  if (method === 'POST' && !url.startsWith('/api/') && !isActionOrForm(headers)) return 400
  return isEncoded(url) && (state === undefined || isRouterState(String(state))) ? null : 400
}

/** Answers with a refusal. */
export function sendRefusal(response: ServerResponse, refusal: DoorRefusal): void {
  response.writeHead(refusal, {
    'content-type': 'text/plain; charset=utf-8',
    'x-content-type-options': 'nosniff',
    'cache-control': 'no-store',
    connection: 'close',
    ...(refusal === 405 ? { allow: 'GET, HEAD, POST' } : {}),
  })
  response.end(`${MESSAGES[refusal]}\n`)
}

/**
 * Returns whether a page of another origin sent the request. A browser always names its origin. Next would compare the
 * same and answer 500.
 */
function isForeign({ origin, host, 'x-forwarded-host': forwarded }: IncomingHttpHeaders): boolean {
  if (origin === undefined) return false
  const own = forwarded === undefined ? host : String(forwarded).split(',', 1)[0]?.trim()
  return origin === 'null' || new URL(origin).host !== own?.toLowerCase()
}

/**
 * Returns whether a post to a page can be an action or a plain form. Next answers 500 for an action as a plain form,
 * and for multipart forms that it cannot read; only the script of an action sends a multipart form.
 */
function isActionOrForm({ 'next-action': action, 'content-type': type = '' }: IncomingHttpHeaders): boolean {
  return action === undefined
    ? !/^multipart\//i.test(type)
    : !/^application\/x-www-form-urlencoded/i.test(type)
}

/** Returns whether an address can be decoded. No text has the null character, at which PostgreSQL fails. */
function isEncoded(url: string): boolean {
  try {
    decodeURIComponent(url.split('?', 1)[0] ?? '')
    return !url.includes('%00')
  } catch {
    return false
  }
}

/** Returns whether a text is Next's tree of segments: [name, { slot: tree }, …]. */
function isRouterState(text: string): boolean {
  try {
    return text.length <= 40_000 && isTree(JSON.parse(decodeURIComponent(text)))
  } catch {
    return false
  }
}

function isTree(tree: unknown): boolean {
  if (!Array.isArray(tree)) return false
  const [segment, slots]: unknown[] = tree
  const isSegment = typeof segment === 'string' || (Array.isArray(segment) && segment.length >= 3)
  const isMap = typeof slots === 'object' && slots !== null && !Array.isArray(slots)
  return isSegment && isMap && Object.values(slots).every(isTree)
}
