import { z } from 'zod'
import { getRun, listRuns, startRunInput } from '@/lib/collect/runs'
import { said } from '../documented'
import { endpoint, eventsEndpoint } from '../endpoint'
import { EXAMPLE_IDS } from '../example-ids'
import { followRun, RUN_EXAMPLE, run, runOf } from '../run-shape'
import { afterId, id, limit, listOf } from '../shapes'
import { startRunOnce } from '../start-run-once'

const MAX = 100

/** Endpoints that start, follow and cancel background runs. */
export const RUN_ENDPOINTS = [
  endpoint({
    name: 'listRuns',
    method: 'GET',
    path: '/runs',
    group: 'Runs',
    permission: 'searches:read',
    summary: 'Runs, newest first',
    query: z.strictObject({
      searchId: said(id.optional(), 'Only those of this saved search.'),
      after: afterId,
      limit: limit(50, MAX),
    }),
    answer: listOf(run),
    example: { query: { limit: '10' }, answer: { data: [RUN_EXAMPLE], next: null } },
    async handle({ ctx, query: { searchId, after, limit: most } }) {
      const runs = await listRuns(ctx, {
        most: most + 1,
        ...(searchId !== undefined && { searchId }),
        ...(after !== undefined && { afterId: after }),
      })
      const data = runs.slice(0, most).map(runOf)
      return { data, next: runs.length > most ? (data.at(-1)?.id ?? null) : null }
    },
  }),
  endpoint({
    name: 'startRun',
    method: 'POST',
    path: '/runs',
    group: 'Runs',
    permission: 'runs:write',
    summary: 'Runs a saved search in the background',
    description:
      'The header Idempotency-Key names the run: a request that is sent again with the same key answers with the same run and buys nothing twice. A run without a cap buys until the list ends or a budget stops it.',
    body: z.strictObject(startRunInput.omit({ runId: true }).shape),
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
  endpoint({
    name: 'getRun',
    method: 'GET',
    path: '/runs/{runId}',
    group: 'Runs',
    permission: 'searches:read',
    summary: 'One run and its progress',
    answer: run,
    example: { answer: RUN_EXAMPLE },
    handle: async ({ ctx, ids }) => runOf(await getRun(ctx, ids.runId)),
  }),
  eventsEndpoint({
    name: 'followRun',
    method: 'GET',
    path: '/runs/{runId}/events',
    group: 'Runs',
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
  endpoint({
    name: 'cancelRun',
    method: 'POST',
    path: '/runs/{runId}/cancel',
    group: 'Runs',
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
]
