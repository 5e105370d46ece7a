import { type Nano, nanoToText } from '@/lib/kernel'
import type { Attribution } from '@/lib/money/ledger'
import { createCache } from '@/lib/platform/cache'
import type { TeamCtx } from '@/lib/platform/db'
import { incrementCounter, isMetricsStarted, observeMs } from '@/lib/platform/metrics'
import type { PageOutline } from '@/lib/upstream/client'
import type { AnyOrder, AttemptTiming, FailedOrderAttempt } from './attempts'
import type { DeliveredPage } from './page-order'

/** The names by which metrics identify a key. */
export interface KeyNames {
  readonly team: string
  readonly wallet: string
  readonly key: string
}

/** Counts the calls of a process for those who operate it; see docs/run/operations.md. */
export interface CallCounts {
  /** Counts a call that is on the ledger. Its attribution decides the labels, for the other methods too. */
  begun(ctx: TeamCtx, order: AnyOrder, attemptId: string): void
  /** Records that a call is no longer under way, however it ended. */
  over(attemptId: string): void
  settled(delivered: DeliveredPage<PageOutline>, chargeNano: Nano | null): void
  missed(missed: FailedOrderAttempt): void
  lost(delivered: DeliveredPage<PageOutline>): void
  /** Returns the names by which metrics identify a key that made calls; null for others. */
  namesOf(keyId: string): KeyNames | null
}

type CallNames = KeyNames & { readonly environment: string; readonly service: string }

/** The labels of a call's metrics: one object for all calls with the same labels, so that they are looked up once. */
interface CountedCall {
  readonly key: KeyNames
  readonly names: CallNames
  readonly waits: KeyNames & { readonly priority: string }
}

const MAX_KEYS = 1000
const MAX_KINDS = 5000

/** Creates the counts of a process. Nothing is kept while nobody counts. */
export function createCallCounts(): CallCounts {
  const calls = new Map<string, CountedCall>()
  const keys = createCache<KeyNames>({ max: MAX_KEYS })
  const kinds = createCache<CountedCall>({ max: MAX_KINDS })

  function callOf(ctx: TeamCtx, { key: row, attribution, priority }: AnyOrder): CountedCall {
    const { environmentName: environment, keyPrefix } = attribution
    const service = serviceOf(attribution)
    const kind = `${row.id}\n${row.wallet.name}\n${environment}\n${service}\n${priority}`
    const known = kinds.get(kind)
    if (known) return known
    const key = { team: ctx.team.slug, wallet: row.wallet.name, key: keyPrefix }
    keys.set(row.id, key)
    const made = { key, names: { ...key, environment, service }, waits: { ...key, priority } }
    kinds.set(kind, made)
    return made
  }

  function travelled(
    { key, waits }: CountedCall,
    { waitedMs, latencyMs }: Omit<AttemptTiming, 'httpStatus'>,
  ): void {
    if (waitedMs !== null) observeMs('purser_slot_wait_seconds', waits, waitedMs)
    if (latencyMs !== null) observeMs('purser_upstream_seconds', key, latencyMs)
  }
  const missed = (attemptId: string, outcome: string, timing: Omit<AttemptTiming, 'httpStatus'>): void => {
    const call = calls.get(attemptId)
    if (!call) return
    travelled(call, timing)
    incrementCounter('purser_missed_calls_total', { ...call.names, outcome })
  }

  return {
    begun(ctx, order, attemptId) {
      if (isMetricsStarted()) calls.set(attemptId, callOf(ctx, order))
    },
    over: (attemptId) => void calls.delete(attemptId),
    settled(delivered, chargeNano) {
      const call = calls.get(delivered.attemptId)
      if (!call) return
      const items = delivered.page.ids.length
      travelled(call, delivered)
      incrementCounter('purser_pages_total', call.names)
      incrementCounter('purser_items_total', call.names, items)
      if (chargeNano === null) incrementCounter('purser_unpriced_items_total', call.names, items)
      else incrementCounter('purser_charged_credits_total', call.names, Number(nanoToText(chargeNano)))
    },
    missed({ attemptId, problem, travel }) {
      const outcome =
        problem.kind === 'rate_limited' ? 'rate_limited' : problem.charged === 'no' ? 'free' : 'unknown'
      missed(attemptId, outcome, travel)
    },
    lost: (delivered) => missed(delivered.attemptId, 'unknown', delivered),
    namesOf: (keyId) => keys.get(keyId) ?? null,
  }
}

/** Returns the service; runs, provider tests and tokens have none. */
const serviceOf = ({ principal, memberName }: Attribution): string =>
  principal === 'service' ? memberName : ''
