import type { Actor, Clock, Secret, TeamScope } from '@/lib/kernel'
import { createCache } from '@/lib/platform/cache'
import type { Db, TeamCtx } from '@/lib/platform/db'
import { hashToken, isApiToken } from '@/lib/platform/vault'
import { findTeam } from '@/lib/teams/teams'
import { PERMISSIONS, type Permission } from './schemas'
import { selectToken, selectTokenByHash, touchToken } from './store'
import { nameAsCaller, permissionsOf } from './tokens'

/** A program that holds a token of a team's. */
export interface TokenHolder {
  readonly team: TeamScope
  readonly tokenId: string
  readonly name: string
  readonly permissions: readonly Permission[]
  readonly expiresAt: Date | null
}

/** Finds holders by their tokens. */
export interface TokenHolders {
  /** Null for a text that is no token of this installation, or one that is revoked or expired. */
  find(token: Secret): Promise<TokenHolder | null>
  /** Records, at most once a minute, when a token was last used. */
  touch(holder: TokenHolder): Promise<void>
}

/** A revoked token is refused by every process within five seconds: what was found serves for less. */
const SERVES_MS = 2000
const TOUCH_MS = 60_000
const MOST = 10_000

/** Makes the look-up of a process. What it finds serves all requests of the next two seconds. */
export function createTokenHolders(db: Db, clock: Clock): TokenHolders {
  const now = () => clock.monotonic()
  // In a box, since the cache itself holds nothing that is null.
  const known = createCache<{ readonly holder: Promise<TokenHolder | null> }>({
    most: MOST,
    life: { ms: SERVES_MS, now },
  })
  const touched = createCache<true>({ most: MOST, life: { ms: TOUCH_MS, now } })
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

/** The token as the actor of one request: in the role of the permission that this needs, whatever else it is permitted. */
export const actorOf = ({ tokenId, name }: TokenHolder, permission: Permission | null): Actor => ({
  userId: tokenId,
  memberId: tokenId,
  tokenId,
  name: nameAsCaller(name),
  role: permission === null ? 'viewer' : PERMISSIONS[permission].role,
  sid: tokenId,
})

/** Whether the token that acts is neither revoked nor expired, and permitted this. Long-running work asks it repeatedly. */
export async function isTokenPermitted(
  { db, clock, team, actor }: TeamCtx,
  permission: Permission,
): Promise<boolean> {
  const row = actor.tokenId === undefined ? null : await selectToken(db, team.id, actor.tokenId)
  return row !== null && !isOver(row, clock) && permissionsOf(row).includes(permission)
}
