import type { z } from 'zod'
import {
  type Actor,
  type Clock,
  conflict,
  invalid,
  newId,
  notFound,
  requireAdmin,
  Secret,
  type TeamScope,
} from '@/lib/kernel'
import { appendAuditEntry } from '@/lib/platform/audit'
import { createCache } from '@/lib/platform/cache'
import { DAY_MS } from '@/lib/platform/calendar'
import { type Db, isDuplicate, type TeamCtx, transaction } from '@/lib/platform/db'
import { hashToken, isApiToken, newApiToken } from '@/lib/platform/vault'
import { findTeam } from '@/lib/teams/teams'
import {
  type createTokenInput,
  type NewToken,
  PERMISSION_NAMES,
  PERMISSIONS,
  type Permission,
  type TokenView,
  type tokenInput,
} from './schemas'
import {
  countTokens,
  insertToken,
  MAX_TOKENS,
  revokeToken as revokeRow,
  selectToken,
  selectTokenByHash,
  selectTokenIds,
  selectTokenNames,
  selectTokenOfTeam,
  selectTokens,
  type TokenRow,
  touchToken,
} from './store'

const PREFIX = 7

/** Returns the team's tokens that are not revoked, without their texts. Admins only. */
export async function listTokens(ctx: TeamCtx): Promise<TokenView[]> {
  requireAdmin(ctx, 'see the tokens')
  return (await selectTokens(ctx.db, ctx.team.id)).map(viewOf)
}

/** Returns one token of the team that is not revoked. Throws `not_found`. */
export async function getToken({ db, team }: TeamCtx, id: string): Promise<{ id: string; name: string }> {
  const row = await selectToken(db, team.id, id)
  if (!row) throw notFound('The token')
  return { id: row.id, name: row.name }
}

/** Returns which of these ids are tokens of the team, revoked ones included: a run that a token started has its id. */
export const findTokenIds = ({ db, team }: TeamCtx, ids: readonly string[]): Promise<ReadonlySet<string>> =>
  selectTokenIds(db, team.id, [...ids])

/**
 * Returns the names of the team's tokens among these ids, as shown beside people, revoked ones included: what a token
 * starts or saves has its id in place of a member's.
 */
export async function listTokenNames(
  { db, team }: TeamCtx,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  if (ids.length === 0) return new Map()
  const rows = await selectTokenNames(db, team.id, [...new Set(ids)])
  return new Map(rows.map(({ id, name }) => [id, nameAsCaller(name)]))
}

/** Marks a token's name, so that no token is mistaken for a person. */
const nameAsCaller = (name: string): string => `${name} (token)`

/**
 * Returns the token with this text; null if there never was one in the team. Throws `invalid` for a text that does not
 * have the form.
 */
export async function findToken(
  { db, team }: TeamCtx,
  token: Secret,
): Promise<{ id: string; isRevoked: boolean } | null> {
  requireForm(token)
  const row = await selectTokenOfTeam(db, team.id, hashToken(token.reveal()))
  return row && { id: row.id, isRevoked: row.revokedAt !== null }
}

function requireForm(token: Secret): void {
  if (!isApiToken(token.reveal())) throw invalid('The token was not created.', { token: FORM })
}

const FORM = 'This is not an API token: its checksum is wrong. `purser new-token api` makes one.'

/**
 * Creates a token of the API. Its text is drawn at random unless it is `given`, and returned once; only its hash is
 * kept. Throws `conflict` for a text that is or was in use. Admins only.
 */
export async function createToken(
  ctx: TeamCtx,
  { name, permissions, expiresInDays }: z.output<typeof createTokenInput>,
  given?: Secret,
): Promise<NewToken> {
  requireAdmin(ctx, 'create tokens')
  if (given) requireForm(given)
  const token = given?.reveal() ?? newApiToken()
  const now = ctx.clock.now()
  const row: TokenRow = {
    id: newId(),
    teamId: ctx.team.id,
    name,
    tokenHash: hashToken(token),
    prefix: token.slice(0, PREFIX),
    permissions: permissions.join(','),
    createdById: ctx.actor.memberId,
    createdByName: ctx.actor.name,
    createdAt: now,
    expiresAt: expiresInDays === null ? null : new Date(now.getTime() + expiresInDays * DAY_MS),
  }
  const write = transaction(ctx.db, async (tx) => {
    if ((await countTokens(tx, ctx.team.id)) >= MAX_TOKENS)
      throw conflict(`A team has at most ${MAX_TOKENS} tokens. Revoke one that is not used.`)
    await insertToken(tx, row)
    await appendAuditEntry(tx, ctx, {
      action: 'token.create',
      subjectId: row.id,
      subjectName: name,
      detail: { prefix: row.prefix, permissions: row.permissions, days: expiresInDays },
    })
  })
  await write.catch((error: unknown) => {
    throw isDuplicate(error) ? conflict('This token is in use already, or was revoked.') : error
  })
  return { id: row.id, token: new Secret(token), prefix: row.prefix }
}

/** Revokes a token: it is refused everywhere within five seconds, and its runs end. Admins only. */
export async function revokeToken(ctx: TeamCtx, { tokenId }: z.output<typeof tokenInput>): Promise<void> {
  requireAdmin(ctx, 'revoke tokens')
  await transaction(ctx.db, async (tx) => {
    const row = await selectToken(tx, ctx.team.id, tokenId)
    if (!row) throw notFound('The token')
    const { count } = await revokeRow(tx, ctx.team.id, row.id, ctx.clock.now())
    if (count === 0) throw notFound('The token')
    await appendAuditEntry(tx, ctx, {
      action: 'token.revoke',
      subjectId: row.id,
      subjectName: row.name,
      detail: { prefix: row.prefix },
    })
  })
}

/** Returns what a stored token is permitted. A name from another version of Purser permits nothing. */
const permissionsOf = ({ permissions }: Pick<TokenRow, 'permissions'>): readonly Permission[] => {
  const given = permissions.split(',')
  return PERMISSION_NAMES.filter((each) => given.includes(each))
}

const viewOf = (row: TokenRow & { readonly lastUsedAt: Date | null }): TokenView => {
  const { id, name, prefix, createdByName, createdAt, expiresAt, lastUsedAt } = row
  return {
    id,
    name,
    prefix,
    permissions: permissionsOf(row),
    createdByName,
    createdAt,
    expiresAt,
    lastUsedAt,
  }
}

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
    max: MAX,
    life: { ms: SERVES_MS, now },
  })
  const touched = createCache<true>({ max: MAX, life: { ms: TOUCH_MS, now } })
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
export const createTokenActor = ({ tokenId, name }: TokenHolder, permission: Permission | null): Actor => ({
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
