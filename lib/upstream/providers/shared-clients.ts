import { AppError, type Clock } from '@/lib/kernel'
import { createUpstream, type PageReader, type Provider, type Upstream } from '@/lib/upstream/client'

/** The upstream as a team uses it; teams with the same provider share its connections. */
export interface TeamUpstream extends Omit<Upstream, 'close'> {
  /** Names the upstream; the same after a restart. */
  readonly name: string
}

interface SharedClient {
  readonly client: Upstream
  underWay: number
  holders: number
}

/** Clients by provider. A client is closed when nobody holds it and its last call has ended. */
export interface SharedClients {
  at(provider: Provider): TeamUpstream
  hold(provider: Provider): void
  release(provider: Provider): void
  close(): Promise<void>
}

/** Where the clients call, and how that upstream is named. */
interface Where {
  readonly baseUrl: string
  readonly name: string
}

export function createSharedClients(
  { baseUrl, name }: Where,
  clock: Clock,
  reader?: PageReader,
): SharedClients {
  const clients = new Map<string, SharedClient>()
  const closings = new Set<Promise<void>>()
  let isClosed = false
  const keyOf = (provider: Provider): string => JSON.stringify(provider)

  function open(provider: Provider): SharedClient {
    if (isClosed) throw new AppError('unavailable', 'Purser is stopping. Try again in a moment.')
    const key = keyOf(provider)
    const known = clients.get(key)
    if (known) return known
    const made = { client: createUpstream({ baseUrl, provider, clock, reader }), underWay: 0, holders: 0 }
    clients.set(key, made)
    return made
  }

  function closeUnused(provider: Provider): void {
    const shared = clients.get(keyOf(provider))
    if (!shared || shared.holders > 0 || shared.underWay > 0) return
    clients.delete(keyOf(provider))
    const closing = shared.client.close().finally(() => closings.delete(closing))
    closings.add(closing)
  }

  async function call<T>(provider: Provider, work: (client: Upstream) => Promise<T>): Promise<T> {
    const shared = open(provider)
    shared.underWay++
    try {
      return await work(shared.client)
    } finally {
      shared.underWay--
      closeUnused(provider)
    }
  }

  return {
    // A caller that waits for a slot may hold this for minutes, so it works after its provider was replaced, too.
    at: (provider) => ({
      baseUrl,
      name,
      provider,
      readKeyInfo: (key, options) => call(provider, (client) => client.readKeyInfo(key, options)),
      fetchPage: (key, request, options) =>
        call(provider, (client) => client.fetchPage(key, request, options)),
      fetchPageToStore: (key, request, options) =>
        call(provider, (client) => client.fetchPageToStore(key, request, options)),
      relayPage: (key, request, options) =>
        call(provider, (client) => client.relayPage(key, request, options)),
      inspectKeyInfo: (key, options) => call(provider, (client) => client.inspectKeyInfo(key, options)),
      inspectPage: (key, request, options) =>
        call(provider, (client) => client.inspectPage(key, request, options)),
    }),
    hold(provider) {
      open(provider).holders++
    },
    release(provider) {
      const shared = clients.get(keyOf(provider))
      if (shared) shared.holders--
      closeUnused(provider)
    },
    async close() {
      isClosed = true
      await Promise.all([...closings, ...[...clients.values()].map(({ client }) => client.close())])
    },
  }
}
