import { isIPv6 } from 'node:net'
import type { Env } from './env'

/** Addresses that mean all addresses of the machine. */
const ALL = /^(0\.0\.0\.0|::)$/

/**
 * Returns where services reach the gateway's own port: as the settings say, or else at the address on which it
 * listens; if that is all of them, at the name by which this machine was reached. Null if it has no port of its own.
 */
export function ownGatewayUrl(
  { GATEWAY_URL, GATEWAY_PORT, GATEWAY_HOST, HOST }: GatewaySettings,
  reachedAs: string,
): string | null {
  if (GATEWAY_URL !== undefined) return GATEWAY_URL
  if (GATEWAY_PORT === undefined) return null
  const host = GATEWAY_HOST ?? HOST
  const name = ALL.test(host) ? reachedAs : isIPv6(host) ? `[${host}]` : host
  return `http://${name}:${GATEWAY_PORT}`
}

export type GatewaySettings = Pick<Env, 'GATEWAY_URL' | 'GATEWAY_PORT' | 'GATEWAY_HOST' | 'HOST'>
