import type { Actor, Clock, Secret, TeamScope } from '@/lib/kernel'
import { createCache } from '@/lib/platform/cache'
import type { Db, TeamCtx } from '@/lib/platform/db'
import { hashToken, isApiToken } from '@/lib/platform/vault'
import { findTeam } from '@/lib/teams/teams'
import { PERMISSIONS, type Permission } from './schemas'
import { selectToken, selectTokenByHash, touchToken } from './store'
import { nameAsCaller, permissionsOf } from './tokens'

/** A program that holds a token of a team. */
export interface TokenHolder {
  readonly team: TeamScope
  readonly tokenId: string
  readonly name: string
  readonly permissions: readonly Permission[]
  readonly expiresAt: Date | null
}

/** Finds holders by their tokens. */
export interface TokenHolders {
  /**
   * Returns the holder; null for a text that is not a token of this installation, or for one that is revoked or
   * expired.
   */
  find(token: Secret): Promise<TokenHolder | null>
  /** Records, at most once a minute, when a token was last used. */
  touch(holder: TokenHolder): Promise<void>
}

/** Cache time of a holder: every process must refuse a revoked token within five seconds. */
const SERVES_MS = 2000
const TOUCH_MS = 60_000
const MAX = 10_000

/** Creates the look-up of a process. Its findings serve all requests of the next two seconds. */
export function createTokenHolders(db: Db, clock: Clock): TokenHolders {
  const now = () => clock.monotonic()
  // Wrapped in an object, because the cache itself cannot hold null.
  const known = createCache<{ readonly holder: Promise<TokenHolder | null> }>({
    most: MAX,
    life: { ms: SERVES_MS, now },
  })
  const touched = createCache<true>({ most: MAX, life: { ms: TOUCH_MS, now } })
  return {
    async find(token) {
      const text = token.reveal()
      if (!isApiToken(text)) return null
      const hash = hashToken(text)
      const before = known.get(hash)
      const found = before ?? { holder: findNow(db, hash) }
      if (!before) known.set(hash, found)
      try {
        const holder = await found.holder
        return holder && isOver(holder, clock) ? null : holder
      } catch (error) {
        known.delete(hash)
        throw error
      }
    },
    async touch({ team, tokenId }) {
      if (touched.get(tokenId)) return
      touched.set(tokenId, true)
      await touchToken(db, team.id, tokenId, clock.now())
    },
  }
}

const isOver = ({ expiresAt }: Pick<TokenHolder, 'expiresAt'>, clock: Clock): boolean =>
  expiresAt !== null && expiresAt <= clock.now()

async function findNow(db: Db, hash: string): Promise<TokenHolder | null> {
  const row = await selectTokenByHash(db, hash)
  const team = row && (await findTeam(db, row.teamId))
  if (!row || !team) return null
  return { team, tokenId: row.id, name: row.name, permissions: permissionsOf(row), expiresAt: row.expiresAt }
}

/**
 * Returns the token as the actor of one request, in the role of the permission that the request needs, whatever else
 * it is permitted.
 */
export const actorOf = ({ tokenId, name }: TokenHolder, permission: Permission | null): Actor => ({
  userId: tokenId,
  memberId: tokenId,
  tokenId,
  name: nameAsCaller(name),
  role: permission === null ? 'viewer' : PERMISSIONS[permission].role,
  sid: tokenId,
})

/**
 * Returns whether the acting token is neither revoked nor expired, and is permitted this. Long-running work calls this
 * repeatedly.
 */
export async function isTokenPermitted(
  { db, clock, team, actor }: TeamCtx,
  permission: Permission,
): Promise<boolean> {
  const row = actor.tokenId === undefined ? null : await selectToken(db, team.id, actor.tokenId)
  return row !== null && !isOver(row, clock) && permissionsOf(row).includes(permission)
}
