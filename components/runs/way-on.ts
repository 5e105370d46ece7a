import type { EndReason, RunView } from '@/lib/collect/runs'

/**
 * How a run goes on: by this tab's next page, by itself in the background, or not at all. `unread` while the browser's
 * store was not read yet, since nobody knows then whether this tab can go on; null for people who only look at an open run.
 */
export type WayOn = 'next' | 'background' | 'end' | 'unread' | null

interface RunHere {
  readonly run: Pick<RunView, 'isInBackground'>
  /** Viewers only look. */
  readonly mayRun: boolean
  readonly endReason: EndReason | null
  /** Undefined until the browser's store was read; null where this tab has no way on. */
  readonly continuation: string | null | undefined
}

/** Decides how a run goes on, as this tab sees it. */
export function wayOn({ run, mayRun, endReason, continuation }: RunHere): WayOn {
  if (endReason !== null) return 'end'
  if (run.isInBackground) return 'background'
  if (continuation === null) return 'end'
  if (continuation === undefined) return 'unread'
  return mayRun ? 'next' : null
}
