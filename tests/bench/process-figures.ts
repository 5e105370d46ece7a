import { readFileSync } from 'node:fs'
import type { RunningServer } from '@/tests/support/server'

/** What the system counts processor time in. */
const TICK_MS = 10

export interface Figures {
  /** Processor time in milliseconds. */
  readonly cpuMs: number
  readonly memoryMb: number
}

/** What Linux counts of a process. */
export function figuresOf(pid: number): Figures {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? []
  const resident = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? '0'
  const cpuMs = (Number(fields[11]) + Number(fields[12])) * TICK_MS
  return { cpuMs, memoryMb: Number(resident) / 1000 }
}

/** The figures of a server: of the worker, which is the process that was started, and of the web process, which it forked. */
export function figuresOfBoth({ pid, forked }: RunningServer): {
  readonly worker: Figures
  readonly web: Figures
} {
  const [web = 0] = forked()
  return { worker: figuresOf(pid), web: figuresOf(web) }
}
