import type { z } from 'zod'
import {
  choosesKey,
  getSearch,
  listSubjects,
  noteSearchRuns,
  type SearchView,
  type StoredSubject,
} from '@/lib/collect/searches'
import {
  AppError,
  conflict,
  invalid,
  isNewestFirstOrder,
  MAX_AMOUNT,
  type Nano,
  notFound,
  parseTypedCredits,
  requireWriter,
} from '@/lib/kernel'
import {
  getUsableKey,
  keyServiceId,
  listKeys,
  refreshBalance,
  type StoredKey,
  type UpstreamAccess,
} from '@/lib/keys/keys'
import { parseLocalTime } from '@/lib/platform/calendar'
import { acquireLock, isDuplicate, type TeamCtx, type Tx, transaction } from '@/lib/platform/db'
import { getEnvironment } from '@/lib/teams/teams'
import { listFormOf } from '@/lib/upstream/client'
import { minCapMessage, type PageAnswer, runRights, startRunInput } from '../core/schemas'
import {
  countOpenRuns,
  hasEarlierRun,
  insertBatch,
  insertRun,
  type NewRun,
  type RunRow,
  reopenRun,
  selectRun,
} from '../core/store'
import type { RunServices } from '../purchase/run-services'
import type { BackgroundServices } from './background-runs'
import { answerOnce, fetchPageAt } from './fetch-next-page'
import { lacksTopOrder, missingTopOrderMessage } from './run-step'

type StartInput = z.input<typeof startRunInput>

/**
 * Runs a saved search with a key and buys its first page. The caller chooses the run's id, so the same request sent
 * twice starts and pays for one run; the second gets the same answer, or `conflict`, as in `fetchNextPage`. If the
 * first bought nothing, the second tries again.
 */
export async function startRun(ctx: TeamCtx, services: RunServices, input: StartInput): Promise<PageAnswer> {
  requireWriter(ctx, 'run searches')
  return answerOnce(ctx, services, { run: input.runId, seq: 1 }, async (onLate) => {
    const run = await prepareRun(ctx, services, input).catch((error: unknown) => orBegun(ctx, input, error))
    const at = { run: run.id, key: run.keyId, seq: 1, cursor: null, seen: [] }
    return fetchPageAt(ctx, services, at, { onLate })
  })
}

/**
 * Returns the member's run of that id if it is for the same search and has requested nothing yet, so that its start
 * can be repeated.
 */
async function orBegun(
  ctx: TeamCtx,
  { runId, searchId }: Pick<StartInput, 'runId' | 'searchId'>,
  error: unknown,
): Promise<RunRow> {
  const { memberId } = ctx.actor
  const run = isConflict(error) ? await selectRun(ctx.db, ctx.team.id, memberId, runId) : null
  const isTheirs = run?.memberId === memberId && run.searchId === searchId && run.manner === 'page'
  if (run && isTheirs && run.nextSeq === 1) return run
  throw error
}

const isConflict = (error: unknown): boolean => error instanceof AppError && error.code === 'conflict'

/**
 * Runs a saved search in the background: buys pages one after another until one of the run's conditions is met,
 * whether or not anybody watches. A search of many subjects runs as a batch, with a run for each subject up to the
 * same caps. A repeated request starts one run. Throws as `startRun` does.
 */
export const startBackgroundRun = (
  ctx: TeamCtx,
  services: BackgroundServices,
  input: StartInput,
): Promise<{ runId: string }> => beginRun(ctx, services, input, 'run')

/** Runs a saved search for a schedule, whose calls yield to all others of the key. */
export const startScheduledRun = (
  ctx: TeamCtx,
  services: BackgroundServices,
  input: StartInput,
): Promise<{ runId: string }> => beginRun(ctx, services, input, 'schedule')

async function beginRun(
  ctx: TeamCtx,
  services: BackgroundServices,
  input: StartInput,
  priority: 'run' | 'schedule',
): Promise<{ runId: string }> {
  requireWriter(ctx, 'run searches')
  const { background, instanceId } = services
  const own = { instanceId, isScheduled: priority === 'schedule' }
  const maxOpen = own.isScheduled ? Number.POSITIVE_INFINITY : background.maxPerMember
  return background.takeOver(input.runId, async () => {
    const run = await prepareRun(ctx, services, input, own, maxOpen)
    if (run.manner === 'batch') background.beginBatch(ctx, run, priority)
    else background.begin(ctx, run, priority)
    return { runId: run.id }
  })
}

async function prepareRun(
  ctx: TeamCtx,
  services: RunServices,
  given: StartInput,
  background: Pick<NewRun, 'instanceId' | 'isScheduled'> = {},
  maxOpen = Number.POSITIVE_INFINITY,
): Promise<RunRow> {
  const input = startRunInput.parse(given)
  const capNano = readCap(input.capCredits)
  const search = await getSearch(ctx, input.searchId)
  if (input.untilAt !== null && !isNewestFirstOrder(search)) {
    const message = 'Only timelines and searches for the latest come in the order of time.'
    throw invalid('The run was not started.', { untilAt: message })
  }
  const subjects = search.subjectCount === 1 ? null : await subjectsOf(ctx, search, input.subjects)
  if (subjects !== null && background.instanceId === undefined)
    throw conflict('A search of many subjects runs in the background only.')
  await requireSensible(ctx, services, search, input)
  const key = input.keyId ? await getUsableKey(ctx, input.keyId) : await chooseKey(ctx, services, search)
  const environment = await getEnvironment(ctx, key.environmentId)
  // Done before the run exists, so that there is nothing to end if it fails.
  await refreshBalance(ctx, services, key.walletId)
  try {
    return await insert(ctx, maxOpen, subjects, {
      id: input.runId,
      teamId: ctx.team.id,
      searchId: search.id,
      searchName: search.name,
      searchVersion: search.version,
      streamId: search.streamId,
      operation: search.operation,
      subject: subjects?.[0]?.subject ?? search.subject,
      product: search.product,
      keyId: key.id,
      keyPrefix: key.prefix,
      environmentId: environment.id,
      environmentName: environment.name,
      memberId: ctx.actor.memberId,
      memberName: ctx.actor.name,
      shared: search.shared,
      capItems: input.capItems,
      capNano,
      untilAt: input.untilAt === null ? null : parseLocalTime(input.untilAt, ctx.team.timeZone),
      untilKnown: input.untilKnown,
      isBaseline: subjects === null && !(await hasEarlierRun(ctx.db, ctx.team.id, search.streamId)),
      reuseSeconds: input.reuseSeconds ?? search.reuseSeconds,
      ...background,
      startedAt: ctx.clock.now(),
    })
  } catch (error) {
    if (isDuplicate(error)) throw conflict('This run has been started already.')
    throw error
  }
}

/** Returns the subjects of a search that are to be run: all, or those that are named. Throws `invalid` for others. */
async function subjectsOf(
  ctx: TeamCtx,
  search: SearchView,
  named: readonly string[],
): Promise<StoredSubject[]> {
  const all = await listSubjects(ctx, search)
  if (named.length === 0) return all
  const wanted = new Set(named)
  const chosen = all.filter(({ subject }) => wanted.has(subject))
  if (chosen.length === wanted.size) return chosen
  const [missing] = [...wanted].filter((subject) => !chosen.some((each) => each.subject === subject))
  throw invalid('The run was not started.', { subjects: `“${missing}” is no subject of this search.` })
}

/** Throws if the team's service cannot do what is requested. */
async function requireSensible(
  ctx: TeamCtx,
  { upstreams }: RunServices,
  { operation, product }: SearchView,
  { capItems }: z.output<typeof startRunInput>,
): Promise<void> {
  const { provider } = await upstreams.for(ctx)
  const { count } = listFormOf(provider, operation)
  if (lacksTopOrder(provider, operation, product)) throw conflict(missingTopOrderMessage(provider))
  if (capItems !== null && capItems < count.floor)
    throw invalid('The run was not started.', { capItems: minCapMessage(count.floor) })
}

/**
 * Inserts the run, unless its member has reached the maximum of open runs. Simultaneous starts are counted one by one.
 */
const insert = (
  ctx: TeamCtx,
  maxOpen: number,
  subjects: readonly StoredSubject[] | null,
  row: NewRun,
): Promise<RunRow> =>
  transaction(ctx.db, async (tx) => {
    if (maxOpen !== Number.POSITIVE_INFINITY) await requireRoom(tx, row, maxOpen)
    const run = subjects === null ? await insertRun(tx, row) : await insertBatch(tx, row, subjects)
    if (row.searchId) await noteSearchRuns(tx, row.teamId, [{ searchId: row.searchId, at: row.startedAt }])
    return run
  })

/**
 * Throws `conflict` if a member has reached the maximum of background runs. Others who ask wait for the transaction.
 */
export async function requireRoom(
  tx: Tx,
  { teamId, memberId }: Pick<NewRun, 'teamId' | 'memberId'>,
  maxOpen: number,
): Promise<void> {
  await acquireLock(tx, `runs of ${memberId}`, 'exclusive')
  const open = await countOpenRuns(tx, teamId, memberId)
  if (open < maxOpen) return
  throw conflict(
    `You have ${open} runs in the background that have not ended, as many as a member may have (PURSER_RUNS_PER_MEMBER). Wait until one ends, or cancel one.`,
  )
}

/** Reads a cap in credits as nano-credits; null if there is none. Throws `invalid`. */
export function readCap(credits: string | null): Nano | null {
  if (credits === null || credits === '') return null
  const nano = parseTypedCredits(credits)
  const refused = (capCredits: string) => invalid('This cap cannot be used.', { capCredits })
  if (nano === null || nano <= 0n) throw refused('Enter a number, such as 2.5, with at most 9 decimals.')
  if (nano > MAX_AMOUNT) throw refused('Enter 100,000,000 at most.')
  return nano
}

/**
 * Returns the key that a search chooses: its one key, or the least busy usable key of its wallet or environment that
 * belongs to the called service. Throws `conflict` if none can be used.
 */
async function chooseKey(
  ctx: TeamCtx,
  { pacers, upstreams }: UpstreamAccess,
  search: Pick<SearchView, 'keyChoice' | 'keyId' | 'walletId' | 'environmentId'>,
): Promise<StoredKey> {
  if (search.keyChoice === 'key' && search.keyId) return getUsableKey(ctx, search.keyId)
  const [keys, { id: called }] = await Promise.all([listKeys(ctx), upstreams.for(ctx)])
  const active = keys.filter((key) => key.status === 'active' && choosesKey(search, key))
  const own = active.filter((key) => keyServiceId(key, upstreams) === called)
  // If all keys belong to another service, one is chosen anyway: its refusal says so.
  const usable = own.length > 0 ? own : active
  /** Returns the length of a key's queue as time, since a faster key takes more. */
  const loadOf = ({ id, requestsPerSecond }: (typeof usable)[number]): number => {
    const figures = pacers.find(id)?.figures()
    return figures ? (figures.queued + figures.underWay) / requestsPerSecond : 0
  }
  const [best] = usable.map((key) => ({ key, load: loadOf(key) })).sort((a, b) => a.load - b.load)
  if (best) return getUsableKey(ctx, best.key.id)
  const where = search.keyChoice === 'wallet' ? 'its wallet' : 'its environment'
  throw conflict(
    `This search has no key that can be used: ${where} has none. Choose another key, or ask an admin to add or enable one.`,
  )
}

type GoOnServices = Pick<BackgroundServices, 'background' | 'instanceId'>

/**
 * Continues a background run that ended after empty pages, after its last page, so that nothing is bought twice. Only
 * its member may, within an hour. Throws `conflict` if its position is no longer kept.
 */
export async function continueRun(ctx: TeamCtx, services: GoOnServices, runId: string): Promise<void> {
  requireWriter(ctx, 'run searches')
  const { background, instanceId } = services
  const { memberId } = ctx.actor
  const run = await selectRun(ctx.db, ctx.team.id, memberId, runId)
  if (!run) throw notFound('The run')
  if (run.memberId !== memberId)
    throw new AppError('forbidden', 'Only the member who started this run may continue it.')
  if (!runRights(ctx.actor, run, ctx.clock.now()).goOn) throw isGone()
  await getUsableKey(ctx, run.keyId)
  // The run may have ended an instant ago, and its place is kept after that.
  await background.ended(runId)
  const place = background.takePlace(runId)
  if (!place) throw isGone()
  await background.takeOver(runId, async () => {
    const reopened = await transaction(ctx.db, async (tx) => {
      await requireRoom(tx, run, background.maxPerMember)
      return reopenRun(tx, ctx.team.id, runId, instanceId)
    }).catch((error: unknown) => {
      background.keepPlace(place)
      throw error
    })
    if (!reopened) throw isGone()
    background.begin(ctx, reopened, 'run', place)
  })
}

const isGone = () =>
  conflict(
    'This run can no longer be continued: its place is kept for an hour, by the Purser that ran it. What was bought is kept.',
  )
