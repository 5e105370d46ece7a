/**
 * A key at full pace: forty runs in the background on one Scale key, 200 pages a second of 100 items that nobody has
 * seen before, each page with its attempt, settlement, rollup, items and sightings stored, by the built app as
 * `npm start` runs it. Meanwhile its pages are asked for as a browser would. `npm run bench:runs -- --seconds 60 --runs 40`,
 * on the build that is there. Prints figures and asserts nothing. The upstream is a process of its own and costs next
 * to nothing.
 */
import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { systemClock } from '@/lib/kernel'
import { type DbLocation, openDb } from '@/lib/platform/db'
import { startPostgres } from '@/tests/support/postgres'
import { startServer } from '@/tests/support/server'
import { foundTeam, type TeamClient } from '@/tests/support/story'
import { figuresOfBoth } from '../process-figures'
import { startUpstream } from './start-upstream'

const { values } = parseArgs({
  options: {
    seconds: { type: 'string', default: '60' },
    runs: { type: 'string', default: '40' },
    /** Only this one: sqlite or postgres. */
    engine: { type: 'string' },
  },
})
const SECONDS = Number(values.seconds)
const RUNS = Number(values.runs)
const RATE = 200
const WARM_UP_MS = 4000
/** So often somebody looks at a page: a few people at work. */
const LOOK_MS = 1000
/** So often memory is looked at, at even distances. */
const MEMORY_SAMPLES = 6

const quantile = (samples: readonly number[], part: number): string =>
  ([...samples].sort((a, b) => a - b)[Math.floor(samples.length * part)] ?? 0).toFixed(0)

/** Starts the runs, each of a search of its own; answers one of them. */
async function startRuns(admin: TeamClient, environmentId: string): Promise<string> {
  const walletId = await admin.makeId('wallets/createWalletAction', { name: 'Main' })
  const key = `xd_live_${'a'.repeat(32)}`
  const keyId = await admin.makeId('keys/addKeyAction', { key, walletId, environmentId })
  let runId = ''
  for (let run = 0; run < RUNS; run++) {
    const search = { name: `Search ${run}`, operation: 'timeline', subject: 'ada' }
    const searchId = await admin.makeId('searches/createSearchAction', search)
    runId = randomUUID()
    const input = { runId, searchId, keyId, capItems: 1_000_000_000 }
    await admin.mustPerform('runs/startBackgroundRunAction', input)
  }
  return runId
}

async function measure(engine: string, location: DbLocation, env: Record<string, string>): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'purser-runs-'))
  const upstream = await startUpstream(RATE)
  const server = await startServer({
    dataFolder: folder,
    env: {
      UPSTREAM_BASE_URL: upstream.baseUrl,
      UPSTREAM_CONTRACT: 'tests/support/sandbox-contract.json',
      ...env,
    },
  })
  const db = openDb(
    location.engine === 'sqlite' ? { ...location, file: join(folder, 'purser.db') } : location,
  )
  const admin = await foundTeam(server.baseUrl)
  const { id: environmentId } = await db.environment.findFirstOrThrow()
  const runId = await startRuns(admin, environmentId)
  await systemClock.sleep(WARM_UP_MS)
  const [before, used, since] = [await upstream.counts(), figuresOfBoth(server), performance.now()]
  const paths = [`/acme/runs/${runId}`, '/acme', `/api/runs/${runId}/items?team=acme&from=0&count=100`]
  const looks: number[][] = paths.map(() => [])
  const memory: { readonly worker: number; readonly web: number }[] = []
  for (let look = 0; performance.now() - since < SECONDS * 1000; look++) {
    const place = look % paths.length
    const from = performance.now()
    const answer = await admin.fetch(paths[place] ?? '/')
    await answer.text()
    if (!answer.ok) throw new Error(`${paths[place]} answered ${answer.status}`)
    looks[place]?.push(performance.now() - from)
    if (performance.now() - since >= (memory.length * SECONDS * 1000) / MEMORY_SAMPLES) {
      const { worker, web } = figuresOfBoth(server)
      memory.push({ worker: worker.memoryMb, web: web.memoryMb })
    }
    await systemClock.sleep(LOOK_MS)
  }
  const [after, now, passed] = [await upstream.counts(), figuresOfBoth(server), performance.now() - since]
  const rate = ((after.pages - before.pages) / passed) * 1000
  const cells = [
    engine,
    `${rate.toFixed(1)} / ${RATE}`,
    (rate / RATE).toFixed(3),
    String(after.refused),
    ...(['worker', 'web'] as const).flatMap((each) => [
      `${(((now[each].cpuMs - used[each].cpuMs) / passed) * 100).toFixed(0)} %`,
      `${memory.map((sample) => sample[each].toFixed(0)).join(', ')} MB`,
    ]),
    ...looks.map((times) => `${quantile(times, 0.5)} / ${quantile(times, 0.95)} ms`),
  ]
  console.log(`| ${cells.join(' | ')} |`)
  await server.stop()
  await db.$disconnect()
  upstream.stop()
  await rm(folder, { recursive: true, force: true })
}

const at = new Date().toISOString().slice(0, 10)
console.log(`${at}; Node ${process.version}, ${availableParallelism()} cores; ${RUNS} runs, ${SECONDS} s\n`)
console.log(
  '| engine | pages a second | part of the pack | 429s | worker: share of a core | memory | web: share of a core | memory | run’s page, median / p95 | overview | 100 items |',
)
console.log('| --- | --- | --- | --- | --- | --- | --- | --- | --- | --- | --- |')
if (values.engine !== 'postgres') await measure('SQLite', { engine: 'sqlite', file: '' }, {})
const postgres = values.engine === 'sqlite' ? null : await startPostgres()
if (postgres) {
  await measure(
    'PostgreSQL',
    { engine: 'postgres', url: postgres.adminUrl },
    { DATABASE_URL: postgres.adminUrl },
  )
  await postgres.stop()
}
