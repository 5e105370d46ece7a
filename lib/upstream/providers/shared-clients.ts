import { AppError, type Clock } from '@/lib/kernel'
import { createUpstream, type PageReader, type Provider, type Upstream } from '@/lib/upstream/client'

/** A service as it is called. */
export interface Called {
  readonly provider: Provider
  readonly baseUrl: string
  /** Name of the service; the same after a restart. */
  readonly name: string
  /** Identity of the service, whatever its address. */
  readonly id: string
  /** True if an admin of a team typed the address: only the public internet may be called there. */
  readonly isTyped: boolean
}

/** The service as a team uses it. Teams with the same service and provider share its connections. */
export interface TeamUpstream extends Omit<Upstream, 'close'>, Called {}

interface SharedClient {
  readonly client: Upstream
  underWay: number
  holders: number
}

/** Clients by service and provider. A client is closed once nobody holds it and its last call has ended. */
export interface SharedClients {
  at(called: Called): TeamUpstream
  hold(called: Called): void
  release(called: Called): void
  close(): Promise<void>
}

interface SharedParts {
  readonly clock: Clock
  readonly reader?: PageReader | undefined
  /** True if a typed address may lie outside the public internet. */
  readonly allowPrivate: boolean
}

export function createSharedClients({ clock, reader, allowPrivate }: SharedParts): SharedClients {
  const clients = new Map<string, SharedClient>()
  const closings = new Set<Promise<void>>()
  let isClosed = false
  const keys = new WeakMap<Provider, string>()
  const keyOf = ({ provider, baseUrl, isTyped }: Called): string => {
    const json = keys.get(provider) ?? JSON.stringify(provider)
    keys.set(provider, json)
    return `${baseUrl} ${isTyped} ${json}`
  }

  function open(called: Called): SharedClient {
    if (isClosed) throw new AppError('unavailable', 'Purser is stopping. Try again in a moment.')
    const key = keyOf(called)
    const known = clients.get(key)
    if (known) return known
    const { baseUrl, provider, isTyped } = called
    const client = createUpstream({
      baseUrl,
      provider,
      clock,
      reader,
      isPublicOnly: isTyped && !allowPrivate,
    })
    const made = { client, underWay: 0, holders: 0 }
    clients.set(key, made)
    return made
  }

  function closeUnused(called: Called): void {
    const shared = clients.get(keyOf(called))
    if (!shared || shared.holders > 0 || shared.underWay > 0) return
    clients.delete(keyOf(called))
    const closing = shared.client.close().finally(() => closings.delete(closing))
    closings.add(closing)
  }

  async function call<T>(called: Called, work: (client: Upstream) => Promise<T>): Promise<T> {
    const shared = open(called)
    shared.underWay++
    try {
      return await work(shared.client)
    } finally {
      shared.underWay--
      closeUnused(called)
    }
  }

  return {
    // A caller that waits for a slot may hold this for minutes, so it keeps working after its provider was replaced.
    at: (called) => ({
      provider: called.provider,
      baseUrl: called.baseUrl,
      name: called.name,
      id: called.id,
      isTyped: called.isTyped,
      readKeyInfo: (key, options) => call(called, (client) => client.readKeyInfo(key, options)),
      fetchPage: (key, request, options) => call(called, (client) => client.fetchPage(key, request, options)),
      fetchPageToStore: (key, request, options) =>
        call(called, (client) => client.fetchPageToStore(key, request, options)),
      lookUpUser: (key, handle, options) => call(called, (client) => client.lookUpUser(key, handle, options)),
      relayPage: (key, request, options) => call(called, (client) => client.relayPage(key, request, options)),
      relayFurther: (key, request, options) =>
        call(called, (client) => client.relayFurther(key, request, options)),
      inspectKeyInfo: (key, options) => call(called, (client) => client.inspectKeyInfo(key, options)),
      inspectPage: (key, request, options) =>
        call(called, (client) => client.inspectPage(key, request, options)),
    }),
    hold(called) {
      open(called).holders++
    },
    release(called) {
      const shared = clients.get(keyOf(called))
      if (shared) shared.holders--
      closeUnused(called)
    },
    async close() {
      isClosed = true
      await Promise.all([...closings, ...[...clients.values()].map(({ client }) => client.close())])
    },
  }
}
