import { timingSafeEqual } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import type { GatewayRequest } from '@/lib/gateway'
import type { FindSource } from './source'

/** Headers by which the web process's door identifies itself and its caller; see lib/server/cli/door-gateway.mjs. */
const PASS_HEADER = 'x-purser-pass'
const SOURCE_HEADER = 'x-purser-source'
const BODY_HEADER = 'x-purser-body'

const PREFIX = /^\/gateway(?=\/)/

/** Returns whether a request has a body. */
export const hasBody = ({ headers }: IncomingMessage): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0

/** Returns path and query below the gateway. */
export const targetOf = ({ url = '' }: IncomingMessage): string => url.replace(PREFIX, '')

/** Reads a request for the gateway. If the web process passed it on, the web process states its source. */
export function readRequest(
  request: IncomingMessage,
  gone: AbortSignal,
  { pass, findSource }: { readonly pass: string | null; readonly findSource: FindSource },
): GatewayRequest {
  const {
    [PASS_HEADER]: shown,
    [SOURCE_HEADER]: told,
    [BODY_HEADER]: keptBack,
    ...headers
  } = request.headersDistinct
  const isDoor = pass !== null && isSame(shown?.[0] ?? '', pass)
  const source = isDoor
    ? (told?.[0] ?? 'unknown')
    : findSource(request.socket.remoteAddress, headers['x-forwarded-for']?.join(','))
  return {
    ...{ method: request.method ?? '', target: targetOf(request), headers, source, gone },
    hasBody: hasBody(request) || (isDoor && keptBack !== undefined),
  }
}

function isSame(one: string, other: string): boolean {
  const [left, right] = [Buffer.from(one), Buffer.from(other)]
  return left.length === right.length && timingSafeEqual(left, right)
}
