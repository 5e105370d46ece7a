import type { AppError, Clock } from '@/lib/kernel'
import type { ActivityLog } from './activity-log'
import { createKeyActivity, type KeyActivity } from './key-activity'

/** Stops and resumes all pacers of a key, one for each of its paths. */
export interface KeyGate {
  /** Reason why nothing is sent; null while the key works. */
  readonly halted: AppError | null
  halt(reason: AppError): void
  resume(): void
  /** Registers `stop` to be called at each later halt. */
  onHalt(stop: (reason: AppError) => void): void
}

function createGate(log: ActivityLog, clock: Clock): KeyGate {
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

/** The parts that all paths of a key share. */
export interface KeyParts {
  readonly shown: KeyActivity
  readonly gate: KeyGate
}

export function createKeyParts(clock: Clock): KeyParts {
  const shown = createKeyActivity()
  return { shown, gate: createGate(shown.log, clock) }
}
