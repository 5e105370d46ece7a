import { AppError, type Clock, cacheTeamUnit } from '@/lib/kernel'
import { createCache } from '@/lib/platform/cache'
import type { TeamCtx } from '@/lib/platform/db'
import { createUpstream, type PageReader, type Provider, type Upstream } from '@/lib/upstream/client'
import { type DeploymentServices, NO_SERVICE_CHOICE, resolveService, type TeamService } from './services'
import { type StoredServiceChoice, selectServiceChoice } from './store'

type TeamRef = Pick<TeamCtx, 'db'> & { readonly team: Pick<TeamCtx['team'], 'id'> }

/** The clients of all services, for each team by its own provider. One per process. */
export interface Upstreams extends DeploymentServices {
  /**
   * Returns the team's client by its stored choice, whichever process changed it. Throws `unavailable` if the stored
   * fields no longer fit or its service no longer exists.
   */
  for(ctx: TeamRef): Promise<TeamUpstream>
  /**
   * Returns a client of the team's service by a provider that is only being tried; without a team, of the deployment's
   * service.
   */
  at(provider: Provider, place?: Omit<CallableService, 'provider'>): TeamUpstream
  /** Waits for the calls in flight, then closes the connections. */
  close(): Promise<void>
}

export interface UpstreamsOptions {
  readonly baseUrl: string
  /** Name of the service if its address differs after each start; the address by default. */
  readonly name?: string | undefined
  /** Identity of the service, whatever its address. */
  readonly id?: string | undefined
  readonly clock: Clock
  /** The deployment's provider. */
  readonly provider: Provider
  /** The same provider without what is known of the built-in sandbox; the same by default. */
  readonly fromFile?: Provider
  readonly ready?: DeploymentServices['ready']
  readonly fixedBaseUrl?: string | null
  readonly sandbox?: DeploymentServices['sandbox']
  /** True if an address that a team's admin typed may be outside the public internet. */
  readonly allowPrivate?: boolean
  /** Reads pages for runs in the background. The caller that created it closes it. */
  readonly reader?: PageReader
}

/**
 * Maximum number of teams whose provider is cached. Beyond it, the least recently calling team's provider is read
 * again.
 */
const MAX_TEAMS = 2000

/** Creates the clients of all teams. Throws `invalid` if the base address cannot be used. */
export function createUpstreams({
  baseUrl,
  name = baseUrl,
  id = DEPLOYMENT,
  clock,
  provider: deployment,
  fromFile = deployment,
  ready = {},
  fixedBaseUrl = null,
  sandbox = null,
  allowPrivate = false,
  reader,
}: UpstreamsOptions): Upstreams {
  const services: DeploymentServices = {
    baseUrl,
    name,
    id,
    deployment,
    fromFile,
    ready,
    fixedBaseUrl,
    sandbox,
    allowPrivate,
  }
  const clients = createSharedClients({ clock, reader, allowPrivate })
  const own: CallableService = { provider: deployment, baseUrl, name, id, isTyped: false }
  // Never released, because most teams override nothing. This also checks the base address immediately.
  clients.hold(own)
  const teams = createCache<{ readonly stored: string; readonly upstream: TeamUpstream }>({
    max: MAX_TEAMS,
    onGone: ({ upstream }) => clients.release(upstream),
  })

  return {
    ...services,
    async for({ db, team }) {
      const row = await selectServiceChoice(db, team.id)
      const stored = row === null ? '' : JSON.stringify([row.provider, row.isSandbox, row.overrides])
      const before = teams.get(team.id)
      if (before?.stored === stored) return before.upstream
      const service = row === null ? own : readStoredChoice(services, row)
      const upstream = clients.at(service)
      clients.hold(service)
      teams.set(team.id, { stored, upstream })
      cacheTeamUnit(team.id, service.provider.balanceUnit)
      return upstream
    },
    at: (provider, place = own) => clients.at({ ...own, ...placeIn(place), provider }),
    close: () => clients.close(),
  }
}

/** Identity of the deployment's service if no ready provider names it. */
const DEPLOYMENT = 'deployment'

const placeIn = ({ baseUrl, name, id, isTyped }: Omit<CallableService, 'provider'>) => ({
  baseUrl,
  name,
  id,
  isTyped,
})

/**
 * Reads a stored choice. Throws `unavailable` if its fields do not fit this version of Purser or this deployment's
 * provider.
 */
export function readStoredChoice(services: DeploymentServices, row: StoredServiceChoice | null): TeamService {
  if (row === null) return resolveService(services, NO_SERVICE_CHOICE, {})
  try {
    return resolveService(services, row, JSON.parse(row.overrides))
  } catch (cause) {
    if (cause instanceof AppError && cause.code === 'unavailable') throw cause
    const why = cause instanceof AppError ? cause.message : 'It is not JSON.'
    const message = `The provider that this team has saved cannot be used any more. ${why} An admin can change or reset it under Settings, Provider.`
    throw new AppError('unavailable', message, {}, { cause })
  }
}

/** A service as it is called. */
export interface CallableService {
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
export interface TeamUpstream extends Omit<Upstream, 'close'>, CallableService {}

interface SharedClient {
  readonly client: Upstream
  underWay: number
  holders: number
}

/** Clients by service and provider. A client is closed once nobody holds it and its last call has ended. */
export interface SharedClients {
  at(called: CallableService): TeamUpstream
  hold(called: CallableService): void
  release(called: CallableService): void
  close(): Promise<void>
}

interface SharedParts {
  readonly clock: Clock
  readonly reader?: PageReader | undefined
  /** True if a typed address may be outside the public internet. */
  readonly allowPrivate: boolean
}

export function createSharedClients({ clock, reader, allowPrivate }: SharedParts): SharedClients {
  const clients = new Map<string, SharedClient>()
  const closings = new Set<Promise<void>>()
  let isClosed = false
  const keys = new WeakMap<Provider, string>()
  const keyOf = ({ provider, baseUrl, isTyped }: CallableService): string => {
    const json = keys.get(provider) ?? JSON.stringify(provider)
    keys.set(provider, json)
    return `${baseUrl} ${isTyped} ${json}`
  }

  function open(called: CallableService): SharedClient {
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

  function closeUnused(called: CallableService): void {
    const shared = clients.get(keyOf(called))
    if (!shared || shared.holders > 0 || shared.underWay > 0) return
    clients.delete(keyOf(called))
    const closing = shared.client.close().finally(() => closings.delete(closing))
    closings.add(closing)
  }

  async function call<T>(called: CallableService, work: (client: Upstream) => Promise<T>): Promise<T> {
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
