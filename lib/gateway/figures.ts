import type { Clock } from '@/lib/kernel'
import { createCache } from '@/lib/platform/cache'
import type { GatewayProblem } from './answers'

/** The activity of one service at this process's gateway. */
export interface ServiceActivity {
  /** Number of calls that wait for a slot. */
  readonly waiting: number
  /** Number of calls that were sent and are not answered yet. */
  readonly underWay: number
  /** Number of requests in the last 60 seconds, however they ended. */
  readonly lastMinute: number
  /** Number of refusals by the gateway itself since the process started. */
  readonly refusals: Readonly<Partial<Record<GatewayProblem, number>>>
}

/** The state of a call. */
export type CallState = 'waiting' | 'underWay' | null

/** Counts the activity of services. */
export interface ServiceActivityCounter {
  /** Counts a request. */
  came(service: ServiceRef): void
  refused(service: ServiceRef, problem: GatewayProblem): void
  /** Returns a function that records the state of one call whenever it changes; null at its end. */
  follow(service: ServiceRef): (standing: CallState) => void
  /** Returns a team's services that have sent a request since the start, by id. */
  of(teamId: string): ReadonlyMap<string, ServiceActivity>
}

export interface ServiceRef {
  readonly teamId: string
  readonly serviceId: string
}

interface ServiceCounts {
  readonly waiting: Set<symbol>
  readonly underWay: Set<symbol>
  readonly refusals: Partial<Record<GatewayProblem, number>>
  /** Requests by the second in which they arrived, as a ring of a minute. */
  readonly seconds: { second: number; count: number }[]
}

const MINUTE_S = 60
const MAX_TEAMS = 2000

/** Creates the figures of a process. */
export function createServiceActivityCounter(clock: Pick<Clock, 'monotonic'>): ServiceActivityCounter {
  const teams = createCache<Map<string, ServiceCounts>>({ max: MAX_TEAMS })
  const secondNow = () => Math.floor(clock.monotonic() / 1000)

  function countsOf({ teamId, serviceId }: ServiceRef): ServiceCounts {
    const services = teams.get(teamId) ?? new Map<string, ServiceCounts>()
    teams.set(teamId, services)
    const known = services.get(serviceId) ?? emptyCounts()
    services.set(serviceId, known)
    return known
  }
  const figuresOf = ({ waiting, underWay, refusals, seconds }: ServiceCounts): ServiceActivity => ({
    waiting: waiting.size,
    underWay: underWay.size,
    lastMinute: seconds
      .filter(({ second }) => second > secondNow() - MINUTE_S)
      .reduce((sum, { count }) => sum + count, 0),
    refusals: { ...refusals },
  })

  return {
    came(service) {
      const { seconds } = countsOf(service)
      const second = secondNow()
      const index = second % MINUTE_S
      const before = seconds[index]
      if (before?.second === second) before.count++
      else seconds[index] = { second, count: 1 }
    },
    refused(service, problem) {
      const { refusals } = countsOf(service)
      refusals[problem] = (refusals[problem] ?? 0) + 1
    },
    follow(service) {
      const call = Symbol('call')
      const { waiting, underWay } = countsOf(service)
      return (standing) => {
        waiting.delete(call)
        underWay.delete(call)
        if (standing === 'waiting') waiting.add(call)
        if (standing === 'underWay') underWay.add(call)
      }
    },
    of: (teamId) =>
      new Map([...(teams.get(teamId) ?? [])].map(([serviceId, counts]) => [serviceId, figuresOf(counts)])),
  }
}

const emptyCounts = (): ServiceCounts => ({
  waiting: new Set(),
  underWay: new Set(),
  refusals: {},
  seconds: Array.from({ length: MINUTE_S }, () => ({ second: Number.NEGATIVE_INFINITY, count: 0 })),
})
