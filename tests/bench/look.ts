/**
 * What a look for alerts costs in a large installation: `npm run bench -- look --data FOLDER`, a folder that
 * `npm run bench -- usage --keep FOLDER` has left. The first look after a start, then looks at a team in which nothing happens.
 * Prints Markdown and asserts nothing.
 */
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { setTimeout as pause } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { createAlertWatch } from '@/lib/alerts/alerts'
import { systemClock } from '@/lib/kernel'
import { openDb, resolveDbLocation } from '@/lib/platform/db'
import { systemCtx } from '@/lib/server/jobs/jobs'
import { listAllTeams } from '@/lib/teams/teams'
import { providerSchema } from '@/lib/upstream/client'
import { createUpstreams } from '@/lib/upstream/providers'

const { values } = parseArgs({
  options: { data: { type: 'string' }, looks: { type: 'string', default: '40' } },
})
if (!values.data) throw new Error('Say which folder: --data FOLDER')
const LOOKS = Number(values.looks)
/** Shorter than the job's own pause of 15 s: a look must not find more in its caches for that. */
const BETWEEN_MS = 250

const db = openDb(resolveDbLocation({ PURSER_DATA: values.data }))
const provider = providerSchema.parse({})
const upstreams = createUpstreams({ baseUrl: 'http://127.0.0.1:9', clock: systemClock, provider })
const watch = createAlertWatch(systemClock)
const quantile = (sorted: readonly number[], part: number) =>
  (sorted[Math.floor(sorted.length * part)] ?? 0).toFixed(1)

console.log('| team | looks | in all: median / p95 / longest | longest block of the loop: median / longest |')
console.log('| --- | --- | --- | --- |')
for (const team of await listAllTeams(db)) {
  const look = async () => {
    const delay = monitorEventLoopDelay({ resolution: 1 })
    delay.enable()
    const since = performance.now()
    await watch.look(systemCtx(db, systemClock, team), upstreams)
    const ms = performance.now() - since
    await pause(5)
    delay.disable()
    return { ms, blockMs: delay.max / 1e6 }
  }
  const print = (name: string, looks: readonly { readonly ms: number; readonly blockMs: number }[]) => {
    const [all, blocks] = [looks.map(({ ms }) => ms), looks.map(({ blockMs }) => blockMs)].map((column) =>
      column.sort((a, b) => a - b),
    )
    const whole = [0.5, 0.95, 0.999].map((part) => quantile(all ?? [], part)).join(' / ')
    const block = [0.5, 0.999].map((part) => quantile(blocks ?? [], part)).join(' / ')
    console.log(`| ${[`${team.name}, ${name}`, looks.length, whole, block].join(' | ')} |`)
  }
  print('the first look', [await look()])
  const looks = []
  for (let n = 0; n < LOOKS; n++) {
    await pause(BETWEEN_MS)
    looks.push(await look())
  }
  print('nothing new', looks)
}
await upstreams.close()
await db.$disconnect()
