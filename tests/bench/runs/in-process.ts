/**
 * Measures the same as `npm run bench -- runs` without the web: the same runs and writes in a plain process, so that
 * the difference shows what the server takes. `npm run bench -- engine --seconds 20 --runs 40`; with `--one-thread`
 * the main thread also reads the pages. Prints figures and asserts nothing.
 */
import { randomBytes, randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'
import { performance } from 'node:perf_hooks'
import { parseArgs } from 'node:util'
import {
  cancelRun,
  createBackgroundRuns,
  createRunServices,
  getRun,
  itemsInput,
  listRunItems,
  startBackgroundRun,
} from '@/lib/collect/runs'
import { createSearch } from '@/lib/collect/searches'
import { newId, systemClock } from '@/lib/kernel'
import { addKey } from '@/lib/keys/keys'
import { type DbLocation, migrate, openDb } from '@/lib/platform/db'
import { createVault } from '@/lib/platform/vault'
import { createPageReader, readProvider } from '@/lib/upstream/client'
import { createPacers } from '@/lib/upstream/pacing'
import { createUpstreams } from '@/lib/upstream/providers'
import { makeTeam } from '@/tests/factories/team'
import { startPostgres } from '@/tests/support/postgres'
import { startUpstream } from './start-upstream'

const { values } = parseArgs({
  options: {
    seconds: { type: 'string', default: '20' },
    runs: { type: 'string', default: '40' },
    'one-thread': { type: 'boolean', default: false },
  },
})
const SECONDS = Number(values.seconds)
const RUNS = Number(values.runs)
const RATE = 200
const WARM_UP_MS = 3000
const LOOK_MS = 250
const PRICES = { timeline: '0.1', search: '0.1', followers: '0.1' }

const clock = systemClock

const quantile = (samples: readonly number[], part: number): string =>
  ([...samples].sort((a, b) => a - b)[Math.floor(samples.length * part)] ?? 0).toFixed(0)

const megabytes = (): string => (process.memoryUsage.rss() / 1e6).toFixed(0)

/** Returns the processor time of the main thread in milliseconds, as Linux counts it. */
const mainThreadMs = (): number =>
  Number(readFileSync(`/proc/self/task/${process.pid}/schedstat`, 'utf8').split(' ')[0]) / 1e6

async function measure(engine: string, location: DbLocation): Promise<void> {
  const upstream = await startUpstream(RATE)
  const ask = upstream.counts
  const { baseUrl } = upstream
  await migrate(location, 'prisma')
  const db = openDb(location)
  const team = await makeTeam(db, clock)
  const onError = (error: unknown) => console.error(error)
  const reader = createPageReader({ onTrouble: onError })
  const provider = readProvider({ price: PRICES })
  const upstreams = createUpstreams({ baseUrl, clock, provider, ...(!values['one-thread'] && { reader }) })
  const pacers = createPacers(clock)
  const services = createRunServices(
    { upstreams, pacers, vault: createVault(randomBytes(32)) },
    newId(),
    clock,
  )
  const background = createBackgroundRuns({ services, clock, isShared: engine !== 'SQLite', onError })
  const environmentId = team.environments[0]?.id ?? ''
  const key = { key: `xd_live_${'a'.repeat(32)}`, name: '', walletId: team.walletId, environmentId }
  const { id: keyId } = await addKey(team.admin, services, key)
  let runId = ''
  for (let run = 0; run < RUNS; run++) {
    const search = { name: `Search ${run}`, operation: 'timeline', subject: 'ada' } as const
    const { id: searchId } = await createSearch(team.admin, search)
    const input = { runId: randomUUID(), searchId, keyId, capItems: 1_000_000_000 }
    runId = (await startBackgroundRun(team.admin, { ...services, background }, input)).runId
  }
  await clock.sleep(WARM_UP_MS)
  const [before, cpu, since, memory] = [await ask(), process.cpuUsage(), performance.now(), megabytes()]
  const [main, loop] = [mainThreadMs(), performance.eventLoopUtilization()]
  const looks: number[] = []
  while (performance.now() - since < SECONDS * 1000) {
    const from = performance.now()
    await listRunItems(team.admin, itemsInput.parse({ runId }))
    looks.push(performance.now() - from)
    await clock.sleep(LOOK_MS)
  }
  const [after, passed] = [await ask(), performance.now() - since]
  const used = process.cpuUsage(cpu)
  const mainMs = mainThreadMs() - main
  const { utilization } = performance.eventLoopUtilization(loop)
  const rate = ((after.pages - before.pages) / passed) * 1000
  const cancelledAt = performance.now()
  await cancelRun(team.admin, { ...services, background }, runId)
  while ((await getRun(team.admin, runId)).state !== 'ENDED');
  const cancelMs = performance.now() - cancelledAt
  await background.stop()
  const cells = [
    engine,
    `${rate.toFixed(1)} / ${RATE}`,
    (rate / RATE).toFixed(3),
    String(after.refused),
    `${((used.user + used.system) / 10 / passed).toFixed(0)} %`,
    `${(mainMs / (after.pages - before.pages)).toFixed(2)} ms, ${(utilization * 100).toFixed(0)} % busy`,
    `${memory} → ${megabytes()} MB`,
    `${quantile(looks, 0.5)} / ${quantile(looks, 0.95)} ms`,
    String(await db.sighting.count()),
    `${cancelMs.toFixed(0)} ms`,
  ]
  console.log(`| ${cells.join(' | ')} |`)
  pacers.closeAll()
  await upstreams.close()
  await reader.close()
  await db.$disconnect()
  upstream.stop()
}

const at = new Date().toISOString().slice(0, 10)
console.log(`${at}; Node ${process.version}, ${availableParallelism()} cores; ${RUNS} runs, ${SECONDS} s\n`)
console.log(
  '| engine | pages a second | part of the pack | 429s | share of a core | main thread, of a page and in all | memory | 100 items read, median / p95 | items stored | a run cancelled until it has ended |',
)
console.log('| --- | --- | --- | --- | --- | --- | --- | --- | --- | --- |')
const folder = await mkdtemp(join(tmpdir(), 'purser-runs-'))
await measure('SQLite', { engine: 'sqlite', file: join(folder, 'purser.db') })
await rm(folder, { recursive: true, force: true })
const postgres = await startPostgres()
if (postgres) {
  await measure('PostgreSQL', { engine: 'postgres', url: postgres.adminUrl })
  await postgres.stop()
}
