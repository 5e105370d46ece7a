/**
 * Measures what Purser adds to a call: the time from requesting the next page over HTTP, as the browser does, to its
 * answer, minus the wait for a slot and the upstream's latency, both from the ledger. Calls run one after the other
 * with a Scale key, so hardly any waits for a slot. `npm run bench -- overhead --calls 200`, on the existing build.
 * `--beside FOLDER` alternates with another built Purser, forwards and backwards, so that both meet the same machine.
 * Prints figures and where the time goes, and asserts nothing.
 */
import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { availableParallelism, tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { z } from 'zod'
import { type DbLocation, openDb } from '@/lib/platform/db'
import { startPostgres } from '@/tests/support/postgres'
import { sandboxControl } from '@/tests/support/sandbox-control'
import { startSandboxProcess, startServer } from '@/tests/support/server'
import { foundTeam } from '@/tests/support/story'
import { readStages, type Sample, type StageTimes } from './overhead-stages'

const { values } = parseArgs({
  options: { calls: { type: 'string', default: '200' }, beside: { type: 'string' } },
})
const CALLS = Number(values.calls)
const WARM_UP = 60
/** Keeps one call's stages from being taken for the next one's. */
const BETWEEN_MS = 3

const answered = z.object({
  continuation: z.string().nullable(),
  page: z.object({ latencyMs: z.number(), waitedMs: z.number() }),
})

/** A Purser under test, with its own run. */
interface Asked {
  /** Requests the next page. */
  next(): Promise<void>
  readonly samples: Sample[]
  stages(): StageTimes[]
  stop(): Promise<void>
}

async function start(location: DbLocation | null, purser: string): Promise<Asked> {
  const folder = await mkdtemp(join(tmpdir(), 'purser-overhead-'))
  const sandbox = await startSandboxProcess(join(folder, 'upstream'))
  const [dataFolder, stagesFile] = [join(folder, 'data'), join(folder, 'stages')]
  const env = {
    UPSTREAM_BASE_URL: sandbox.baseUrl,
    UPSTREAM_PROVIDER: 'tests/support/sandbox-provider.json',
    NODE_OPTIONS: `--import=${resolve('tests/bench/stage-marks.mjs')}`,
    PURSER_BENCH_STAGES: stagesFile,
    ...(location?.engine === 'postgres' && { DATABASE_URL: location.url }),
  }
  const server = await startServer({ dataFolder, env, folder: purser })
  const admin = await foundTeam(server.baseUrl)
  const db = openDb(location ?? { engine: 'sqlite', file: join(dataFolder, 'purser.db') })
  const environmentId = (await db.environment.findFirstOrThrow()).id
  await db.$disconnect()
  const control = sandboxControl(sandbox.controlUrl)
  const wallet = await control.createWallet({ name: 'Overhead', balance: '100000000', pack: 'Scale' })
  const walletId = await admin.makeId('wallets/createWalletAction', { name: 'Main' })
  const keyId = await admin.makeId('keys/addKeyAction', {
    key: await control.createKey(wallet),
    walletId,
    environmentId,
  })
  const search = { name: 'Overhead', operation: 'followers', subject: 'ada' }
  const searchId = await admin.makeId('searches/createSearchAction', search)
  const samples: Sample[] = []
  let continuation: string | null = null
  return {
    samples,
    stages: () => readStages(stagesFile, samples),
    async next() {
      const isFirst = continuation === null
      const since = performance.now()
      const data: unknown = isFirst
        ? await admin.mustPerform('runs/startRunAction', { runId: randomUUID(), searchId, keyId })
        : await admin.mustPerform('runs/fetchNextPageAction', { continuation })
      const wholeMs = performance.now() - since
      const answer = answered.parse(data)
      // A run's first page is another action, which is not measured.
      if (!isFirst) samples.push({ at: performance.timeOrigin + since, wholeMs, ...answer.page })
      continuation = answer.continuation
      await pause(BETWEEN_MS)
    },
    async stop() {
      await server.stop()
      await sandbox.stop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/** Calls all in turn, forwards and backwards, until each has this many samples. */
async function measure(asked: readonly Asked[]): Promise<void> {
  for (const each of asked) while (each.samples.length < WARM_UP) await each.next()
  for (const { samples } of asked) samples.length = 0
  while (asked.some(({ samples }) => samples.length < CALLS)) {
    for (const each of asked) await each.next()
    for (const each of [...asked].reverse()) await each.next()
  }
  // Waits until the last marks are written.
  await pause(500)
}

const quantile = (samples: readonly number[], part: number): string =>
  ([...samples].sort((a, b) => a - b)[Math.floor(samples.length * part)] ?? 0).toFixed(1)
const both = (column: readonly number[]): string => `${quantile(column, 0.5)} / ${quantile(column, 0.95)}`

const NAMES = ['this', 'beside']

function print(engine: string, asked: readonly Asked[]): void {
  console.log(`\n${engine}\n\n| which | calls | added by Purser | whole | upstream | waited for a slot |`)
  console.log('| --- | --- | --- | --- | --- | --- |')
  for (const [place, { samples }] of asked.entries()) {
    const columns = [
      samples.map(({ wholeMs, latencyMs, waitedMs }) => wholeMs - latencyMs - waitedMs),
      samples.map(({ wholeMs }) => wholeMs),
      samples.map(({ latencyMs }) => latencyMs),
      samples.map(({ waitedMs }) => waitedMs),
    ]
    console.log(`| ${NAMES[place]} | ${samples.length} | ${columns.map(both).join(' | ')} |`)
  }
  const stages = asked.map((each) => each.stages())
  console.log(`\n| stage | ${asked.map((_, place) => NAMES[place]).join(' | ')} |`)
  console.log(`| --- |${' --- |'.repeat(asked.length)}`)
  for (const name of Object.keys(stages[0]?.[0] ?? {}))
    console.log(`| ${name} | ${stages.map((of) => both(of.map((times) => times[name] ?? 0))).join(' | ')} |`)
  console.log(`\nwith all stages: ${stages.map(({ length }) => length).join(', ')} calls`)
}

async function compare(engine: string, locations: readonly (DbLocation | null)[]): Promise<void> {
  const folders = [process.cwd(), ...(values.beside ? [resolve(values.beside)] : [])]
  const asked: Asked[] = []
  try {
    for (const [place, folder] of folders.entries()) asked.push(await start(locations[place] ?? null, folder))
    await measure(asked)
    print(engine, asked)
  } finally {
    for (const each of asked) await each.stop()
  }
}

const at = new Date().toISOString().slice(0, 10)
console.log(`${at}; Node ${process.version}, ${availableParallelism()} cores; milliseconds, median / p95`)
await compare('SQLite', [])
// A separate cluster for each, so that neither finds the other's tables.
const clusters = [await startPostgres(), values.beside ? await startPostgres() : null]
try {
  const locations = clusters.flatMap((cluster): DbLocation[] =>
    cluster ? [{ engine: 'postgres', url: cluster.adminUrl }] : [],
  )
  if (locations.length > 0) await compare('PostgreSQL', locations)
} finally {
  for (const cluster of clusters) await cluster?.stop()
}
