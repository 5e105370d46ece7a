import { BlockList, isIP, isIPv6 } from 'node:net'

/**
 * Networks outside the public internet: this machine, local networks, tests, multicast (RFC 6890 and related ones).
 * Includes the one public-looking address at which a cloud (Azure) answers each of its machines as itself.
 */
const IPV4 = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['168.63.129.16', 32],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
] as const

/** Networks within 2000::/3, the IPv6 internet, that are not public. */
const IPV6 = [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
] as const

const notPublic = new BlockList()
for (const [network, prefix] of IPV4) notPublic.addSubnet(network, prefix, 'ipv4')
for (const [network, prefix] of IPV6) notPublic.addSubnet(network, prefix, 'ipv6')

const internet = new BlockList()
internet.addSubnet('2000::', 3, 'ipv6')

/**
 * Returns whether an IP address is on the public internet. Addresses that contain an IPv4 address (mapped, NAT64,
 * 6to4, Teredo) never count as public, because a public host has its own.
 */
export function isPublicAddress(address: string): boolean {
  const bare = address.replace(/%.*$/, '')
  if (isIP(bare) === 0) return false
  if (!isIPv6(bare)) return !notPublic.check(bare, 'ipv4')
  return internet.check(bare, 'ipv6') && !notPublic.check(bare, 'ipv6')
}
