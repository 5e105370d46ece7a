import type { z } from 'zod'
import {
  choosesKey,
  getSearch,
  listSubjects,
  noteSearchRuns,
  type SearchView,
  type StoredSubject,
} from '@/lib/collect/searches'
import { AppError, conflict, invalid, isNewestFirstOrder, requireWriter } from '@/lib/kernel'
import {
  getUsableKey,
  keyServiceId,
  listKeys,
  refreshBalance,
  type StoredKey,
  type UpstreamAccess,
} from '@/lib/keys/keys'
import { parseLocalTime } from '@/lib/platform/calendar'
import { isDuplicate, type TeamCtx, transaction } from '@/lib/platform/db'
import { getEnvironment } from '@/lib/teams/teams'
import { listFormOf } from '@/lib/upstream/client'
import { minCapMessage, type PageAnswer, type startBackgroundRunInput, startRunInput } from '../core/schemas'
import { hasEarlierRun, insertBatch, insertRun, type NewRun, type RunRow, selectRun } from '../core/store'
import type { RunServices } from '../purchase/run-services'
import { type BackgroundServices, requireRoom } from './background-runs'
import { continueFailed } from './continue-run'
import { answerOnce, fetchPageAt } from './fetch-next-page'
import { readCap } from './run-cap'
import { lacksTopOrder, missingTopOrderMessage } from './run-step'

type StartInput = z.input<typeof startRunInput>
type BackgroundInput = z.input<typeof startBackgroundRunInput>

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
  input: BackgroundInput,
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
  input: BackgroundInput,
  priority: 'run' | 'schedule',
): Promise<{ runId: string }> {
  requireWriter(ctx, 'run searches')
  const { background, instanceId } = services
  const own = { instanceId, isScheduled: priority === 'schedule' }
  const maxOpen = own.isScheduled ? Number.POSITIVE_INFINITY : background.maxPerMember
  const failed = await continueFailed(ctx, services, input.failed ?? [])
  if (failed && failed.subjects.length === 0) return { runId: failed.batchId }
  return background.takeOver(input.runId, async () => {
    const asked = failed ? { ...input, subjects: failed.subjects } : input
    const run = await prepareRun(ctx, services, asked, own, maxOpen)
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
