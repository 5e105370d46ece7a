import type { z } from 'zod'
import { AppError, canChange, newId, notFound, OPERATIONS, requireWriter } from '@/lib/kernel'
import { getKey } from '@/lib/keys/keys'
import { getWallet } from '@/lib/money/wallets'
import { type AuditAction, appendAuditEntry, diffFields } from '@/lib/platform/audit'
import { acquireLock, type TeamCtx, type Tx, transaction } from '@/lib/platform/db'
import { getEnvironment } from '@/lib/teams/teams'
import { type DeploymentServices, getProvider } from '@/lib/upstream/providers'
import {
  type AllSearchFields,
  createSearchInput,
  type SearchFields,
  type starSearchInput,
  type updateSearchInput,
} from './schemas'
import {
  deleteStar,
  insertSearch,
  putStar,
  type SearchColumns,
  type SearchRow,
  selectDeletedSearch,
  selectSearch,
  updateSearchRow,
} from './store'

interface Saving {
  readonly ownerId?: string
  /** Services that the team may call. Without them no call is ever made, as in an example. */
  readonly services?: DeploymentServices
}

/**
 * Saves a search, owned by the asking member unless another owner is named. It costs nothing until it runs. Throws
 * `invalid` for the order Top if the team's service offers none.
 */
export async function createSearch(
  ctx: TeamCtx,
  input: SearchFields,
  { ownerId = ctx.actor.memberId, services }: Saving = {},
): Promise<{ id: string }> {
  requireWriter(ctx, 'save searches')
  await refuseTop(ctx, services, input)
  const columns = columnsOf(ctx, await withOwnIds(ctx, createSearchInput.parse(input)))
  return transaction(ctx.db, async (tx) => {
    const now = ctx.clock.now()
    const owned = { teamId: ctx.team.id, ownerId, createdAt: now, version: 1, streamId: newId() }
    const { id } = await insertSearch(tx, { ...columns, ...owned })
    await appendAuditEntry(tx, ctx, {
      action: 'search.create',
      subjectId: id,
      subjectName: columns.name,
      detail: toldOf(columns),
    })
    return { id }
  })
}

/**
 * Changes a saved search, for its owner or an admin. Past runs keep their question. Refuses Top
 * as `createSearch` does.
 */
export async function updateSearch(
  ctx: TeamCtx,
  { searchId, ...input }: z.input<typeof updateSearchInput>,
  { services }: Pick<Saving, 'services'> = {},
): Promise<void> {
  await refuseTop(ctx, services, input)
  const columns = columnsOf(ctx, await withOwnIds(ctx, createSearchInput.parse(input), searchId))
  await change(ctx, searchId, 'search.update', async (tx, row) => {
    const asksOther = ASKED.some((field) => row[field] !== columns[field])
    const version = asksOther || row.name !== columns.name ? row.version + 1 : row.version
    const streamId = asksOther ? newId() : row.streamId
    await updateSearchRow(tx, ctx.team.id, searchId, { ...columns, version, streamId })
    return diffFields(toldOf(row), toldOf(columns))
  })
}

/** Moves a saved search to the trash, for its owner or an admin. Its runs and their cost stay. */
export async function deleteSearch(ctx: TeamCtx, searchId: string): Promise<void> {
  await change(ctx, searchId, 'search.delete', async (tx) => {
    await updateSearchRow(tx, ctx.team.id, searchId, { deletedAt: ctx.clock.now() })
    return undefined
  })
}

/** Restores a saved search from the trash, unchanged, for everyone who may delete it. */
export async function restoreSearch(ctx: TeamCtx, searchId: string): Promise<void> {
  const work = async (tx: Tx) => {
    await updateSearchRow(tx, ctx.team.id, searchId, { deletedAt: null })
    return undefined
  }
  await change(ctx, searchId, 'search.restore', work, selectDeletedSearch)
}

/** Stars a search, which keeps it at the top of the member's own list, or takes the star away. */
export async function starSearch(
  ctx: TeamCtx,
  { searchId, isStarred }: z.output<typeof starSearchInput>,
): Promise<void> {
  const star = { teamId: ctx.team.id, memberId: ctx.actor.memberId, searchId }
  await transaction(ctx.db, async (tx) => {
    if (!(await selectSearch(tx, star.teamId, star.memberId, searchId))) throw notFound('The saved search')
    await (isStarred ? putStar(tx, star) : deleteStar(tx, star))
  })
}

/** Refuses the order Top if the service offers no order: it would return the newest without saying so. */
async function refuseTop(
  ctx: TeamCtx,
  services: DeploymentServices | undefined,
  { operation, product }: Pick<SearchFields, 'operation' | 'product'>,
): Promise<void> {
  if (product !== 'Top' || !services || OPERATIONS[operation].subject !== 'query') return
  const { provider } = await getProvider(ctx, services)
  if (provider.search.product !== null) return
  const why = `${provider.name} offers no order of relevance. Choose Latest.`
  throw new AppError('invalid', `The search was not saved. ${why}`, { product: why })
}

const ASKED = ['operation', 'subject', 'product'] as const

async function change(
  ctx: TeamCtx,
  id: string,
  action: AuditAction,
  write: (tx: Tx, row: SearchRow) => Promise<ReturnType<typeof diffFields> | undefined>,
  find = selectSearch,
): Promise<void> {
  requireWriter(ctx, 'change searches')
  await transaction(ctx.db, async (tx) => {
    // Two simultaneous changes would create one version twice, or undo each other.
    await acquireLock(tx, `search ${id}`, 'exclusive')
    const row = await find(tx, ctx.team.id, ctx.actor.memberId, id)
    if (!row) throw notFound('The saved search')
    if (!canChange(ctx.actor, row.ownerId)) {
      throw new AppError(
        'forbidden',
        'Only its owner or an admin may change this search. Save a copy of your own instead.',
      )
    }
    const detail = await write(tx, row)
    await appendAuditEntry(tx, ctx, {
      action,
      subjectId: id,
      subjectName: row.name,
      ...(detail && { detail }),
    })
  })
}

/** Returns the detail of a search for the audit log: everything that was asked for. */
const toldOf = (search: Omit<SearchColumns, 'version' | 'streamId'>) => {
  const { name, operation, subject, product, shared } = search
  const { keyChoice, environmentId, walletId, keyId, tags, reuseSeconds } = search
  return {
    name,
    operation,
    subject,
    product,
    shared,
    keyChoice,
    environmentId,
    walletId,
    keyId,
    tags,
    reuseSeconds,
  }
}

/**
 * Throws `not_found`, with the field, for an environment, wallet or key that the team does not have. Ids that the
 * search already holds are accepted, since its key may have been deleted meanwhile.
 */
async function withOwnIds(ctx: TeamCtx, input: AllSearchFields, searchId?: string): Promise<AllSearchFields> {
  requireWriter(ctx, 'save searches')
  const before =
    searchId === undefined ? null : await selectSearch(ctx.db, ctx.team.id, ctx.actor.memberId, searchId)
  const getters = [
    ['environmentId', getEnvironment],
    ['walletId', getWallet],
    ['keyId', getKey],
  ] as const
  for (const [field, get] of getters) {
    const id = input[field]
    if (id === '' || id === before?.[field]) continue
    await get(ctx, id).catch((error: unknown) => {
      if (!(error instanceof AppError) || error.code !== 'not_found') throw error
      throw new AppError('not_found', error.message, { [field]: 'Choose one of the list.' })
    })
  }
  return input
}

/** Returns the columns that the fields fill. */
function columnsOf(ctx: TeamCtx, input: AllSearchFields): Omit<SearchColumns, 'version' | 'streamId'> {
  const { keyChoice } = input
  return {
    name: input.name,
    operation: input.operation,
    subject: input.subject,
    product: OPERATIONS[input.operation].subject === 'query' ? input.product : null,
    shared: input.shared,
    keyChoice,
    environmentId: input.environmentId || null,
    walletId: (keyChoice === 'wallet' && input.walletId) || null,
    keyId: (keyChoice === 'key' && input.keyId) || null,
    tags: JSON.stringify([...new Set(input.tags)]),
    reuseSeconds: input.reuseSeconds,
    updatedAt: ctx.clock.now(),
    changedByName: ctx.actor.name,
  }
}
