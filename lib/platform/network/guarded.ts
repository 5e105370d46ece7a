import { isIP } from 'node:net'
import { type ResolveOptions, resolveHost } from './resolve-host'

interface Destination {
  readonly hostname: string
  readonly servername?: string | undefined
}

type Connector<At extends Destination, Callback> = (target: At, callback: Callback) => void

/**
 * Wraps a connector so that it looks a host up at connect time, and connects only to a checked address: a name that
 * changes between check and connection leads nowhere else.
 */
export function guarded<At extends Destination, Callback extends (error: Error, socket: null) => void>(
  connect: Connector<At, Callback>,
  options: ResolveOptions,
): Connector<At, Callback> {
  return (target, callback) => {
    resolveHost(target.hostname, options).then(
      ([address]) => {
        if (address === undefined) return callback(new Error('The host has no address.'), null)
        const isName = isIP(target.hostname.replace(/^\[|\]$/g, '')) === 0
        connect({ ...target, hostname: address, ...(isName && { servername: target.hostname }) }, callback)
      },
      (error: unknown) => callback(error instanceof Error ? error : new Error(String(error)), null),
    )
  }
}
