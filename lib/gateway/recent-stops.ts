import { createCache } from '@/lib/platform/cache'
import type { BoughtCall } from './read-call'

/** Budgets that have just refused a call: a caller that tries again at once is told the same without a look. */
export interface RecentStops {
  /** The budget's words; null if none refused the same a moment ago. */
  find(gatewayKeyId: string, call: BoughtCall): string | null
  note(gatewayKeyId: string, call: BoughtCall, message: string): void
}

/** A budget that was raised lets calls pass as soon. */
const SERVES_MS = 1000
const MOST = 10_000

/** Makes the memory of a process; `now` is a monotonic clock in milliseconds. */
export function createRecentStops(now: () => number): RecentStops {
  const stops = createCache<string>({ most: MOST, life: { ms: SERVES_MS, now } })
  return {
    find: (gatewayKeyId, call) => stops.get(nameOf(gatewayKeyId, call)) ?? null,
    note: (gatewayKeyId, call, message) => stops.set(nameOf(gatewayKeyId, call), message),
  }
}

/** Another operation or count may need less. */
const nameOf = (gatewayKeyId: string, call: BoughtCall): string =>
  call.kind === 'page'
    ? `${gatewayKeyId} ${call.request.operation} ${call.request.count ?? ''}`
    : `${gatewayKeyId} ${call.form.name}`
