/**
 * Writes runs as files in its own process, so that its memory can be measured. Takes a job as JSON and prints
 * a report as JSON; asserts nothing.
 */
import { createWriteStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { exportInput, exportRun } from '@/lib/collect/exports'
import { SYSTEM, systemClock } from '@/lib/kernel'
import { openDb, type TeamCtx } from '@/lib/platform/db'
import { type ExportsReport, exportsJob } from './exports-job'

const SAMPLE_MS = 5

/**
 * Measures the peak memory of the process from now on. The system's own figure would include its parent's.
 */
function watchMemory() {
  let peak = 0
  const look = () => {
    peak = Math.max(peak, process.memoryUsage.rss())
  }
  const timer = setInterval(look, SAMPLE_MS)
  return {
    look,
    end: () => {
      clearInterval(timer)
      return peak
    },
  }
}

async function main(): Promise<void> {
  const { database, folder, format, runIds, team } = exportsJob.parse(JSON.parse(process.argv[2] ?? ''))
  const db = openDb({ engine: 'sqlite', file: database })
  const ctx: TeamCtx = { db, team, actor: SYSTEM, clock: systemClock }
  const reports: ExportsReport = []
  for (const runId of runIds) {
    const file = join(folder, `${runId}.${format}`)
    const delay = monitorEventLoopDelay({ resolution: 5 })
    delay.enable()
    const memory = watchMemory()
    const since = performance.now()
    const { chunks } = await exportRun(ctx, exportInput.parse({ runId, format }))
    const body = Readable.from(chunks).on('data', memory.look)
    await pipeline(body, createWriteStream(file))
    reports.push({
      file,
      seconds: (performance.now() - since) / 1000,
      megabytes: (await stat(file)).size / 1e6,
      peakMegabytes: memory.end() / 1e6,
      longestBlockMs: delay.max / 1e6,
    })
  }
  await db.$disconnect()
  console.log(JSON.stringify(reports))
}

main().catch((error: unknown) => {
  console.error(error)
  process.exit(1)
})
