import { noteNewItems } from '@/lib/collect/searches'
import { nanoToText } from '@/lib/kernel'
import { type Db, type Tx, transaction } from '@/lib/platform/db'
import { type NewEvent, writeEvents } from '@/lib/platform/events'
import type { RunEnd } from './schemas'
import { type EndingRunSelection, endOpenRuns, type RunRow, sumBatches } from './store'

/** Ends an open run in its own transaction. Returns whether it was open. */
export const endRun = (db: Db, teamId: string, id: string, end: RunEnd): Promise<boolean> =>
  transaction(db, (tx) => endRunInTransaction(tx, teamId, id, end))

/** Ends an open run. Returns whether it was open. */
export const endRunInTransaction = async (
  tx: Tx,
  teamId: string,
  id: string,
  end: RunEnd,
): Promise<boolean> => (await endRunsInTransaction(tx, { teamId, id }, end)) === 1

/** Ends open runs and writes the events of that. Returns their number. */
export async function endRunsInTransaction(tx: Tx, which: EndingRunSelection, end: RunEnd): Promise<number> {
  // A problem that a cancelled run met meanwhile is not reported.
  const asCancelled = { reason: 'cancelled', at: end.at } as const
  const isProblem = end.reason === 'problem' || end.reason === 'budget_refused'
  const cancelled = isProblem ? await endOpenRuns(tx, which, asCancelled, true) : []
  const ended = [...cancelled, ...(await endOpenRuns(tx, which, end))]
  // Runs that have not begun end with their batch.
  for (const { id, teamId, manner } of [...ended])
    if (manner === 'batch')
      ended.push(...(await endOpenRuns(tx, { teamId, batchId: id, instanceId: null }, end)))
  for (const run of ended) if (run.batchId !== null) await noteSubjectEnd(tx, run, end.at)
  const batches = ended.filter(({ manner }) => manner === 'batch')
  const sums = new Map<string, Awaited<ReturnType<typeof sumBatches>>>()
  for (const { id, teamId } of batches) sums.set(id, await sumBatches(tx, teamId, [id]))
  await writeEvents(
    tx,
    ended.flatMap((run) => {
      const batch = sums.get(run.id)?.get(run.id)
      return batch
        ? buildRunEndEvents({ ...run, ...batch.totals }, end.at, batch.announcedItems)
        : buildRunEndEvents(run, end.at)
    }),
  )
  return ended.length
}

/** Records when a subject last had new items. */
async function noteSubjectEnd(tx: Tx, run: RunRow, at: Date): Promise<void> {
  const { teamId, searchId, streamId, newItems, announcedItems } = run
  if (newItems > announcedItems && searchId !== null && streamId !== null)
    await noteNewItems(tx, teamId, { searchId, streamId, at })
}

type RunWithNews = Pick<
  RunRow,
  'id' | 'teamId' | 'searchId' | 'searchName' | 'shared' | 'isBaseline' | 'newItems' | 'batchId'
>
type RunAtEnd = RunWithNews &
  Pick<
    RunRow,
    | 'isScheduled'
    | 'endReason'
    | 'pages'
    | 'items'
    | 'chargeNano'
    | 'unpricedItems'
    | 'announcedItems'
    | 'startedAt'
  >

/**
 * Returns the events of a run's end: that it ended, and that it found new items; if it continued, since its last end. In
 * a baseline nothing counts as new. The end of a batch's run is told with the batch's.
 */
export const buildRunEndEvents = (run: RunAtEnd, at: Date, news = run.newItems): NewEvent[] =>
  run.batchId === null
    ? [
        buildEndEvent(run, at),
        ...buildNewItemsEvents({ ...run, newItems: news }, news - run.announcedItems, at),
      ]
    : []

const buildEndEvent = (run: RunAtEnd, at: Date): NewEvent => ({
  teamId: run.teamId,
  at,
  kind: 'run.ended',
  data: {
    ...namesOf(run),
    isScheduled: run.isScheduled,
    endReason: run.endReason ?? '',
    pages: run.pages,
    items: run.items,
    newItems: run.newItems,
    charge: nanoToText(run.chargeNano),
    unpricedItems: run.unpricedItems,
    startedAt: run.startedAt.toISOString(),
    endedAt: at.toISOString(),
  },
})

/** Returns the event of a page that came after its run had ended, as after a cancel: new items, if it had any. */
export const buildLatePageEvents = (
  run: RunWithNews & Pick<RunRow, 'state'>,
  brought: number,
  at: Date,
): NewEvent[] => (run.state === 'ENDED' ? buildNewItemsEvents(run, brought, at) : [])

const buildNewItemsEvents = (run: RunWithNews, brought: number, at: Date): NewEvent[] =>
  brought === 0 || run.isBaseline
    ? []
    : [
        {
          teamId: run.teamId,
          at,
          kind: 'items.new',
          data: { ...namesOf(run), newItems: run.newItems },
        },
      ]

/** Returns the names for a channel, which belongs to the team and must not learn what a private search asks. */
const namesOf = ({ id, batchId, shared, searchId, searchName }: RunWithNews) => ({
  runId: batchId ?? id,
  searchId: shared ? searchId : null,
  searchName: shared ? searchName : null,
})
