import type { PageRange } from '@/app/_server'
import type { UsageQuery } from './query'

/** The span whose calls and runs are listed: the range, or one bar of it. */
export const shownSpan = ({ range }: PageRange, { since, until }: UsageQuery): { from: Date; to: Date } => ({
  from: since ? new Date(since) : range.from.toJSDate(),
  to: until ? new Date(until) : range.to.toJSDate(),
})
