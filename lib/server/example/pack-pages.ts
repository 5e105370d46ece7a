import { packJson } from '@/lib/upstream/client'
import { itemsOfPage } from './items'
import type { PlannedRun } from './plan'

/** Stored form of the items of runs, page by page. */
export type PackedPages = ReadonlyMap<PlannedRun, readonly Uint8Array<ArrayBuffer>[]>

/** Packs the items of runs before the transaction that stores them. */
export async function packPages(runs: readonly PlannedRun[]): Promise<PackedPages> {
  const packed = new Map<PlannedRun, Uint8Array<ArrayBuffer>[]>()
  for (const run of runs) {
    const pages = run.calls.filter(({ outcome }) => outcome === 'page')
    packed.set(
      run,
      await Promise.all(
        pages.map(({ at }, page) => packJson(itemsOfPage(run.search, run.newest, page, new Date(at)))),
      ),
    )
  }
  return packed
}
