import type { z } from 'zod'
import { getSearch, type SearchView } from '@/lib/collect/searches'
import {
  AppError,
  conflict,
  invalid,
  isInOrderOfTime,
  MAX_AMOUNT,
  type Nano,
  parseTyped,
  requireWriter,
} from '@/lib/kernel'
import { getUsableKey, refreshBalance } from '@/lib/keys/keys'
import { readLocalTime } from '@/lib/platform/calendar'
import { isDuplicate, lock, type TeamCtx, type Tx, transaction } from '@/lib/platform/db'
import { getEnvironment } from '@/lib/teams/teams'
import { listOf } from '@/lib/upstream/client'
import type { NewRun } from '../core/new-run'
import { fewCap, type PageAnswer, startRunInput } from '../core/schemas'
import { countOpenRuns, hasRunBefore, insertRun, type RunRow, selectRun } from '../core/store'
import type { RunServices } from '../purchase/run-services'
import { answerOnce } from './answer-once'
import type { BackgroundServices } from './background-runs'
import { chooseKey } from './choose-key'
import { fetchPageAt } from './fetch-next-page'
import { lacksTop, noTop } from './top'

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
 * whether or not anybody watches. A repeated request starts one run. Throws as `startRun` does.
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
  const background = { instanceId: services.instanceId, isScheduled: priority === 'schedule' }
  const mostOpen = background.isScheduled ? Number.POSITIVE_INFINITY : services.background.mostPerMember
  const run = await prepareRun(ctx, services, input, background, mostOpen)
  services.background.begin(ctx, run, priority)
  return { runId: run.id }
}

async function prepareRun(
  ctx: TeamCtx,
  services: RunServices,
  given: StartInput,
  background: Pick<NewRun, 'instanceId' | 'isScheduled'> = {},
  mostOpen = Number.POSITIVE_INFINITY,
): Promise<RunRow> {
  const input = startRunInput.parse(given)
  const capNano = readCap(input.capCredits)
  const search = await getSearch(ctx, input.searchId)
  if (input.untilAt !== null && !isInOrderOfTime(search)) {
    const message = 'Only timelines and searches for the latest come in the order of time.'
    throw invalid('The run was not started.', { untilAt: message })
  }
  await requireSensible(ctx, services, search, input)
  const key = input.keyId ? await getUsableKey(ctx, input.keyId) : await chooseKey(ctx, services, search)
  const environment = await getEnvironment(ctx, key.environmentId)
  // Done before the run exists, so that there is nothing to end if it fails.
  await refreshBalance(ctx, services, key.walletId)
  try {
    return await insert(ctx, mostOpen, {
      id: input.runId,
      teamId: ctx.team.id,
      searchId: search.id,
      searchName: search.name,
      searchVersion: search.version,
      streamId: search.streamId,
      operation: search.operation,
      subject: search.subject,
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
      untilAt: input.untilAt === null ? null : readLocalTime(input.untilAt, ctx.team.timeZone),
      untilKnown: input.untilKnown,
      isBaseline: !(await hasRunBefore(ctx.db, ctx.team.id, search.streamId)),
      reuseSeconds: input.reuseSeconds ?? search.reuseSeconds,
      ...background,
      startedAt: ctx.clock.now(),
    })
  } catch (error) {
    if (isDuplicate(error)) throw conflict('This run has been started already.')
    throw error
  }
}

/** Throws if the team's service cannot do what is asked for. */
async function requireSensible(
  ctx: TeamCtx,
  { upstreams }: RunServices,
  { operation, product }: SearchView,
  { capItems }: z.output<typeof startRunInput>,
): Promise<void> {
  const { provider } = await upstreams.for(ctx)
  const { count } = listOf(provider, operation)
  if (lacksTop(provider, operation, product)) throw conflict(noTop(provider))
  if (capItems !== null && capItems < count.floor)
    throw invalid('The run was not started.', { capItems: fewCap(count.floor) })
}

/**
 * Inserts the run, unless its member has reached the maximum of open runs. Simultaneous starts are counted one by one.
 */
async function insert(ctx: TeamCtx, mostOpen: number, row: NewRun): Promise<RunRow> {
  if (mostOpen === Number.POSITIVE_INFINITY) return insertRun(ctx.db, row)
  return transaction(ctx.db, async (tx) => {
    await requireRoom(tx, row, mostOpen)
    return insertRun(tx, row)
  })
}

/**
 * Throws `conflict` if a member has reached the maximum of background runs. Others who ask wait for the transaction.
 */
export async function requireRoom(
  tx: Tx,
  { teamId, memberId }: Pick<NewRun, 'teamId' | 'memberId'>,
  mostOpen: number,
): Promise<void> {
  await lock(tx, `runs of ${memberId}`, 'exclusive')
  const open = await countOpenRuns(tx, teamId, memberId)
  if (open < mostOpen) return
  throw conflict(
    `You have ${open} runs in the background that have not ended, as many as a member may have (PURSER_RUNS_PER_MEMBER). Wait until one ends, or cancel one.`,
  )
}

/** Reads a cap in credits as nano-credits; null if there is none. Throws `invalid`. */
function readCap(credits: string | null): Nano | null {
  if (credits === null || credits === '') return null
  const nano = parseTyped(credits)
  const refused = (capCredits: string) => invalid('The run was not started.', { capCredits })
  if (nano === null || nano <= 0n) throw refused('Enter a number, such as 2.5, with at most 9 decimals.')
  if (nano > MAX_AMOUNT) throw refused('Enter 100,000,000 at most.')
  return nano
}
