import type { Clock } from '@/lib/kernel'
import type { BackupHeader } from './backup-format'

/** Reports now and then how many of a backup's rows have been copied. */
export type OnProgress = (copied: number, all: number) => void

const EVERY_MS = 5000

/** Creates a function that counts rows as they are copied and reports every five seconds. */
export function countRows(
  { tables }: Pick<BackupHeader, 'tables'>,
  clock: Pick<Clock, 'monotonic'>,
  onProgress: OnProgress = () => undefined,
): (rows: number) => void {
  const all = tables.reduce((sum, { rows }) => sum + rows, 0)
  let [copied, toldAt] = [0, clock.monotonic()]
  return (rows) => {
    copied += rows
    if (clock.monotonic() - toldAt < EVERY_MS) return
    toldAt = clock.monotonic()
    onProgress(copied, all)
  }
}
