/**
 * Measures a key at full pace: forty background runs on one Scale key buy 200 pages a second of 100 new items, each
 * page with its attempt, settlement, rollup, items and sightings, in the built app as `npm start` runs it, while its
 * pages are requested as by a browser. `npm run bench -- runs --seconds 60 --runs 40`, on the existing build. Prints
 * figures and asserts nothing. The upstream runs in its own process and costs next to nothing.
 */
import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { availableParallelism, tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { parseArgs } from 'node:util'
import { systemClock } from '@/lib/kernel'
import { type Db, type DbLocation, openDb } from '@/lib/platform/db'
import { startPostgres } from '@/tests/support/postgres'
import { startServer } from '@/tests/support/server'
import { FOUNDER, foundTeam, signInTo, type TeamClient } from '@/tests/support/story'
import { figuresOfBoth } from '../process-figures'
import { startUpstream } from './start-upstream'

const { values } = parseArgs({
  options: {
    seconds: { type: 'string', default: '60' },
    runs: { type: 'string', default: '40' },
    /** Only this one: sqlite or postgres. */
    engine: { type: 'string' },
    /** A folder that `bench:usage -- --keep` has filled: the runs continue there, on SQLite, and stay in it. */
    on: { type: 'string' },
    /** Number of other processes that use all the processor time they get. */
    busy: { type: 'string', default: '0' },
  },
})
const SECONDS = Number(values.seconds)
const RUNS = Number(values.runs)
const RATE = 200
const WALLET = 'Runs'
const WARM_UP_MS = 4000
/** Interval at which somebody opens a page: a few people at work. */
const LOOK_MS = 1000
/** Number of memory samples, evenly spaced. */
const MEMORY_SAMPLES = 6

const LOOP_MARKS = pathToFileURL(resolve('tests/bench/loop-marks.mjs')).href

/** Starts processes that only use processor time. Returns a function that ends them. */
function makeBusy(many: number): () => void {
  const children = Array.from({ length: many }, () => spawn(process.execPath, ['-e', 'for(;;);']))
  const stop = () => {
    for (const child of children) child.kill('SIGKILL')
  }
  process.once('exit', stop)
  return stop
}

/** Returns the longest block of a process's event loop since a given time. */
async function longestBlock(file: string, pid: number, since: number): Promise<string> {
  const marks = (await readFile(file, 'utf8')).split('\n').map((line) => line.split(' ').map(Number))
  const times = marks.filter(([of, at = 0]) => of === pid && at >= since).map(([, , ms = 0]) => ms)
  return `${Math.max(0, ...times).toFixed(0)} ms`
}

const quantile = (samples: readonly number[], part: number): string =>
  ([...samples].sort((a, b) => a - b)[Math.floor(samples.length * part)] ?? 0).toFixed(0)

/**
 * Finds the wallet and the searches of an earlier bench in a kept folder, or creates them, so that the team
 * does not grow with each bench.
 */
async function findOrMake(admin: TeamClient, db: Db, environmentId: string) {
  const before = await db.wallet.findFirst({ where: { name: WALLET }, include: { keys: true } })
  const walletId = before?.id ?? (await admin.makeId('wallets/createWalletAction', { name: WALLET }))
  const key = `xd_live_${randomUUID().replaceAll('-', '')}`
  const known = before?.keys[0]?.id
  const keyId = known ?? (await admin.makeId('keys/addKeyAction', { key, walletId, environmentId }))
  // If Purser ran on this folder without the bench's upstream, its sandbox has refused the key.
  if (known) await admin.mustPerform('keys/checkKeyAction', { keyId })
  const searchIds: string[] = []
  for (let run = 0; run < RUNS; run++) {
    const search = { name: `Full pace ${run}`, operation: 'timeline', subject: 'ada' }
    const saved = await db.savedSearch.findFirst({ where: { name: search.name } })
    searchIds.push(saved?.id ?? (await admin.makeId('searches/createSearchAction', search)))
  }
  return { keyId, searchIds }
}

/** Starts the runs, each of its own search. Returns their ids. */
async function startRuns(admin: TeamClient, db: Db, environmentId: string): Promise<string[]> {
  const { keyId, searchIds } = await findOrMake(admin, db, environmentId)
  const runIds: string[] = []
  for (const searchId of searchIds) {
    const runId = randomUUID()
    runIds.push(runId)
    const input = { runId, searchId, keyId, capItems: 1_000_000_000 }
    await admin.mustPerform('runs/startBackgroundRunAction', input)
  }
  return runIds
}

async function measure(engine: string, location: DbLocation, env: Record<string, string>): Promise<void> {
  const made = await mkdtemp(join(tmpdir(), 'purser-runs-'))
  const [folder, loopFile] = [values.on ?? made, join(made, 'loop')]
  const upstream = await startUpstream(RATE)
  const server = await startServer({
    dataFolder: folder,
    env: {
      UPSTREAM_BASE_URL: upstream.baseUrl,
      UPSTREAM_PROVIDER: 'tests/support/sandbox-provider.json',
      NODE_OPTIONS: `${process.env.NODE_OPTIONS ?? ''} --import ${LOOP_MARKS}`,
      PURSER_BENCH_LOOP: loopFile,
      ...env,
    },
  })
  const db = openDb(
    location.engine === 'sqlite' ? { ...location, file: join(folder, 'purser.db') } : location,
  )
  const admin = values.on
    ? await signInTo(server.baseUrl, 'acme', FOUNDER.email, FOUNDER.password)
    : await foundTeam(server.baseUrl)
  const { id: environmentId } = await db.environment.findFirstOrThrow()
  const runIds = await startRuns(admin, db, environmentId)
  const runId = runIds.at(-1)
  const paths = [`/acme/runs/${runId}`, '/acme', `/api/runs/${runId}/items?team=acme&from=0&count=100`]
  await systemClock.sleep(WARM_UP_MS)
  // The first opening of a page after a start loads its code.
  for (const path of [...paths, ...paths]) await (await admin.fetch(path)).text()
  const [stopBusy, begun] = [makeBusy(Number(values.busy)), Date.now()]
  const [before, used, since] = [await upstream.counts(), figuresOfBoth(server), performance.now()]
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
  stopBusy()
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
  const [web = 0] = server.forked()
  for (const pid of [server.pid, web]) cells.push(await longestBlock(loopFile, pid, begun))
  console.log(`| ${cells.join(' | ')} |`)
  // Otherwise they would continue at the next start of that folder.
  if (values.on) for (const ended of runIds) await admin.mustPerform('runs/cancelRunAction', { runId: ended })
  await server.stop()
  await db.$disconnect()
  upstream.stop()
  await rm(made, { recursive: true, force: true })
}

const at = new Date().toISOString().slice(0, 10)
console.log(`${at}; Node ${process.version}, ${availableParallelism()} cores; ${RUNS} runs, ${SECONDS} s\n`)
console.log(
  '| engine | pages a second | part of the pack | 429s | worker: share of a core | memory | web: share of a core | memory | run’s page, median / p95 | overview | 100 items | longest block of the worker’s loop | of the web’s |',
)
console.log('| --- | --- | --- | --- | --- | --- | --- | --- | --- | --- | --- | --- | --- |')
if (values.engine !== 'postgres') await measure('SQLite', { engine: 'sqlite', file: '' }, {})
const postgres = values.engine === 'sqlite' || values.on ? null : await startPostgres()
if (postgres) {
  await measure(
    'PostgreSQL',
    { engine: 'postgres', url: postgres.adminUrl },
    { DATABASE_URL: postgres.adminUrl },
  )
  await postgres.stop()
}
