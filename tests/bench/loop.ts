/**
 * Measures what a long read does to the rest of the process on SQLite, with and without read threads: `npm run bench
 * -- loop --rows 1000000 --seconds 10`.
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { parseArgs } from 'node:util'
import { type Db, openDb, transaction } from '@/lib/platform/db'

const { values } = parseArgs({
  options: {
    rows: { type: 'string', default: '1000000' },
    seconds: { type: 'string', default: '10' },
  },
})
const [rows, seconds] = [Number(values.rows), Number(values.seconds)]
const PAUSE_MS = 250
const ALONE = 500
const folder = await mkdtemp(join(tmpdir(), 'purser-loop-'))
const location = { engine: 'sqlite', file: join(folder, 'purser.db') } as const

const write = (db: Db, n: number) =>
  transaction(db, (tx) => tx.$executeRaw`UPDATE "Row" SET "n" = "n" + 1 WHERE "id" = ${n % rows}`)

/** Returns the median of an undisturbed read. */
async function medianOf(read: (n: number) => Promise<unknown>): Promise<string> {
  const times: number[] = []
  for (let n = 0; n < ALONE; n++) {
    const since = performance.now()
    await read(n * 7919)
    times.push(performance.now() - since)
  }
  times.sort((one, other) => one - other)
  return `${(times[ALONE / 2] ?? 0).toFixed(2)} ms`
}

/**
 * Measures the cost of the detour: for a row by its key, which stays on the event loop, for twenty rows, and
 * for a thousand.
 */
async function measureAlone(fromBytes: number): Promise<string[]> {
  const db = openDb(location, undefined, { fromBytes })
  await db.$queryRaw`SELECT 1`
  const byKey = (n: number) => db.$queryRaw`SELECT "text" FROM "Row" WHERE "id" = ${n % rows}`
  const rowsFrom = (most: number) => (n: number) =>
    db.$queryRaw`SELECT * FROM "Row" WHERE "id" >= ${n % rows} ORDER BY "id" LIMIT ${most}`
  const medians = [await medianOf(byKey), await medianOf(rowsFrom(20)), await medianOf(rowsFrom(1000))]
  await db.$disconnect()
  return medians
}

async function measure(fromBytes: number) {
  const db = openDb(location, undefined, { fromBytes })
  const scan = () => db.$queryRaw`SELECT COUNT(*), SUM("n") FROM "Row" WHERE "text" LIKE '%9%'`
  // A thread takes some fifty milliseconds to start.
  for (let at = 0; at < 3; at++) await scan()
  const delay = monitorEventLoopDelay({ resolution: 1 })
  delay.enable()
  const end = performance.now() + seconds * 1000
  const goesOn = () => performance.now() < end
  const times: number[] = []
  let [writes, scans] = [0, 0]
  await Promise.all([
    (async () => {
      for (; goesOn(); scans++) {
        await scan()
        await new Promise((proceed) => setTimeout(proceed, PAUSE_MS))
      }
    })(),
    (async () => {
      for (; goesOn(); writes++) await write(db, writes * 7919)
    })(),
    (async () => {
      for (let n = 0; goesOn(); n++) {
        const since = performance.now()
        await db.$queryRaw`SELECT "text" FROM "Row" WHERE "id" = ${(n * 104_729) % rows}`
        times.push(performance.now() - since)
        await new Promise((proceed) => setImmediate(proceed))
      }
    })(),
  ])
  delay.disable()
  await db.$disconnect()
  times.sort((one, other) => one - other)
  const place = (part: number) => (times[Math.floor(times.length * part)] ?? 0).toFixed(2)
  return { writes, scans, p50: place(0.5), p95: place(0.95), p99: place(0.99), block: delay.max / 1e6 }
}

try {
  const db = openDb(location)
  await db.$executeRaw`CREATE TABLE "Row" ("id" INTEGER PRIMARY KEY, "n" INTEGER NOT NULL, "text" TEXT NOT NULL)`
  await db.$executeRaw`
    WITH RECURSIVE c(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM c WHERE i + 1 < ${rows})
    INSERT INTO "Row" SELECT i, 0, 'row ' || i || ' with some words that make it as long as an entry' FROM c`
  await db.$disconnect()
  const ways = [
    ['without', Number.POSITIVE_INFINITY],
    ['with threads', 0],
    ['without', Number.POSITIVE_INFINITY],
    ['with threads', 0],
  ] as const
  console.log(`${rows} rows. The median of ${ALONE} reads, one after another.`)
  console.log('| | a row by its key | 20 rows | 1,000 rows |')
  console.log('| --- | --- | --- | --- |')
  for (const [name, fromBytes] of ways)
    console.log(`| ${[name, ...(await measureAlone(fromBytes))].join(' | ')} |`)
  console.log(`${seconds} s each; a scan of all rows, writes and small reads beside each other.`)
  console.log('| | small read p50 | p95 | p99 | longest block | scans | writes a second |')
  console.log('| --- | --- | --- | --- | --- | --- | --- |')
  for (const [name, fromBytes] of ways) {
    const { p50, p95, p99, block, scans, writes } = await measure(fromBytes)
    const each = [`${p50} ms`, `${p95} ms`, `${p99} ms`, `${block.toFixed(0)} ms`]
    console.log(`| ${[name, ...each, scans, (writes / seconds).toFixed(0)].join(' | ')} |`)
  }
} finally {
  await rm(folder, { recursive: true, force: true })
}
