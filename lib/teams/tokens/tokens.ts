import type { z } from 'zod'
import { conflict, invalid, newId, notFound, requireAdmin, Secret } from '@/lib/kernel'
import { appendAuditEntry } from '@/lib/platform/audit'
import { DAY_MS } from '@/lib/platform/calendar'
import { isDuplicate, type TeamCtx, transaction } from '@/lib/platform/db'
import { hashToken, isApiToken, newApiToken } from '@/lib/platform/vault'
import {
  type createTokenInput,
  type NewToken,
  PERMISSION_NAMES,
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
  selectTokenIds,
  selectTokenNames,
  selectTokenOfTeam,
  selectTokens,
  type TokenRow,
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
export const nameAsCaller = (name: string): string => `${name} (token)`

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

const FORM =
  'This is no token of the API: its last characters follow from the others. `purser new-token api` makes one.'

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
export const permissionsOf = ({ permissions }: Pick<TokenRow, 'permissions'>): readonly Permission[] => {
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
