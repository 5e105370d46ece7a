import { BlockList, isIP, isIPv4 } from 'node:net'

/**
 * Finds where a request comes from: behind trusted proxies, the nearest address that does not belong to any of them.
 */
export type FindSource = (peer: string | undefined, forwardedFor: string | undefined) => string

/**
 * Creates the finder for the trusted proxies of the settings, which were checked before. For the web process's see
 * lib/server/cli/door.mjs.
 */
export function createFindSource(trustedProxies: string | undefined): FindSource {
  const trusted = new BlockList()
  for (const range of (trustedProxies ?? '').split(',').filter(Boolean)) {
    const [address = '', bits] = range.trim().split('/')
    const family = isIPv4(address) ? 'ipv4' : 'ipv6'
    trusted.addSubnet(address, Number(bits ?? (family === 'ipv4' ? 32 : 128)), family)
  }
  const trusts = (address: string) =>
    isIP(address) > 0 && trusted.check(address, isIPv4(address) ? 'ipv4' : 'ipv6')
  return (peer, forwardedFor) => {
    let source = plain(peer ?? '') ?? 'unknown'
    for (const hop of (forwardedFor ?? '').split(',').reverse()) {
      const before = trusts(source) ? plain(hop.trim()) : null
      if (before === null) break
      source = before
    }
    return source
  }
}

/** Returns an address without port, brackets, zone and IPv4's prefix on a dual-stack socket; null for other texts. */
function plain(text: string): string | null {
  const bare = /^\[(.+)\](?::\d+)?$/.exec(text)?.[1] ?? /^([\d.]+):\d+$/.exec(text)?.[1] ?? text
  const address = bare.replace(/%.*$/, '').replace(/^::ffff:(?=[\d.]+$)/i, '')
  return isIP(address) ? address.toLowerCase() : null
}
