import { lookup } from 'node:dns/promises'
import { isIP } from 'node:net'
import { isPublicAddress } from './public-address'

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
export class AddressRefused extends Error {}

/**
 * Returns the usable addresses of a host, looked up once: connect to these, not to the name. Throws `AddressRefused`
 * if one of them is not on the public internet, unless `allowPrivate`.
 */
export async function resolveHost(
  host: string,
  { allowPrivate, resolve = resolveByDns }: ResolveOptions,
): Promise<readonly string[]> {
  const bare = host.replace(/^\[|\]$/g, '')
  const addresses = isIP(bare) === 0 ? await resolve(bare) : [bare]
  if (!allowPrivate && !addresses.every(isPublicAddress))
    throw new AddressRefused(
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
    (error: unknown) => (error instanceof AddressRefused ? error.message : null),
  )
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<null>((resolve) => {
    timer = setTimeout(resolve, PATIENCE_MS, null)
  })
  return Promise.race([looked, late]).finally(() => clearTimeout(timer))
}
