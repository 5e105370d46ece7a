import { type Clock, type Secret, SYSTEM } from '@/lib/kernel'
import { findUsableKey } from '@/lib/keys/keys'
import { createCache } from '@/lib/platform/cache'
import type { Db, TeamCtx } from '@/lib/platform/db'
import { hashToken, isGatewayToken } from '@/lib/platform/vault'
import { findTeam, getEnvironment } from '@/lib/teams/teams'
import { selectByHash, selectService, touchRow } from './store'

/** The caller of the gateway, and the purpose of its calls. */
export interface Caller {
  readonly ctx: TeamCtx
  readonly gatewayKeyId: string
  readonly prefix: string
  readonly service: { readonly id: string; readonly name: string }
  readonly environment: { readonly id: string; readonly name: string }
  /** Its own rate in requests a second; null: that of its upstream key. */
  readonly requestsPerSecond: number | null
  /** True if /v1/me reports what is left of the service's budgets instead of the wallet's balance. */
  readonly tellsBudget: boolean
  readonly expiresAt: Date | null
  /** Upstream key of its calls, or why it cannot be used. */
  readonly key: Awaited<ReturnType<typeof findUsableKey>>
}

/** Finds callers by their gateway keys. */
export interface Callers {
  /**
   * Returns the caller; null for a text that is not a gateway key of this installation, or for one that is revoked or
   * expired.
   */
  find(token: Secret): Promise<Caller | null>
  /** Records, at most once a minute, when a caller's key was last used. */
  touch(caller: Caller): Promise<void>
}

/** Cache time of a caller: every process must refuse a revoked gateway key within five seconds. */
const SERVES_MS = 2000
const TOUCH_MS = 60_000
const MAX = 10_000

interface Found {
  readonly caller: Promise<Caller | null>
}

/** Creates the look-up of a process. Its findings serve all calls of the next two seconds. */
export function createCallers(db: Db, clock: Clock): Callers {
  const now = () => clock.monotonic()
  const known = createCache<Found>({ most: MAX, life: { ms: SERVES_MS, now } })
  const touched = createCache<true>({ most: MAX, life: { ms: TOUCH_MS, now } })
  return {
    async find(token) {
      const text = token.reveal()
      if (!isGatewayToken(text)) return null
      const hash = hashToken(text)
      const before = known.get(hash)
      const found = before ?? { caller: findNow(db, clock, hash) }
      if (!before) known.set(hash, found)
      try {
        const caller = await found.caller
        const isOver = caller?.expiresAt != null && caller.expiresAt <= clock.now()
        return isOver ? null : caller
      } catch (error) {
        known.delete(hash)
        throw error
      }
    },
    async touch({ ctx, gatewayKeyId }) {
      if (touched.get(gatewayKeyId)) return
      touched.set(gatewayKeyId, true)
      await touchRow(db, ctx.team.id, gatewayKeyId, clock.now())
    },
  }
}

async function findNow(db: Db, clock: Clock, hash: string): Promise<Caller | null> {
  const row = await selectByHash(db, hash)
  const team = row && (await findTeam(db, row.teamId))
  if (!row || !team) return null
  // Purser acts for the service; records name the service as the principal.
  const ctx: TeamCtx = { team, actor: SYSTEM, db, clock }
  const [service, environment, key] = await Promise.all([
    selectService(db, team.id, row.serviceId),
    getEnvironment(ctx, row.environmentId),
    findUsableKey(ctx, row.keyId),
  ])
  if (!service) return null
  const { id: gatewayKeyId, prefix, requestsPerSecond, tellsBudget, expiresAt } = row
  return { ctx, gatewayKeyId, prefix, service, environment, requestsPerSecond, tellsBudget, expiresAt, key }
}
