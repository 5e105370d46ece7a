import { AppError, type Clock } from '@/lib/kernel'
import { createCache } from '@/lib/platform/cache'
import type { TeamCtx } from '@/lib/platform/db'
import type { PageReader, Provider } from '@/lib/upstream/client'
import { withOverrides } from './merge'
import { createSharedClients, type TeamUpstream } from './shared-clients'
import { selectOverrides } from './store'

type TeamRef = Pick<TeamCtx, 'db'> & { readonly team: Pick<TeamCtx['team'], 'id'> }

/** The upstream, for each team by its own provider. One per process. */
export interface Upstreams {
  readonly baseUrl: string
  /** Names the upstream; the same after a restart. */
  readonly name: string
  /** How this deployment fills the gaps, before a team's overrides. */
  readonly deployment: Provider
  /** The same without what is known of the built-in sandbox. */
  readonly fromFile: Provider
  /**
   * The team's client by its stored provider, whichever process changed it. Throws `unavailable` if the stored
   * overrides no longer fit.
   */
  for(ctx: TeamRef): Promise<TeamUpstream>
  /** A client for a provider that is only being tried. */
  at(provider: Provider): TeamUpstream
  /** Waits for the calls under way, then closes the connections. */
  close(): Promise<void>
}

export interface UpstreamsOptions {
  readonly baseUrl: string
  /** Its name where the address is another one after each start; the address unless given. */
  readonly name?: string | undefined
  readonly clock: Clock
  /** The deployment's. */
  readonly provider: Provider
  /** The same without what is known of the built-in sandbox; the same unless given. */
  readonly fromFile?: Provider
  /** Reads pages for runs in the background. The caller that made it closes it. */
  readonly reader?: PageReader
}

/** With more teams than this, the provider of the team that has made no call for longest is read again. */
const MOST_TEAMS = 2000

/** Makes the clients of all teams. Throws `invalid` if the base address cannot be used. */
export function createUpstreams({
  baseUrl,
  name = baseUrl,
  clock,
  provider: deployment,
  fromFile = deployment,
  reader,
}: UpstreamsOptions): Upstreams {
  const clients = createSharedClients({ baseUrl, name }, clock, reader)
  // Never released: most teams override nothing. This also tries the base address at once.
  clients.hold(deployment)
  const teams = createCache<{ readonly overrides: string | null; readonly upstream: TeamUpstream }>({
    most: MOST_TEAMS,
    onGone: ({ upstream }) => clients.release(upstream.provider),
  })

  return {
    baseUrl,
    name,
    deployment,
    fromFile,
    async for({ db, team: { id } }) {
      const overrides = (await selectOverrides(db, id))?.overrides ?? null
      const before = teams.get(id)
      if (before?.overrides === overrides) return before.upstream
      const provider = overrides === null ? deployment : readStored(deployment, overrides)
      const upstream = clients.at(provider)
      clients.hold(provider)
      teams.set(id, { overrides, upstream })
      return upstream
    },
    at: (provider) => clients.at(provider),
    close: () => clients.close(),
  }
}

/** Stored overrides may not fit a later version of Purser, or another deployment's provider. */
export function readStored(deployment: Provider, overrides: string): Provider {
  try {
    return withOverrides(deployment, JSON.parse(overrides))
  } catch (cause) {
    const why = cause instanceof AppError ? cause.message : 'It is no JSON.'
    const message = `The provider that this team has saved cannot be used any more. ${why} An admin can change or reset it under Settings, Provider.`
    throw new AppError('unavailable', message, {}, { cause })
  }
}
