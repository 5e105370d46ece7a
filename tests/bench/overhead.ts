/**
 * What Purser adds to a call: the time from asking for the next page, over HTTP as the browser does, to its answer, less
 * the wait for a slot and the upstream's own latency, both as the ledger has them. Calls are one after the other at a
 * Scale key, so hardly one waits for a slot. `npm run bench:overhead -- --calls 200`, on the build that is there.
 * Prints figures and asserts nothing.
 */
import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { z } from 'zod'
import { type DbLocation, openDb } from '@/lib/platform/db'
import { startPostgres } from '@/tests/support/postgres'
import { sandboxControl } from '@/tests/support/sandbox-control'
import { startSandboxProcess, startServer } from '@/tests/support/server'
import { foundTeam } from '@/tests/support/story'

const { values } = parseArgs({ options: { calls: { type: 'string', default: '200' } } })
const CALLS = Number(values.calls)
const WARM_UP = 20

const answered = z.object({
  continuation: z.string().nullable(),
  page: z.object({ latencyMs: z.number(), waitedMs: z.number() }),
})

interface Sample {
  readonly wholeMs: number
  readonly latencyMs: number
  readonly waitedMs: number
}

const quantile = (samples: readonly number[], part: number): string =>
  ([...samples].sort((a, b) => a - b)[Math.floor(samples.length * part)] ?? 0).toFixed(1)

async function measure(
  location: (folder: string) => DbLocation,
  env: Record<string, string>,
): Promise<Sample[]> {
  const folder = await mkdtemp(join(tmpdir(), 'purser-overhead-'))
  const sandbox = await startSandboxProcess(join(folder, 'upstream'))
  const contract = {
    UPSTREAM_BASE_URL: sandbox.baseUrl,
    UPSTREAM_CONTRACT: 'tests/support/sandbox-contract.json',
  }
  const dataFolder = join(folder, 'data')
  const server = await startServer({ dataFolder, env: { ...contract, ...env } })
  try {
    const admin = await foundTeam(server.baseUrl)
    const db = openDb(location(dataFolder))
    const environmentId = (await db.environment.findFirstOrThrow()).id
    await db.$disconnect()
    const control = sandboxControl(sandbox.controlUrl)
    const key = await control.createKey(
      await control.createWallet({ name: 'Overhead', balance: '100000000', pack: 'Scale' }),
    )
    const walletId = await admin.makeId('wallets/createWalletAction', { name: 'Main' })
    const keyId = await admin.makeId('keys/addKeyAction', { key, walletId, environmentId })
    const search = { name: 'Overhead', operation: 'followers', subject: 'ada' }
    const searchId = await admin.makeId('searches/createSearchAction', search)
    const samples: Sample[] = []
    let continuation: string | null = null
    while (samples.length < WARM_UP + CALLS) {
      const since = performance.now()
      const data = continuation
        ? await admin.mustPerform('runs/fetchNextPageAction', { continuation })
        : await admin.mustPerform('runs/startRunAction', { runId: randomUUID(), searchId, keyId })
      const wholeMs = performance.now() - since
      const answer = answered.parse(data)
      // A run's first page is another action: not the one in question.
      if (continuation) samples.push({ wholeMs, ...answer.page })
      continuation = answer.continuation
    }
    return samples.slice(WARM_UP)
  } finally {
    await server.stop()
    await sandbox.stop()
    await rm(folder, { recursive: true, force: true })
  }
}

function print(engine: string, samples: readonly Sample[]): void {
  const cells = [
    samples.map(({ wholeMs, latencyMs, waitedMs }) => wholeMs - latencyMs - waitedMs),
    samples.map(({ wholeMs }) => wholeMs),
    samples.map(({ latencyMs }) => latencyMs),
    samples.map(({ waitedMs }) => waitedMs),
  ].map((column) => `${quantile(column, 0.5)} / ${quantile(column, 0.95)}`)
  console.log(`| ${engine} | ${samples.length} | ${cells.join(' | ')} |`)
}

const at = new Date().toISOString().slice(0, 10)
console.log(`${at}; Node ${process.version}, ${availableParallelism()} cores; milliseconds, median / p95\n`)
console.log('| engine | calls | added by Purser | whole | upstream | waited for a slot |')
console.log('| --- | --- | --- | --- | --- | --- |')
print('SQLite', await measure((folder) => ({ engine: 'sqlite', file: join(folder, 'purser.db') }), {}))
const postgres = await startPostgres()
if (postgres) {
  try {
    const url = postgres.adminUrl
    print('PostgreSQL', await measure(() => ({ engine: 'postgres', url }), { DATABASE_URL: url }))
  } finally {
    await postgres.stop()
  }
}
