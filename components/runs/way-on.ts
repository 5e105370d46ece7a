import type { EndReason, RunView } from '@/lib/collect/runs'

/**
 * The way in which a run continues: by this tab's next page, by itself in the background, or not at all. `unread`
 * while the browser's store is not read yet, when nobody knows whether this tab can continue; null for people who only
 * look at an open run.
 */
export type WayOn = 'next' | 'background' | 'end' | 'unread' | null

interface RunHere {
  readonly run: Pick<RunView, 'isInBackground'>
  /** False for viewers. */
  readonly mayRun: boolean
  readonly endReason: EndReason | null
  /** Undefined until the browser's store is read; null if this tab cannot continue. */
  readonly continuation: string | null | undefined
}

/** Decides how a run continues, as this tab sees it. */
export function wayOn({ run, mayRun, endReason, continuation }: RunHere): WayOn {
  if (endReason !== null) return 'end'
  if (run.isInBackground) return 'background'
  if (continuation === null) return 'end'
  if (continuation === undefined) return 'unread'
  return mayRun ? 'next' : null
}
