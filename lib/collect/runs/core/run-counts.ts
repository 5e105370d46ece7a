import { joinSql, sql } from '@/lib/platform/db'
import type { PageSums } from './schemas'

/** A run's counts. */
export interface RunCounts extends PageSums {
  readonly newItems: number
  readonly reusedPages: number
  readonly reusedItems: number
  /** State of the run, OPEN or ENDED. */
  readonly state: string
}

/** A run's counts as a raw statement returns them. */
export type CountsRow = { readonly id: string; readonly state: string } & Readonly<
  Record<Exclude<keyof RunCounts, 'state'>, number | bigint>
>

/** Normalises counts: depending on engine and size, whole numbers arrive as one type or the other. */
export const countsOf = (row: CountsRow): RunCounts => ({
  pages: Number(row.pages),
  items: Number(row.items),
  newItems: Number(row.newItems),
  chargeNano: BigInt(row.chargeNano),
  unpricedItems: Number(row.unpricedItems),
  reusedPages: Number(row.reusedPages),
  reusedItems: Number(row.reusedItems),
  state: row.state,
})

/** The amounts that a page adds to its run. */
export interface RunAddition extends PageSums {
  readonly runId: string
  readonly newItems: number
}

/** Writes additions as SQL rows, in the same order everywhere, so that two transactions cannot wait for each other. */
export const valuesOf = (added: readonly RunAddition[]) =>
  joinSql(
    [...added]
      .sort((a, b) => (a.runId < b.runId ? -1 : 1))
      .map(
        ({ runId, pages, items, newItems, chargeNano, unpricedItems }) =>
          sql`(${runId}, ${pages}, ${items}, ${newItems}, ${chargeNano}, ${unpricedItems})`,
      ),
  )
