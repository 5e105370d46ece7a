import type { Db, Tx } from '@/lib/db'
import type { EndReason, PageSums } from './schemas'

/** The only file that names Run and ResultPage. */

export interface NewRun {
  readonly id: string
  readonly teamId: string
  readonly searchId: string | null
  readonly searchName: string
  readonly operation: string
  readonly subject: string
  readonly product: string | null
  readonly keyId: string
  readonly keyPrefix: string
  readonly environmentId: string
  readonly environmentName: string
  readonly memberId: string
  readonly memberName: string
  readonly shared: boolean
  readonly capItems?: number | null
  readonly capMicro?: bigint | null
  readonly startedAt: Date
}

export const insertRun = (tx: Tx, row: NewRun) =>
  tx.run.create({
    data: { ...row, state: 'OPEN', nextSeq: 1, pages: 0, items: 0, chargeMicro: 0n, unpricedItems: 0 },
  })

/** Takes a sequence number of an open run; false when it was taken before, as by a double click. */
export async function takeSeq(tx: Tx, teamId: string, runId: string, seq: number): Promise<boolean> {
  const { count } = await tx.run.updateMany({
    where: { id: runId, teamId, state: 'OPEN', nextSeq: seq },
    data: { nextSeq: seq + 1 },
  })
  return count === 1
}

/** Undoes `takeSeq` for a page that was never bought: the continuation that carries the number can be used again. */
export const giveSeqBack = (tx: Tx, teamId: string, runId: string, seq: number) =>
  tx.run.updateMany({
    where: { id: runId, teamId, state: 'OPEN', nextSeq: seq + 1 },
    data: { nextSeq: seq },
  })

export const addToRun = (
  tx: Tx,
  teamId: string,
  runId: string,
  page: PageSums,
  end: { readonly reason: EndReason; readonly at: Date } | null,
) =>
  tx.run.update({
    where: { id: runId, teamId },
    data: {
      pages: { increment: page.pages },
      items: { increment: page.items },
      chargeMicro: { increment: page.chargeMicro },
      unpricedItems: { increment: page.unpricedItems },
      ...(end && { state: 'ENDED', endReason: end.reason, endedAt: end.at }),
    },
  })

/** Ends a run that is open still. */
export const endRun = (
  db: Db,
  teamId: string,
  id: string,
  end: { readonly reason: EndReason; readonly at: Date },
) =>
  db.run.updateMany({
    where: { id, teamId, state: 'OPEN' },
    data: { state: 'ENDED', endReason: end.reason, endedAt: end.at },
  })

/** A member's own runs, and those of searches that were shared. */
const visibleTo = (teamId: string, memberId: string) => ({ teamId, OR: [{ memberId }, { shared: true }] })

export const selectRun = (db: Db | Tx, teamId: string, memberId: string, id: string) =>
  db.run.findFirst({ where: { id, ...visibleTo(teamId, memberId) } })

export const selectRuns = (db: Db, teamId: string, memberId: string, most: number, searchId?: string) =>
  db.run.findMany({
    where: { ...visibleTo(teamId, memberId), ...(searchId && { searchId }) },
    orderBy: [{ startedAt: 'desc' }, { id: 'desc' }],
    take: most,
  })

/** Answers next to nothing: a page's items are long, and would be read back. */
export const insertResultPage = (
  tx: Tx,
  row: {
    attemptId: string
    teamId: string
    runId: string
    pageNumber: number
    itemCount: number
    items: string
    at: Date
  },
) => tx.resultPage.create({ data: row, select: { pageNumber: true } })

export const selectResultPages = (db: Db, teamId: string, runId: string) =>
  db.resultPage.findMany({ where: { teamId, runId }, orderBy: { pageNumber: 'asc' } })

export const selectResultPage = (db: Db, teamId: string, runId: string, pageNumber: number) =>
  db.resultPage.findFirst({ where: { teamId, runId, pageNumber }, select: { items: true } })

/** How many items each page of a run brought, in the order of the pages. */
export const selectPageSizes = (db: Db, teamId: string, runId: string) =>
  db.resultPage.findMany({
    where: { teamId, runId },
    select: { pageNumber: true, itemCount: true },
    orderBy: { pageNumber: 'asc' },
  })
