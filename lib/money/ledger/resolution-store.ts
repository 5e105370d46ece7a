import { type Micro, newId } from '@/lib/kernel'
import type { Db, Tx } from '@/lib/platform/db'
import type { OpenedWhere } from './store'

/** The only file that names Resolution. */

export interface ResolutionRow {
  readonly teamId: string
  readonly attemptId: string
  readonly walletId: string
  readonly finding: 'charged' | 'uncharged'
  readonly items: number
  readonly chargeMicro: Micro | null
  /** Balance readings, or an admin's word. */
  readonly proof: 'readings' | 'note'
  readonly note: string
  /** Null where nobody did: it follows from readings. */
  readonly resolvedById: string | null
  readonly resolvedByName: string
  readonly at: Date
}

export const insertResolution = (tx: Tx, row: ResolutionRow) =>
  tx.resolution.create({ data: { id: newId(), ...row }, select: { id: true } })

/** What a run's unknown attempts turned out to have been charged for. */
export const sumResolvedOfRun = async (db: Db, teamId: string, runId: string) => {
  const { _sum } = await db.resolution.aggregate({
    where: { teamId, finding: 'charged', attempt: { runId } },
    _sum: { items: true, chargeMicro: true },
  })
  return { items: _sum.items ?? 0, chargeMicro: _sum.chargeMicro ?? 0n }
}

/** What unknown attempts opened in a half-open span turned out to have been charged for. */
export const sumResolvedOfOpened = (tx: Tx, { teamId, ...opened }: OpenedWhere) =>
  tx.resolution.aggregate({
    where: { teamId, finding: 'charged', attempt: { teamId, ...opened } },
    _sum: { items: true, chargeMicro: true },
  })
