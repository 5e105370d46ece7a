import { withOperation } from '@/lib/kernel'
import type { Db } from '@/lib/platform/db'

/** All columns of a run as SQL returns them. Each call reads its run, and a model's query costs ten times as much. */
export type RunColumns = NonNullable<Awaited<ReturnType<Db['run']['findFirst']>>>

type StoredRun = Readonly<Record<'items' | 'newItems' | 'unpricedItems', bigint>> & {
  readonly operation: string
}

/** Converts a run's counts to numbers. The columns are wide enough for a month at a fast key's pace. */
export function rowOf<Row extends StoredRun>(row: Row) {
  const { items, newItems, unpricedItems, ...rest } = withOperation(row)
  return {
    ...rest,
    items: Number(items),
    newItems: Number(newItems),
    unpricedItems: Number(unpricedItems),
  }
}

export const rowsOf = async <Row extends StoredRun>(rows: Promise<Row[]>) => (await rows).map(rowOf<Row>)
