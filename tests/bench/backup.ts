/**
 * How many rows a second a backup and its restore move. A team's history is made: of so many pages the calls, their entries,
 * the items as they are packed, and their sightings. `npm run bench -- backup --pages 10000 --items 20 --engine sqlite`. Prints
 * figures and asserts nothing. It also runs in an older version of Purser: copy this file there.
 */
import { mkdir, mkdtemp, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { performance } from 'node:perf_hooks'
import { parseArgs } from 'node:util'
import pg from 'pg'
import { type DbLocation, migrate, openDb } from '@/lib/platform/db'
import { readEnv } from '@/lib/server/runtime'
import { restoreBackup, writeBackup } from '@/lib/server/upkeep'
import { startPostgres } from '@/tests/support/postgres'

const { values } = parseArgs({
  options: {
    pages: { type: 'string', default: '10000' },
    items: { type: 'string', default: '20' },
    bytes: { type: 'string', default: '400' },
    engine: { type: 'string', default: 'both' },
  },
})
const [PAGES, ITEMS] = [Number(values.pages), Number(values.items)]
/** What an item takes in a packed page: bytes that cannot be packed further. */
const ITEM_BYTES = Number(values.bytes)

async function fill(location: DbLocation): Promise<void> {
  await migrate(location, 'prisma')
  const db = openDb(location)
  const isSqlite = location.engine === 'sqlite'
  const numbers = (count: number) =>
    isSqlite
      ? `WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < ${count - 1})`
      : `WITH n(i) AS (SELECT generate_series(0::bigint, ${count - 1}::bigint))`
  const id = (letter: string, of = 'i') =>
    isSqlite
      ? `printf('${letter}0000000-0000-7000-8000-%012d', ${of})`
      : `'${letter}0000000-0000-7000-8000-' || lpad((${of})::text, 12, '0')`
  const at = isSqlite ? '1790000000000 + i * 1000' : `(to_timestamp(1790000000 + i) AT TIME ZONE 'UTC')`
  const bytes = isSqlite
    ? `randomblob(${ITEMS * ITEM_BYTES})`
    : `decode((SELECT string_agg(md5(random()::text || i || k), '') FROM generate_series(1, ${Math.ceil((ITEMS * ITEM_BYTES) / 16)}) k), 'hex')`
  const run = (text: string) => db.$executeRawUnsafe(text)
  await run(
    `INSERT INTO "Attempt" ("id", "teamId", "walletId", "keyId", "keyPrefix", "environmentId", "environmentName", "memberId",
      "memberName", "runId", "operation", "pageNumber", "reservedItems", "reservedNano", "priceNano", "state", "instanceId", "openedAt")
    ${numbers(PAGES)} SELECT ${id('a')}, 'team', 'wallet', 'key', 'xd_live_abcd', 'environment', 'production',
      'member', 'Ada', ${id('b', 'i / 50')}, 'timeline', i % 50 + 1, 100, 15000000, 150000, 'SETTLED', 'instance', ${at} FROM n`,
  )
  await run(
    `INSERT INTO "LedgerEntry" ("id", "teamId", "attemptId", "outcome", "items", "priceNano", "chargeNano", "chargeSource",
      "httpStatus", "latencyMs", "waitedMs", "at", "quarter")
    ${numbers(PAGES)} SELECT ${id('e')}, 'team', ${id('a')}, 'SETTLED', ${ITEMS}, 150000, ${ITEMS * 150_000},
      'price', 200, 80, 5, ${at}, 1988888 FROM n`,
  )
  await run(
    `INSERT INTO "ResultPage" ("attemptId", "teamId", "runId", "pageNumber", "itemCount", "packed", "at")
    ${numbers(PAGES)} SELECT ${id('a')}, 'team', ${id('b', 'i / 50')}, i % 50 + 1, ${ITEMS}, ${bytes}, ${at} FROM n`,
  )
  await run(
    `INSERT INTO "Sighting" ("teamId", "itemId", "streamId", "pageId", "place", "at")
    ${numbers(PAGES * ITEMS)} SELECT 'team', ${isSqlite ? 'CAST(1990000000000000000 + i AS TEXT)' : '(1990000000000000000 + i)::text'},
      ${id('c', '0')}, ${id('a', `i / ${ITEMS}`)}, i % ${ITEMS}, ${at} FROM n`,
  )
  await db.$disconnect()
}

async function measure(from: DbLocation, to: DbLocation, folders: readonly [string, string]): Promise<void> {
  await fill(from)
  const [source, target] = [from, to].map((location, place) =>
    readEnv({
      PURSER_DATA: folders[place] ?? '',
      ...(location.engine === 'postgres' && { DATABASE_URL: location.url }),
    }),
  )
  if (!source || !target) return
  const file = join(folders[0], 'bench.backup')
  const timed = async (what: string, work: () => Promise<{ tables: readonly { rows: number }[] }>) => {
    const [since, cpu] = [performance.now(), process.cpuUsage()]
    const rows = (await work()).tables.reduce((sum, table) => sum + table.rows, 0)
    const seconds = (performance.now() - since) / 1000
    const { user, system } = process.cpuUsage(cpu)
    console.log(
      `${from.engine} ${what}: ${rows} rows in ${seconds.toFixed(1)} s, ${Math.round(rows / seconds)} a second, ${((user + system) / 1e6).toFixed(1)} s of processor time, ${((await stat(file)).size / 1e6).toFixed(0)} MB`,
    )
  }
  await timed('backup', () => writeBackup({ env: source, file, version: '1.0.0' }))
  await timed('restore', () => restoreBackup({ env: target, file, prismaFolder: 'prisma' }))
}

const folder = await mkdtemp(join(tmpdir(), 'purser-bench-backup-'))
const folders = [join(folder, 'from'), join(folder, 'to')] as const
const postgres = values.engine === 'sqlite' ? null : await startPostgres({ isDurable: true })
try {
  for (const each of folders) await mkdir(each)
  if (values.engine !== 'postgres') {
    const at = (place: string): DbLocation => ({ engine: 'sqlite', file: join(place, 'purser.db') })
    await measure(at(folders[0]), at(folders[1]), folders)
  }
  if (postgres) {
    const make = async (name: string): Promise<DbLocation> => {
      const admin = new pg.Client({ connectionString: postgres.adminUrl })
      await admin.connect()
      await admin.query(`CREATE DATABASE "${name}"`)
      await admin.end()
      const url = new URL(postgres.adminUrl)
      url.pathname = name
      return { engine: 'postgres', url: url.href }
    }
    await rm(join(folders[0], 'bench.backup'), { force: true })
    await measure(await make('bench_from'), await make('bench_to'), folders)
  }
} finally {
  await postgres?.stop()
  await rm(folder, { recursive: true, force: true })
}
