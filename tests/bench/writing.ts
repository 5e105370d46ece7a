/**
 * Measures what writing a page costs: opens attempts and settles pages with the real book and its group commits,
 * without an upstream. `npm run bench -- writing --pages 20000 --items 20 --engine sqlite`. Prints pages a second and
 * bytes a page, and asserts nothing. `--passed` passes pages on, as the gateway does, and keeps nothing of them; with
 * `--runs 1` each is written alone. `--without-indexes` drops the indexes of rollups except their key, which shows
 * their cost. `--index` stores real items, and measures each round with and without the job that indexes their words.
 * It also runs in an older version of Purser: copy this file there.
 */
import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { performance } from 'node:perf_hooks'
import { parseArgs } from 'node:util'
import { createRunServices, indexItems } from '@/lib/collect/runs'
import { insertRun } from '@/lib/collect/runs/core/store'
import { newId, systemClock } from '@/lib/kernel'
import { addKey, getUsableKey } from '@/lib/keys/keys'
import { type Db, type DbLocation, migrate, openDb, type TeamCtx } from '@/lib/platform/db'
import { runJobSteps } from '@/lib/server/jobs/jobs'
import { WORDS_PAUSES } from '@/lib/server/jobs/purser-jobs'
import { packJson } from '@/lib/upstream/client'
import { getProvider, listHash, providerPrices } from '@/lib/upstream/providers'
import { makeTeam } from '@/tests/factories/team'
import { startTestUpstream } from '@/tests/factories/upstream'
import { startPostgres } from '@/tests/support/postgres'

const { values } = parseArgs({
  options: {
    pages: { type: 'string', default: '10000' },
    items: { type: 'string', default: '20' },
    runs: { type: 'string', default: '40' },
    engine: { type: 'string', default: 'both' },
    passed: { type: 'boolean', default: false },
    'without-indexes': { type: 'boolean', default: false },
    index: { type: 'boolean', default: false },
    rounds: { type: 'string', default: '5' },
  },
})
const [PAGES, ITEMS, RUNS] = [Number(values.pages), Number(values.items), Number(values.runs)]
const LEDGER = ['Attempt', 'LedgerEntry', 'Rollup', 'WalletTotal']
const ROLLUP_INDEXES = [
  ...['walletId', 'keyId', 'environmentId', 'memberId', 'principal_principalId', 'searchId', 'operation'].map(
    (columns) => `Rollup_teamId_${columns}_quarter_idx`,
  ),
]
const clock = systemClock

async function measure(name: string, location: DbLocation): Promise<void> {
  await migrate(location, 'prisma')
  const db = openDb(location)
  if (values['without-indexes'])
    for (const index of ROLLUP_INDEXES) await db.$executeRawUnsafe(`DROP INDEX "${index}"`)
  const upstream = await startTestUpstream(clock)
  const { admin: ctx, walletId, environments } = await makeTeam(db, clock)
  const [environment] = environments
  if (!environment) throw new Error('There is no environment')
  const added = { key: upstream.issueKey().key, name: '', walletId, environmentId: environment.id }
  const { id: keyId } = await addKey(ctx, upstream, added)
  const key = await getUsableKey(ctx, keyId)
  const { book } = createRunServices(upstream, newId(), clock)
  const { provider } = await getProvider(ctx, upstream.upstreams)
  const source = {
    provider,
    name: 'bench',
    id: 'bench',
    fetchPage: () => Promise.reject(new Error('No page is asked for')),
  }
  const hasPrincipals = 'principal' in db.attempt.fields
  const plain = new Uint8Array(ITEMS * 60)
  let prepared: Uint8Array<ArrayBuffer>[] = []

  async function buy(left: () => boolean): Promise<void> {
    const searchId = randomUUID()
    const names = { keyPrefix: 'xd_live_aaaa', environmentName: environment?.name ?? '', memberName: 'Ada' }
    const whose = { keyId, environmentId: environment?.id ?? '', memberId: ctx.actor.memberId, searchId }
    const said = { ...names, ...whose, searchName: 'Ada’s posts', operation: 'timeline' } as const
    const run = await insertRun(db, {
      ...{
        id: randomUUID(),
        teamId: ctx.team.id,
        streamId: searchId,
        subject: 'ada',
        product: null,
        shared: true,
      },
      ...{ ...said, instanceId: 'bench', startedAt: clock.now() },
    })
    const principal = { principal: 'member', principalId: ctx.actor.memberId, origin: 'search' } as const
    const attribution = { ...said, walletId, runId: run.id, ...(hasPrincipals && principal) }
    for (let pageNumber = 1; left(); pageNumber++) {
      const attemptId = await book.open(ctx, {
        ...{ upstream: source, key, pageNumber, request: { operation: 'timeline', subject: 'ada' } },
        attribution: attribution as never,
        priority: values.passed ? 'gateway' : 'run',
        claim: () => Promise.resolve(),
        giveBack: () => Promise.resolve(),
      })
      const page = {
        ids: Array.from({ length: ITEMS }, () => randomUUID()),
        nextCursor: 'more',
        hasUnusableCursor: false,
        reportedChargeNano: null,
        items: () => Promise.resolve([]),
        packed: () => Promise.resolve(prepared.pop() ?? plain),
      }
      const call = {
        ...{ prices: providerPrices(source.provider), key, operation: 'timeline' as const },
        asked: { listId: listHash(source, 'timeline'), count: 100, maximum: 100 },
        delivered: {
          attemptId,
          page: page as never,
          servedAt: new Date(),
          httpStatus: 200,
          latencyMs: 80,
          waitedMs: 5,
        },
      }
      if (values.passed) await book.settleCall(ctx, call)
      else
        await book.settle(ctx, {
          ...{ ...call, run, isWithoutLoss: true, streamId: searchId, pageNumber, itemOffset: 0 },
          whyEnd: () => null,
        })
    }
  }

  const time = async (pages: number): Promise<number> => {
    let begun = 0
    const since = performance.now()
    await Promise.all(Array.from({ length: RUNS }, () => buy(() => begun++ < pages)))
    return performance.now() - since
  }
  await (values.index ? Promise.resolve() : time(Math.min(1000, PAGES)))
  if (values.index) {
    await compareIndexing(ctx, name, async () => {
      prepared = await Promise.all(Array.from({ length: PAGES }, packedItems))
      return () => time(PAGES)
    })
    await upstream.close()
    await db.$disconnect()
    return
  }
  const before = await sizes(db, location)
  const cpu = process.cpuUsage()
  const tookMs = await time(PAGES)
  const { user, system } = process.cpuUsage(cpu)
  const after = await sizes(db, location)
  const bytes = (of: keyof typeof after) => ((after[of] - before[of]) / PAGES).toFixed(0)
  console.log(
    `| ${[name, ((PAGES / tookMs) * 1000).toFixed(0), `${((user + system) / 1000 / PAGES).toFixed(2)} ms`, bytes('all'), bytes('ledger')].join(' | ')} |`,
  )
  await upstream.close()
  await db.$disconnect()
}

/** Returns a packed page of items whose texts are twenty words each. */
const packedItems = (): Promise<Uint8Array<ArrayBuffer>> =>
  packJson(
    Array.from({ length: ITEMS }, (_, place) => ({
      ...{ id: randomUUID(), createdAt: null, link: null, raw: null },
      text: Array.from({ length: 20 }, (__, at) => `word${(place * 20 + at) % 997}`).join(' '),
      author: { id: null, handle: `ada${place}`, name: null },
    })),
  )

const median = (times: readonly number[]): number => times.toSorted((a, b) => a - b)[times.length >> 1] ?? 0

/** Measures the same pages in turns, alone and beside the job as the worker runs it. */
async function compareIndexing(
  ctx: TeamCtx,
  name: string,
  prepare: () => Promise<() => Promise<number>>,
): Promise<void> {
  const times: Record<'alone' | 'beside', number[]> = { alone: [], beside: [] }
  for (let round = 0; round < Number(values.rounds); round++) {
    const write = await prepare()
    times.alone.push(await write())
    const writeBeside = await prepare()
    let isOver = false
    const indexing = (async () => {
      while (!isOver)
        await runJobSteps(
          clock,
          indexItems(ctx, () => Promise.resolve(true)),
          {
            ...{ aLease: 1, mayContinue: () => Promise.resolve(!isOver), pauses: WORDS_PAUSES },
          },
        )
    })()
    times.beside.push(await writeBeside())
    isOver = true
    await indexing
  }
  const rate = (of: readonly number[]) => ((PAGES / median(of)) * 1000).toFixed(0)
  const slower = (median(times.beside) / median(times.alone) - 1) * 100
  console.log(
    `${name}: ${rate(times.alone)} pages a second alone, ${rate(times.beside)} beside the index: ${slower.toFixed(1)} % slower`,
  )
}

/** Returns the bytes of the whole database, and of the ledger's tables with their indexes. */
async function sizes(db: Db, { engine }: DbLocation): Promise<{ all: number; ledger: number }> {
  const among = LEDGER.map((table) => `'${table}'`).join()
  const ask = async (text: string) => {
    const [row] = await db.$queryRawUnsafe<{ bytes: number | bigint | null }[]>(text)
    return Number(row?.bytes ?? 0)
  }
  if (engine === 'postgres')
    return {
      all: await ask('SELECT pg_database_size(current_database()) AS bytes'),
      ledger: await ask(
        `SELECT CAST(SUM(pg_total_relation_size(oid)) AS BIGINT) AS bytes FROM pg_class WHERE relkind = 'r' AND relname IN (${among})`,
      ),
    }
  return {
    all: await ask('SELECT page_count * page_size AS bytes FROM pragma_page_count(), pragma_page_size()'),
    ledger: await ask(
      `SELECT SUM(pgsize) AS bytes FROM dbstat WHERE name IN (SELECT name FROM sqlite_master WHERE tbl_name IN (${among}))`,
    ),
  }
}

console.log(`Node ${process.version}; ${PAGES} pages of ${ITEMS} items, ${RUNS} at once\n`)
console.log('| engine | pages a second | processor a page | bytes a page | of these the ledger |')
console.log('| --- | --- | --- | --- | --- |')
if (values.engine !== 'postgres') {
  const folder = await mkdtemp(join(tmpdir(), 'purser-writing-'))
  await measure('SQLite', { engine: 'sqlite', file: join(folder, 'purser.db') })
  await rm(folder, { recursive: true, force: true })
}
const postgres = values.engine === 'sqlite' ? null : await startPostgres({ isDurable: true })
if (postgres) {
  await measure('PostgreSQL', { engine: 'postgres', url: postgres.adminUrl })
  await postgres.stop()
}
