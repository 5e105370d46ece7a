import { readFileSync } from 'node:fs'
import type { RunningServer } from '@/tests/support/server'

/** Unit in which the system counts processor time. */
const TICK_MS = 10

export interface Figures {
  /** Processor time in milliseconds. */
  readonly cpuMs: number
  /** That of its main thread, which runs the event loop. */
  readonly loopMs: number
  readonly memoryMb: number
}

/** Returns Linux's figures of a process. */
export function figuresOf(pid: number): Figures {
  const resident = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? '0'
  return {
    cpuMs: cpuMsIn(`/proc/${pid}/stat`),
    loopMs: cpuMsIn(`/proc/${pid}/task/${pid}/stat`),
    memoryMb: Number(resident) / 1000,
  }
}

function cpuMsIn(file: string): number {
  const fields = readFileSync(file, 'utf8').split(') ')[1]?.split(' ') ?? []
  return (Number(fields[11]) + Number(fields[12])) * TICK_MS
}

/**
 * Returns the figures of a server's worker, which is the started process, and of its web process, which the
 * worker forked.
 */
export function figuresOfBoth({ pid, forked }: RunningServer): {
  readonly worker: Figures
  readonly web: Figures
} {
  const [web = 0] = forked()
  return { worker: figuresOf(pid), web: figuresOf(web) }
}
