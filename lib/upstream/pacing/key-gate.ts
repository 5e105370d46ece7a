import type { AppError, Clock } from '@/lib/kernel'
import type { ActivityLog } from './activity-log'

/** Stops all pacers of a key, one for each of its paths, and lets them go on. */
export interface KeyGate {
  /** Why nothing is sent; null while the key works. */
  readonly halted: AppError | null
  halt(reason: AppError): void
  resume(): void
  /** Calls `stop` at each halt from now on. */
  onHalt(stop: (reason: AppError) => void): void
}

export function createGate(log: ActivityLog, clock: Clock): KeyGate {
  const stops: ((reason: AppError) => void)[] = []
  let halted: AppError | null = null
  return {
    get halted() {
      return halted
    },
    halt(reason) {
      halted = reason
      for (const stop of stops) stop(reason)
      log.append({ kind: 'halted', reason: reason.message }, clock.monotonic())
    },
    resume() {
      if (halted) log.append({ kind: 'resumed' }, clock.monotonic())
      halted = null
    },
    onHalt: (stop) => void stops.push(stop),
  }
}
