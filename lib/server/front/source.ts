import { BlockList, isIP, isIPv4 } from 'node:net'

/** Finds where requests come from. */
export interface SourceFinder {
  /** Returns whether an address belongs to a trusted proxy. */
  trusts(address: string): boolean
  /** Returns a request's source: behind trusted proxies, the nearest address that is none of theirs. */
  find(peer: string | undefined, forwardedFor: string | undefined): string
}

/** Creates the finder for the trusted proxies of the settings, which were checked before. */
export function createSourceFinder(trustedProxies: string | undefined): SourceFinder {
  const trusted = new BlockList()
  for (const range of (trustedProxies ?? '').split(',').filter(Boolean)) {
    const [address = '', bits] = range.trim().split('/')
    const family = isIPv4(address) ? 'ipv4' : 'ipv6'
    trusted.addSubnet(address, Number(bits ?? (family === 'ipv4' ? 32 : 128)), family)
  }
  const trusts = (address: string) =>
    isIP(address) > 0 && trusted.check(address, isIPv4(address) ? 'ipv4' : 'ipv6')
  return {
    trusts,
    find(peer, forwardedFor) {
      let source = normaliseAddress(peer) ?? 'unknown'
      for (const hop of (forwardedFor ?? '').split(',').reverse()) {
        const before = trusts(source) ? normaliseAddress(hop.trim()) : null
        if (before === null) break
        source = before
      }
      return source
    },
  }
}

/**
 * Returns an address without port, brackets, zone and the prefix of IPv4 on a dual-stack socket; null if it is not an
 * address.
 */
export function normaliseAddress(text = ''): string | null {
  const bare = /^\[(.+)\](?::\d+)?$/.exec(text)?.[1] ?? /^([\d.]+):\d+$/.exec(text)?.[1] ?? text
  const address = bare
    .replace(/%.*$/, '')
    .replace(/^::ffff:(?=[\d.]+$)/i, '')
    .replace(/^::ffff:([\da-f]{1,4}):([\da-f]{1,4})$/i, dotted)
  return isIP(address) ? address.toLowerCase() : null
}

function dotted(_: string, ...groups: string[]): string {
  const numbers = groups.slice(0, 2).map((group) => Number.parseInt(group, 16))
  return numbers.flatMap((number) => [number >> 8, number & 255]).join('.')
}
