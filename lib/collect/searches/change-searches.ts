import type { z } from 'zod'
import {
  AppError,
  type AuditAction,
  canChange,
  changeEach,
  conflict,
  describeFaults,
  describeRepeats,
  describeWrongPage,
  invalid,
  type ManyChanged,
  newId,
  notFound,
  OPERATIONS,
  readSubject,
  readSubjects,
  requireWriter,
  subjectKey,
} from '@/lib/kernel'
import { getKey } from '@/lib/keys/keys'
import { getWallet } from '@/lib/money/wallets'
import { appendAuditEntry, diffFields } from '@/lib/platform/audit'
import { acquireLock, type TeamCtx, type Tx, transaction } from '@/lib/platform/db'
import { getEnvironment } from '@/lib/teams/teams'
import { type DeploymentServices, getProvider } from '@/lib/upstream/providers'
import {
  type AllSearchFields,
  createSearchInput,
  type manySearchesInput,
  type SearchFields,
  type starSearchInput,
  tagsSchema,
  type updateSearchInput,
} from './schemas'
import {
  deleteStar,
  insertSearch,
  putStar,
  putSubjects,
  type SearchColumns,
  type SearchRow,
  selectDeletedSearch,
  selectSearch,
  selectSubjects,
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
  const fields = await withOwnIds(ctx, createSearchInput.parse(input))
  const subjects = subjectsOf(fields)
  const columns = columnsOf(ctx, fields, subjects)
  return transaction(ctx.db, async (tx) => {
    const now = ctx.clock.now()
    const streams = subjects.map((subject) => ({ subject, streamId: newId(), lastNewAt: null }))
    const streamId = streams[0]?.streamId ?? ''
    const owned = { teamId: ctx.team.id, ownerId, createdAt: now, version: 1, streamId }
    const { id } = await insertSearch(tx, { ...columns, ...owned, subjects })
    await putSubjects(tx, ctx.team.id, id, streams)
    await appendAuditEntry(tx, ctx, {
      action: 'search.create',
      subjectId: id,
      subjectName: columns.name,
      detail: toAuditedFields(columns, subjects),
    })
    return { id }
  })
}

/**
 * Changes a saved search, for its owner or an admin. Past runs keep their question, and subjects that stay keep their
 * streams. Refuses Top as `createSearch` does.
 */
export async function updateSearch(
  ctx: TeamCtx,
  { searchId, ...input }: z.input<typeof updateSearchInput>,
  { services }: Pick<Saving, 'services'> = {},
): Promise<void> {
  await refuseTop(ctx, services, input)
  const fields = await withOwnIds(ctx, createSearchInput.parse(input), searchId)
  const subjects = subjectsOf(fields)
  const columns = columnsOf(ctx, fields, subjects)
  await change(ctx, searchId, 'search.update', async (tx, row) => {
    const before = await selectSubjects(tx, row)
    const isSameKind = row.operation === columns.operation && row.product === columns.product
    const kind = OPERATIONS[columns.operation].subject
    // Read as what is saved now, since older lists hold what was typed, such as "@Ada".
    const known = new Map(isSameKind ? before.map((each) => [subjectKey(each.subject, kind), each]) : [])
    const streams = subjects.map((subject) => {
      const { streamId = newId(), lastNewAt = null } = known.get(subjectKey(subject, kind)) ?? {}
      return { subject, streamId, lastNewAt }
    })
    const asksOther =
      streams.length !== before.length ||
      streams.some(
        ({ streamId, subject }, at) => streamId !== before[at]?.streamId || subject !== before[at].subject,
      )
    const version = asksOther || row.name !== columns.name ? row.version + 1 : row.version
    const streamId = streams[0]?.streamId ?? ''
    await updateSearchRow(tx, ctx.team.id, searchId, { ...columns, version, streamId, subjects })
    if (asksOther) await putSubjects(tx, ctx.team.id, searchId, streams)
    const textsBefore = before.map(({ subject }) => subject)
    return diffFields(toAuditedFields(row, textsBefore), toAuditedFields(columns, subjects))
  })
}

/** Moves a saved search to the trash, for its owner or an admin. Its runs and their cost stay. */
export async function deleteSearch(
  ctx: TeamCtx,
  searchId: string,
  deletedAt = ctx.clock.now(),
): Promise<void> {
  await change(ctx, searchId, 'search.delete', async (tx) => {
    await updateSearchRow(tx, ctx.team.id, searchId, { deletedAt })
    return undefined
  })
}

/**
 * Restores a saved search from the trash, unchanged, for everyone who may delete it. Throws `conflict` if it was
 * deleted at another moment than `given`.
 */
export async function restoreSearch(ctx: TeamCtx, searchId: string, given?: string): Promise<void> {
  const work = async (tx: Tx, row: SearchRow) => {
    requireGiven(row.deletedAt, given)
    await updateSearchRow(tx, ctx.team.id, searchId, { deletedAt: null })
    return undefined
  }
  await change(ctx, searchId, 'search.restore', work, selectDeletedSearch)
}

/**
 * Stars a search, which keeps it at the top of the member's own list, or takes the star away. Returns whether that is
 * different from before.
 */
export async function starSearch(
  ctx: TeamCtx,
  { searchId, isStarred }: z.output<typeof starSearchInput>,
): Promise<boolean> {
  const star = { teamId: ctx.team.id, memberId: ctx.actor.memberId, searchId }
  return transaction(ctx.db, async (tx) => {
    if (!(await selectSearch(tx, star.teamId, star.memberId, searchId))) throw notFound('The saved search')
    return isStarred ? putStar(tx, star) : deleteStar(tx, star)
  })
}

/**
 * Changes many searches, each on its own: stars, shares, tags, deletes or restores them, or the opposite. Only those
 * that were not so already count as changed. What is taken back as `given` is refused for a search that somebody has
 * changed since.
 */
export async function changeSearches(
  ctx: TeamCtx,
  { ids, change, name: tag = '', given }: z.output<typeof manySearchesInput>,
): Promise<ManyChanged> {
  const isStar = change === 'star' || change === 'unstar'
  if (!isStar) requireWriter(ctx, 'change searches')
  if ((change === 'tag' || change === 'untag') && tag === '')
    throw invalid('The tags were not changed.', { name: 'Enter a tag.' })
  const [now, partOf] = [ctx.clock.now(), partFor(change, tag)]
  const done = await changeEach(ids, (searchId) => {
    if (isStar) return starSearch(ctx, { searchId, isStarred: change === 'star' })
    if (change === 'delete') return deleteSearch(ctx, searchId, now)
    if (change === 'restore') return restoreSearch(ctx, searchId, given)
    return changePart(ctx, searchId, partOf, { now, given })
  })
  return { ...done, given: now.toISOString() }
}

/** Refuses to take back what somebody has changed since the moment at which it was given. */
function requireGiven(changedAt: Date | null, given: string | undefined): void {
  if (given !== undefined && changedAt?.toISOString() !== given)
    throw conflict('Someone has changed this search since.')
}

type PartOf = (row: SearchRow) => Pick<Partial<SearchColumns>, 'shared' | 'tags'> | null

/**
 * Returns what a change writes: the search is shared with the team or no longer, or gets or loses a tag. Null if it is
 * so already. Past runs stay as they were.
 */
function partFor(change: z.output<typeof manySearchesInput>['change'], tag: string): PartOf {
  const isAdded = change === 'tag'
  const shared = change === 'share'
  if (!isAdded && change !== 'untag') return (row) => (row.shared === shared ? null : { shared })
  return (row) => {
    const before = tagsSchema.parse(JSON.parse(row.tags))
    if (before.includes(tag) === isAdded) return null
    const after = isAdded ? [...before, tag] : before.filter((each) => each !== tag)
    const tried = tagsSchema.safeParse(after)
    if (!tried.success) throw conflict(`“${row.name}” has 10 tags already.`)
    return { tags: JSON.stringify(tried.data) }
  }
}

/** Changes some columns that are no part of the question. Returns false if there is nothing to change. */
async function changePart(
  ctx: TeamCtx,
  searchId: string,
  partOf: PartOf,
  { now, given }: { readonly now: Date; readonly given: string | undefined },
): Promise<boolean> {
  let isChanged = false
  await change(ctx, searchId, 'search.update', async (tx, row) => {
    const part = partOf(row)
    if (part === null) return null
    requireGiven(row.updatedAt, given)
    isChanged = true
    const { name, tags } = row
    const subjects = (await selectSubjects(tx, row)).map(({ subject }) => subject)
    const by = { updatedAt: now, changedByName: ctx.actor.name }
    await updateSearchRow(tx, ctx.team.id, searchId, { name, tags, subjects, ...part, ...by })
    return diffFields(toAuditedFields(row, subjects), toAuditedFields({ ...row, ...part }, subjects))
  })
  return isChanged
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

/** Returns what a search asks for: its list of subjects, or its one. Throws `invalid` for none, and for a faulty list. */
function subjectsOf({ operation, subject, subjects: list }: AllSearchFields): string[] {
  if (list.length === 0) {
    const why = describeWrongPage(subject, OPERATIONS[operation].subject)
    if (why !== null) throw refused({ subject: `This ${why}.` })
    if (subject !== '') return [readSubject(subject, OPERATIONS[operation].subject)]
    throw refused({ subject: 'Enter what to search for.' })
  }
  const read = readSubjects(list, OPERATIONS[operation].subject)
  const why = describeFaults(read) ?? describeRepeats(read)
  if (why !== null) throw refused({ subjects: why })
  return [...read.subjects]
}

const refused = (fields: Record<string, string>) => invalid('The search was not saved.', fields)

/** Maximum length of a list of subjects in the audit log. */
const MAX_AUDITED = 2000

async function change(
  ctx: TeamCtx,
  id: string,
  action: AuditAction,
  /** Returns what to tell of it in the audit log; null if nothing was changed. */
  write: (tx: Tx, row: SearchRow) => Promise<ReturnType<typeof diffFields> | undefined | null>,
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
    if (detail === null) return
    await appendAuditEntry(tx, ctx, {
      action,
      subjectId: id,
      subjectName: row.name,
      ...(detail && { detail }),
    })
  })
}

/** Returns the detail of a search for the audit log: everything that was requested. */
const toAuditedFields = (
  search: Omit<SearchColumns, 'version' | 'streamId' | 'subjectCount'>,
  subjects: readonly string[],
) => {
  const { name, operation, subject, product, shared } = search
  const { keyChoice, environmentId, walletId, keyId, tags, reuseSeconds } = search
  return {
    name,
    operation,
    subject,
    subjects: subjects.length === 1 ? null : subjects.join(', ').slice(0, MAX_AUDITED),
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
      throw new AppError('not_found', error.message, { [field]: 'Choose one from the list.' })
    })
  }
  return input
}

/** Returns the columns that the fields fill. */
function columnsOf(
  ctx: TeamCtx,
  input: AllSearchFields,
  subjects: readonly string[],
): Omit<SearchColumns, 'version' | 'streamId'> {
  const { keyChoice } = input
  return {
    name: input.name,
    operation: input.operation,
    subject: subjects[0] ?? '',
    subjectCount: subjects.length,
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
