import { timingSafeEqual } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import type { GatewayRequest } from '@/lib/gateway'
import { DOOR_HEADERS, hasBody, type SourceFinder } from '@/lib/server/front'

const PREFIX = /^\/gateway(?=\/)/

/** Returns path and query below the gateway. */
export const targetOf = ({ url = '' }: IncomingMessage): string => url.replace(PREFIX, '')

/** Reads a request for the gateway. If the web process passed it on, the web process states its source. */
export function readRequest(
  request: IncomingMessage,
  gone: AbortSignal,
  { pass, sources }: { readonly pass: string | null; readonly sources: SourceFinder },
): GatewayRequest {
  const {
    [DOOR_HEADERS.pass]: shown,
    [DOOR_HEADERS.source]: told,
    [DOOR_HEADERS.body]: keptBack,
    ...headers
  } = request.headersDistinct
  const isDoor = pass !== null && isSame(shown?.[0] ?? '', pass)
  const source = isDoor
    ? (told?.[0] ?? 'unknown')
    : sources.find(request.socket.remoteAddress, headers['x-forwarded-for']?.join(','))
  return {
    ...{ method: request.method ?? '', target: targetOf(request), headers, source, gone },
    hasBody: hasBody(request) || (isDoor && keptBack !== undefined),
  }
}

function isSame(one: string, other: string): boolean {
  const [left, right] = [Buffer.from(one), Buffer.from(other)]
  return left.length === right.length && timingSafeEqual(left, right)
}
