import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { constants, setPriority } from 'node:os'
import { createInterface } from 'node:readline'
import { z } from 'zod'

const counts = z.object({ pages: z.number(), refused: z.number(), sentAt: z.number() })

/** The upstream of the benches, in its own process. */
export interface BenchUpstream {
  readonly baseUrl: string
  readonly pid: number
  /** The number of pages sent and calls refused, and when the latest page was sent. */
  counts(): Promise<z.output<typeof counts>>
  stop(): void
}

/**
 * Raises the priority of the upstream, which stands in for another machine: if Purser uses all cores, its
 * limiter must not count late, or calls that arrived apart are counted as if together. Needs root; without it
 * such 429s are to be expected.
 */
function standApart(pid: number): void {
  try {
    setPriority(pid, constants.priority.PRIORITY_HIGH)
  } catch {
    console.error('Not root: the API takes turns with Purser, and may refuse calls that were not too many.')
  }
}

/** Starts an upstream that never runs out, sells this many pages a second, and has this latency. */
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
