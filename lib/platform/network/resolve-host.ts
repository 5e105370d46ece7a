import { lookup } from 'node:dns/promises'
import { BlockList, isIP, isIPv6 } from 'node:net'

/** Maximum time that a person who adds an address waits for a slow look-up; sending looks it up again. */
const PATIENCE_MS = 2000

/** Looks up the addresses of a host name. */
type Resolve = (host: string) => Promise<readonly string[]>

export interface ResolveOptions {
  /** True if addresses outside the public internet may be used too. */
  readonly allowPrivate: boolean
  readonly resolve?: Resolve
}

const resolveByDns: Resolve = async (host) =>
  (await lookup(host, { all: true })).map(({ address }) => address)

/** Thrown for a host that may not be called, with a sentence for the person who set the address up. */
export class AddressRefusedError extends Error {}

/**
 * Returns the usable addresses of a host, looked up once: connect to these, not to the name. Throws `AddressRefusedError`
 * if one of them is not on the public internet, unless `allowPrivate`.
 */
export async function resolveHost(
  host: string,
  { allowPrivate, resolve = resolveByDns }: ResolveOptions,
): Promise<readonly string[]> {
  const bare = host.replace(/^\[|\]$/g, '')
  const addresses = isIP(bare) === 0 ? await resolve(bare) : [bare]
  if (!allowPrivate && !addresses.every(isPublicAddress))
    throw new AddressRefusedError(
      `${host} is not on the public internet. If you want that, start Purser with PURSER_ALLOW_PRIVATE_ADDRESSES=true.`,
    )
  return addresses
}

/**
 * Returns why nothing would be sent to an address, as far as that can be told in advance: it is not public. Null if it
 * may be.
 */
export async function addressProblem(url: URL, options: ResolveOptions): Promise<string | null> {
  const looked = resolveHost(url.hostname, options).then(
    () => null,
    (error: unknown) => (error instanceof AddressRefusedError ? error.message : null),
  )
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<null>((resolve) => {
    timer = setTimeout(resolve, PATIENCE_MS, null)
  })
  return Promise.race([looked, late]).finally(() => clearTimeout(timer))
}

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

interface Destination {
  readonly hostname: string
  readonly servername?: string | undefined
}

type Connector<At extends Destination, Callback> = (target: At, callback: Callback) => void

/**
 * Wraps a connector so that it looks a host up at connect time, and connects only to a checked address: a name that
 * changes between check and connection leads nowhere else.
 */
export function guardConnector<At extends Destination, Callback extends (error: Error, socket: null) => void>(
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
