import { AppError, type Clock, keepUnit } from '@/lib/kernel'
import { createCache } from '@/lib/platform/cache'
import type { TeamCtx } from '@/lib/platform/db'
import type { PageReader, Provider } from '@/lib/upstream/client'
import { NO_CHOICE, type Service, type Services, serviceOf } from './services'
import { type Called, createSharedClients, type TeamUpstream } from './shared-clients'
import { type StoredChoice, selectChoice } from './store'

type TeamRef = Pick<TeamCtx, 'db'> & { readonly team: Pick<TeamCtx['team'], 'id'> }

/** The clients of all services, for each team by its own provider. One per process. */
export interface Upstreams extends Services {
  /**
   * Returns the team's client by its stored choice, whichever process changed it. Throws `unavailable` if the stored
   * fields no longer fit or its service no longer exists.
   */
  for(ctx: TeamRef): Promise<TeamUpstream>
  /**
   * Returns a client of the team's service by a provider that is only being tried; without a team, of the deployment's
   * service.
   */
  at(provider: Provider, place?: Omit<Called, 'provider'>): TeamUpstream
  /** Waits for the calls under way, then closes the connections. */
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
  readonly ready?: Services['ready']
  readonly fixedBaseUrl?: string | null
  readonly sandbox?: Services['sandbox']
  /** True if an address that a team's admin typed may lie outside the public internet. */
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
  const services: Services = {
    ...{ baseUrl, name, id, deployment, fromFile, ready, fixedBaseUrl, sandbox, allowPrivate },
  }
  const clients = createSharedClients({ clock, reader, allowPrivate })
  const own: Called = { provider: deployment, baseUrl, name, id, isTyped: false }
  // Never released, because most teams override nothing. This also checks the base address at once.
  clients.hold(own)
  const teams = createCache<{ readonly stored: string; readonly upstream: TeamUpstream }>({
    most: MAX_TEAMS,
    onGone: ({ upstream }) => clients.release(upstream),
  })

  return {
    ...services,
    async for({ db, team }) {
      const row = await selectChoice(db, team.id)
      const stored = row === null ? '' : JSON.stringify([row.provider, row.isSandbox, row.overrides])
      const before = teams.get(team.id)
      if (before?.stored === stored) return before.upstream
      const service = row === null ? own : readStored(services, row)
      const upstream = clients.at(service)
      clients.hold(service)
      teams.set(team.id, { stored, upstream })
      keepUnit(team.id, service.provider.balanceUnit)
      return upstream
    },
    at: (provider, place = own) => clients.at({ ...own, ...placeIn(place), provider }),
    close: () => clients.close(),
  }
}

/** Identity of the deployment's service if no ready provider names it. */
const DEPLOYMENT = 'deployment'

const placeIn = ({ baseUrl, name, id, isTyped }: Omit<Called, 'provider'>) => ({ baseUrl, name, id, isTyped })

/**
 * Reads a stored choice. Throws `unavailable` if its fields do not fit this version of Purser or this deployment's
 * provider.
 */
export function readStored(services: Services, row: StoredChoice | null): Service {
  if (row === null) return serviceOf(services, NO_CHOICE, {})
  try {
    return serviceOf(services, row, JSON.parse(row.overrides))
  } catch (cause) {
    if (cause instanceof AppError && cause.code === 'unavailable') throw cause
    const why = cause instanceof AppError ? cause.message : 'It is no JSON.'
    const message = `The provider that this team has saved cannot be used any more. ${why} An admin can change or reset it under Settings, Provider.`
    throw new AppError('unavailable', message, {}, { cause })
  }
}
