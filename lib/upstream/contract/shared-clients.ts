import { AppError, type Clock } from '@/lib/kernel'
import { type Contract, createUpstream, type PageReader, type Upstream } from '@/lib/upstream/client'

/** The upstream as a team uses it; teams with the same contract share its connections. */
export interface TeamUpstream extends Omit<Upstream, 'close'> {
  /** Names the upstream; the same after a restart. */
  readonly name: string
}

interface SharedClient {
  readonly client: Upstream
  underWay: number
  holders: number
}

/** Clients by contract. A client is closed when nobody holds it and its last call has ended. */
export interface SharedClients {
  at(contract: Contract): TeamUpstream
  hold(contract: Contract): void
  release(contract: Contract): void
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
  const keyOf = (contract: Contract): string => JSON.stringify(contract)

  function open(contract: Contract): SharedClient {
    if (isClosed) throw new AppError('unavailable', 'Purser is stopping. Try again in a moment.')
    const key = keyOf(contract)
    const known = clients.get(key)
    if (known) return known
    const made = { client: createUpstream({ baseUrl, contract, clock, reader }), underWay: 0, holders: 0 }
    clients.set(key, made)
    return made
  }

  function closeUnused(contract: Contract): void {
    const shared = clients.get(keyOf(contract))
    if (!shared || shared.holders > 0 || shared.underWay > 0) return
    clients.delete(keyOf(contract))
    const closing = shared.client.close().finally(() => closings.delete(closing))
    closings.add(closing)
  }

  async function call<T>(contract: Contract, work: (client: Upstream) => Promise<T>): Promise<T> {
    const shared = open(contract)
    shared.underWay++
    try {
      return await work(shared.client)
    } finally {
      shared.underWay--
      closeUnused(contract)
    }
  }

  return {
    // A caller that waits for a slot may hold this for minutes, so it works after its contract was replaced, too.
    at: (contract) => ({
      baseUrl,
      name,
      contract,
      readKeyInfo: (key, options) => call(contract, (client) => client.readKeyInfo(key, options)),
      fetchPage: (key, request, options) =>
        call(contract, (client) => client.fetchPage(key, request, options)),
      fetchPageToStore: (key, request, options) =>
        call(contract, (client) => client.fetchPageToStore(key, request, options)),
      relayPage: (key, request, options) =>
        call(contract, (client) => client.relayPage(key, request, options)),
      inspectKeyInfo: (key, options) => call(contract, (client) => client.inspectKeyInfo(key, options)),
      inspectPage: (key, request, options) =>
        call(contract, (client) => client.inspectPage(key, request, options)),
    }),
    hold(contract) {
      open(contract).holders++
    },
    release(contract) {
      const shared = clients.get(keyOf(contract))
      if (shared) shared.holders--
      closeUnused(contract)
    },
    async close() {
      isClosed = true
      await Promise.all([...closings, ...[...clients.values()].map(({ client }) => client.close())])
    },
  }
}
