import { createCache } from '@/lib/platform/cache'
import type { BoughtCall } from './read-call'

/** Budgets that have just refused a call. A caller that tries again at once is told the same without another look. */
export interface RecentStops {
  /** Returns the budget's words; null if none refused the same a moment ago. */
  find(gatewayKeyId: string, call: BoughtCall): string | null
  note(gatewayKeyId: string, call: BoughtCall, message: string): void
}

/** Short enough that a budget that was raised soon lets calls pass. */
const SERVES_MS = 1000
const MAX = 10_000

/** Creates the memory of a process; `now` is a monotonic clock in milliseconds. */
export function createRecentStops(now: () => number): RecentStops {
  const stops = createCache<string>({ most: MAX, life: { ms: SERVES_MS, now } })
  return {
    find: (gatewayKeyId, call) => stops.get(nameOf(gatewayKeyId, call)) ?? null,
    note: (gatewayKeyId, call, message) => stops.set(nameOf(gatewayKeyId, call), message),
  }
}

/** Names a call by what it needs, because another operation or count may need less. */
const nameOf = (gatewayKeyId: string, call: BoughtCall): string =>
  call.kind === 'page'
    ? `${gatewayKeyId} ${call.request.operation} ${call.request.count ?? ''}`
    : `${gatewayKeyId} ${call.form.name}`
