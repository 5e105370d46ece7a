import { z } from 'zod'
import { endReasonSchema, getRun, listRuns, type RunView, startRunInput } from '@/lib/collect/runs'
import { AppError, conflict, idFromName, OPERATION_NAMES, parseTypedCredits } from '@/lib/kernel'
import { parseLocalTime } from '@/lib/platform/calendar'
import type { TeamCtx } from '@/lib/platform/db'
import { defineEndpoint, defineEventsEndpoint } from '../endpoint'
import type { ApiServices, EventFeed } from '../services'
import {
  afterIdSchema,
  creditsSchema,
  EXAMPLE_IDS,
  idSchema,
  limitSchema,
  listAnswerSchema,
  momentSchema,
  toApiView,
  toCreditsText,
  toCreditsTextOrNull,
  withDescription,
  withSchemaName,
} from '../shapes'
import { createSharedReader } from '../shared-looks'

/** Schema of a run in the API. */
const run = withSchemaName(
  'Run',
  z.object({
    id: idSchema,
    searchId: idSchema.nullable(),
    searchName: z.string(),
    searchVersion: z.int().nullable(),
    operation: z.enum(OPERATION_NAMES),
    subject: z.string(),
    subjectCount: withDescription(
      z.int(),
      'More than 1 for a batch, a run of many subjects: its counts are the sums of its runs, one a subject. 0 for such a run.',
    ),
    batchId: withDescription(idSchema.nullable(), 'The batch of which the run buys one subject.'),
    subjects: withDescription(
      z.object({ waiting: z.int(), running: z.int(), failed: z.int() }).nullable(),
      'How many subjects of a batch have not begun, are being bought, and failed.',
    ),
    product: z.string().nullable(),
    keyId: idSchema,
    keyPrefix: z.string(),
    environmentName: z.string(),
    startedBy: z.string(),
    isScheduled: z.boolean(),
    state: z.enum(['OPEN', 'ENDED']),
    endReason: endReasonSchema.nullable(),
    endNote: withDescription(
      z.string().nullable(),
      'What ended it, in words, where the reason alone does not say it.',
    ),
    capItems: z.int().nullable(),
    capCredits: creditsSchema.nullable(),
    untilAt: momentSchema.nullable(),
    untilKnown: z.boolean(),
    pages: z.int(),
    items: z.int(),
    newItems: withDescription(z.int(), 'Items that no earlier run with this question had brought.'),
    charge: creditsSchema,
    unpricedItems: z.int(),
    unknownCalls: withDescription(z.int(), 'Calls whose answer was lost: what they cost is not known.'),
    reusedPages: withDescription(z.int(), 'Pages that were bought before, and cost nothing again.'),
    reusedItems: z.int(),
    startedAt: momentSchema,
    endedAt: momentSchema.nullable(),
  }),
)

const runOf = (view: RunView): z.output<typeof run> =>
  toApiView(run, view, {
    startedBy: view.memberName,
    capCredits: toCreditsTextOrNull(view.capNano),
    charge: toCreditsText(view.chargeNano),
  })

const RUN_EXAMPLE: z.output<typeof run> = {
  id: EXAMPLE_IDS.runId,
  searchId: EXAMPLE_IDS.searchId,
  searchName: 'Competitors',
  searchVersion: 1,
  operation: 'timeline',
  subject: 'ada',
  subjectCount: 1,
  batchId: null,
  subjects: null,
  product: null,
  keyId: EXAMPLE_IDS.keyId,
  keyPrefix: 'xd_live_a1b2',
  environmentName: 'production',
  startedBy: 'Nightly report (token)',
  isScheduled: false,
  state: 'OPEN',
  endReason: null,
  endNote: null,
  capItems: 1000,
  capCredits: null,
  untilAt: null,
  untilKnown: false,
  pages: 3,
  items: 300,
  newItems: 120,
  charge: '45',
  unpricedItems: 0,
  unknownCalls: 0,
  reusedPages: 0,
  reusedItems: 0,
  startedAt: '2026-11-24T10:14:57.000Z',
  endedAt: null,
}

/** Interval at which a run is read for its followers. */
const LOOK_MS = 300

const lookAt = createSharedReader(async (ctx, runId) => {
  const data = runOf(await getRun(ctx, runId))
  return { data, text: JSON.stringify(data) }
}, LOOK_MS)

/** Follows a run: returns its state each time it has changed, the last time when it has ended. Throws `not_found`. */
async function followRun(ctx: TeamCtx, runId: string): Promise<EventFeed> {
  await lookAt(ctx, runId)
  let told = ''
  let count = 0
  return {
    async next() {
      const { data, text } = await lookAt(ctx, runId)
      if (text === told) return null
      told = text
      return { id: String(++count), data, isLast: data.state === 'ENDED' }
    },
  }
}

type Wish = Omit<z.output<typeof startRunInput>, 'runId'>

/**
 * Starts a run, or finds the one that this token has started under this idempotency key. The run's id is derived from
 * the key, and ids are unique, so this holds in every process and after a crash. Throws `conflict` if the key stands
 * for another request.
 */
async function startRunOnce(
  ctx: TeamCtx,
  services: ApiServices,
  idempotencyKey: string,
  wish: Wish,
): Promise<RunView> {
  const runId = idFromName(`run of the token ${ctx.actor.tokenId ?? ''}: ${idempotencyKey}`)
  const find = async () => {
    const run = await findRun(ctx, runId)
    if (run && !isFor(ctx, run, wish))
      throw conflict('This Idempotency-Key was used for another run. Use a new key for a new run.')
    return run
  }
  const before = await find()
  if (before) return before
  try {
    await services.startRun(ctx, { ...wish, runId })
  } catch (error) {
    // Lets one of two simultaneous requests start the run, and the other one find it.
    const other = error instanceof AppError && error.code === 'conflict' ? await find() : null
    if (!other) throw error
    return other
  }
  return getRun(ctx, runId)
}

async function findRun(ctx: TeamCtx, runId: string): Promise<RunView | null> {
  try {
    return await getRun(ctx, runId)
  } catch (error) {
    if (error instanceof AppError && error.code === 'not_found') return null
    throw error
  }
}

/**
 * Returns whether a run is the requested one. The maximum age of reused pages is not compared, because a run does not
 * state it.
 */
function isFor(ctx: TeamCtx, run: RunView, wish: Wish): boolean {
  const { searchId, keyId, capItems, capCredits, untilAt, untilKnown, subjects } = wish
  const capNano = capCredits === null || capCredits === '' ? null : parseTypedCredits(capCredits)
  const until = untilAt === null ? null : parseLocalTime(untilAt, ctx.team.timeZone)
  return (
    run.searchId === searchId &&
    (keyId === '' || run.keyId === keyId) &&
    (subjects.length === 0 || run.subjectCount === subjects.length) &&
    run.capItems === capItems &&
    run.capNano === capNano &&
    run.untilAt?.getTime() === until?.getTime() &&
    run.untilKnown === untilKnown
  )
}

const MAX = 100

const { shape: wish } = startRunInput

/** Endpoints that start, follow and cancel background runs. */
export const runEndpoints = {
  listRuns: defineEndpoint({
    route: 'GET /runs',
    permission: 'searches:read',
    summary: 'Runs, newest first',
    query: z.strictObject({
      searchId: withDescription(idSchema.optional(), 'Only those of this saved search.'),
      after: afterIdSchema,
      limit: limitSchema(50, MAX),
    }),
    answer: listAnswerSchema(run),
    example: { query: { limit: '10' }, answer: { data: [RUN_EXAMPLE], next: null } },
    async handle({ ctx, query: { searchId, after, limit: max } }) {
      const runs = await listRuns(ctx, {
        limit: max + 1,
        ...(searchId !== undefined && { searchId }),
        ...(after !== undefined && { afterId: after }),
      })
      const data = runs.slice(0, max).map(runOf)
      return { data, next: runs.length > max ? (data.at(-1)?.id ?? null) : null }
    },
  }),
  startRun: defineEndpoint({
    route: 'POST /runs',
    permission: 'runs:write',
    summary: 'Runs a saved search in the background',
    description:
      'The header Idempotency-Key names the run: a request that is sent again with the same key answers with the same run and buys nothing twice. A run without a cap buys until the list ends or a budget stops it.',
    body: z.strictObject({
      searchId: wish.searchId,
      keyId: withDescription(wish.keyId, 'The key to run it with; otherwise as the search says.'),
      capItems: withDescription(wish.capItems, 'Maximum number of items to buy.'),
      capCredits: withDescription(wish.capCredits, 'Maximum credits to spend, such as 12.5.'),
      untilAt: withDescription(wish.untilAt, 'Stops at posts older than this moment.'),
      untilKnown: withDescription(wish.untilKnown, 'Stops where known items begin.'),
      subjects: withDescription(
        wish.subjects,
        'Of a search with many subjects, only these; otherwise all. Each is bought up to the caps.',
      ),
      reuseSeconds: withDescription(
        wish.reuseSeconds,
        'Up to which age bought pages are used again; otherwise as the search says.',
      ),
    }),
    takesIdempotencyKey: true,
    answer: run,
    status: 201,
    example: {
      body: { searchId: EXAMPLE_IDS.searchId, capItems: 1000 },
      answer: { ...RUN_EXAMPLE, pages: 0, items: 0, newItems: 0, charge: '0' },
    },
    handle: async ({ ctx, services, body, idempotencyKey }) =>
      runOf(await startRunOnce(ctx, services, idempotencyKey, body)),
  }),
  getRun: defineEndpoint({
    route: 'GET /runs/{runId}',
    permission: 'searches:read',
    summary: 'One run and its progress',
    answer: run,
    example: { answer: RUN_EXAMPLE },
    handle: async ({ ctx, ids }) => runOf(await getRun(ctx, ids.runId)),
  }),
  followRun: defineEventsEndpoint({
    route: 'GET /runs/{runId}/events',
    permission: 'searches:read',
    summary: 'Follows a run until it has ended, as server-sent events',
    description:
      'Each event is the whole run, and is sent when it has changed. The stream ends with the run. Where it ends before, the event `end` says why: `signed-out` (the token was revoked or expired), `gone` (the token may not see the run any more) or `replaced` (a token follows a hundred runs at once at most, the newest).',
    answer: run,
    example: {
      answer: {
        ...RUN_EXAMPLE,
        state: 'ENDED',
        endReason: 'cap_reached',
        endedAt: '2026-11-24T10:15:03.000Z',
      },
    },
    follow: ({ ctx, ids }) => followRun(ctx, ids.runId),
  }),
  cancelRun: defineEndpoint({
    route: 'POST /runs/{runId}/cancel',
    permission: 'runs:write',
    summary: 'Cancels a run; what was bought is kept',
    description:
      'A call that is under way is waited for and booked. A run that has ended is answered with 409.',
    answer: run,
    example: {
      answer: { ...RUN_EXAMPLE, state: 'ENDED', endReason: 'cancelled', endedAt: '2026-11-24T10:15:01.000Z' },
    },
    async handle({ ctx, services, ids: { runId } }) {
      await services.cancelRun(ctx, runId)
      return runOf(await getRun(ctx, runId))
    },
  }),
}
