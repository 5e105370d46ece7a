import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { constants, setPriority } from 'node:os'
import { createInterface } from 'node:readline'
import { z } from 'zod'

const counts = z.object({ pages: z.number(), refused: z.number(), sentAt: z.number() })

/** The upstream of the benches, as a process of its own. */
export interface BenchUpstream {
  readonly baseUrl: string
  readonly pid: number
  /** How many pages it has sent, how many calls it has refused, and when it sent the latest page. */
  counts(): Promise<z.output<typeof counts>>
  stop(): void
}

/**
 * The upstream stands for another machine: where Purser takes all cores its limiter must not count late, or calls that came
 * apart are counted as if they came together. Needs root; without it 429s of that kind are to be expected.
 */
function standApart(pid: number): void {
  try {
    setPriority(pid, constants.priority.PRIORITY_HIGH)
  } catch {
    console.error('Not root: the API takes turns with Purser, and may refuse calls that were not too many.')
  }
}

/** Starts an upstream that never runs out and sells so many pages a second; it takes so long for a page. */
export async function startUpstream(pagesPerSecond: number, latencyMs = 0): Promise<BenchUpstream> {
  const script = 'tests/bench/runs/upstream.ts'
  const args = ['--import', 'tsx', script, String(pagesPerSecond), String(latencyMs)]
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] })
  process.once('exit', () => child.kill('SIGKILL'))
  standApart(child.pid ?? 0)
  const [port] = await once(createInterface({ input: child.stdout }), 'line')
  const baseUrl = `http://127.0.0.1:${port}`
  return {
    baseUrl,
    pid: child.pid ?? 0,
    counts: async () => counts.parse(await (await fetch(`${baseUrl}/counts`)).json()),
    stop: () => void child.kill(),
  }
}
