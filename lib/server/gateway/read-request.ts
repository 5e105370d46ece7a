import { timingSafeEqual } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import type { GatewayRequest } from '@/lib/gateway'
import type { FindSource } from './source'

/** By these the web process's door says who it is, and for whom it asks; see lib/server/cli/door-gateway.mjs. */
const PASS_HEADER = 'x-purser-pass'
const SOURCE_HEADER = 'x-purser-source'
const BODY_HEADER = 'x-purser-body'

const PREFIX = /^\/gateway(?=\/)/

/** Whether a body follows the head of a request. */
export const hasBody = ({ headers }: IncomingMessage): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0

/** Path and query below the gateway. */
export const targetOf = ({ url = '' }: IncomingMessage): string => url.replace(PREFIX, '')

/** Reads a request as the gateway takes it. Where the web process passed it on, that says where it came from. */
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
