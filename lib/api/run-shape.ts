import { z } from 'zod'
import { endReason, getRun, type RunView } from '@/lib/collect/runs'
import { OPERATION_NAMES } from '@/lib/kernel'
import type { TeamCtx } from '@/lib/platform/db'
import { named, said } from './documented'
import { EXAMPLE_IDS } from './example-ids'
import type { EventFeed } from './services'
import { credits, id, moment, orNull, timeOf, timeOrNull, toCredits } from './shapes'
import { shareLooks } from './shared-looks'

/** Schema of a run in the API. */
export const run = named(
  'Run',
  z.strictObject({
    id,
    searchId: id.nullable(),
    searchName: z.string(),
    searchVersion: z.int().nullable(),
    operation: z.enum(OPERATION_NAMES),
    subject: z.string(),
    product: z.string().nullable(),
    keyId: id,
    keyPrefix: z.string(),
    environmentName: z.string(),
    startedBy: z.string(),
    isScheduled: z.boolean(),
    state: z.enum(['OPEN', 'ENDED']),
    endReason: endReason.nullable(),
    endNote: said(z.string().nullable(), 'What ended it, in words, where the reason alone does not say it.'),
    capItems: z.int().nullable(),
    capCredits: credits.nullable(),
    untilAt: moment.nullable(),
    untilKnown: z.boolean(),
    pages: z.int(),
    items: z.int(),
    newItems: said(z.int(), 'Items that no earlier run with this question had brought.'),
    charge: credits,
    unpricedItems: z.int(),
    unknownCalls: said(z.int(), 'Calls whose answer was lost: what they cost is not known.'),
    reusedPages: said(z.int(), 'Pages that were bought before, and cost nothing again.'),
    reusedItems: z.int(),
    startedAt: moment,
    endedAt: moment.nullable(),
  }),
)

export const runOf = (view: RunView): z.output<typeof run> => {
  const { id, searchId, searchName, searchVersion, operation, subject, product, keyId, keyPrefix } = view
  const { environmentName, memberName, isScheduled, state, endReason, endNote, capItems, untilKnown } = view
  const { pages, items, newItems, unpricedItems, unknownCalls, reusedPages, reusedItems } = view
  return {
    ...{ id, searchId, searchName, searchVersion, operation, subject, product, keyId, keyPrefix },
    ...{ environmentName, isScheduled, state, endReason, endNote, capItems, untilKnown },
    ...{ pages, items, newItems, unpricedItems, unknownCalls, reusedPages, reusedItems },
    startedBy: memberName,
    capCredits: orNull(view.capNano),
    charge: toCredits(view.chargeNano),
    untilAt: timeOrNull(view.untilAt),
    startedAt: timeOf(view.startedAt),
    endedAt: timeOrNull(view.endedAt),
  }
}

export const RUN_EXAMPLE: z.output<typeof run> = {
  id: EXAMPLE_IDS.runId,
  searchId: EXAMPLE_IDS.searchId,
  searchName: 'Competitors',
  searchVersion: 1,
  operation: 'timeline',
  subject: 'ada',
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

const lookAt = shareLooks(async (ctx, runId) => {
  const data = runOf(await getRun(ctx, runId))
  return { data, text: JSON.stringify(data) }
}, LOOK_MS)

/** Follows a run: returns its state each time it has changed, the last time when it has ended. Throws `not_found`. */
export async function followRun(ctx: TeamCtx, runId: string): Promise<EventFeed> {
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
