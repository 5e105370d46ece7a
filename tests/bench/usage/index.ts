/**
 * Measures what ten million pages of history cost people who open pages: a large team compared with a new one, on the
 * existing build. `npm run bench -- usage --entries 10000000 --engine sqlite --keep FOLDER`. Prints Markdown and
 * asserts nothing; see docs/run/scale.md.
 */
import { mkdtemp, rm, stat } from 'node:fs/promises'
import { availableParallelism, loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { openDb } from '@/lib/platform/db'
import { asAdmin, urlOf } from '@/tests/support/database-templates'
import { type PostgresServer, startPostgres } from '@/tests/support/postgres'
import { printHead, printRow } from '../browser/figures'
import { measureAdminWork } from './admin-work'
import { tableSizes } from './bytes'
import { type Filled, generate } from './generate'
import { measurePages, measurePeople, percentile, type Side } from './measure'
import { pagesOf } from './pages'
import { slowestQueries } from './queries'
import { measureRollups } from './rollup-queries'
import { largeShape, newShape } from './shape'
import { type Installation, type Opened, open } from './world'

const { values } = parseArgs({
  options: {
    entries: { type: 'string', default: '1000000' },
    engine: { type: 'string', default: 'sqlite' },
    asks: { type: 'string', default: '30' },
    seconds: { type: 'string', default: '60' },
    /** Where the large SQLite installation is kept for the next time. */
    keep: { type: 'string' },
    /** Only pages whose name contains this. */
    only: { type: 'string', default: '' },
  },
})
const [ENTRIES, ASKS, SECONDS] = [Number(values.entries), Number(values.asks), Number(values.seconds)]
const PEOPLE = 20
const FEW_ENTRIES = 100_000

const ms = (time: number): string => time.toFixed(0)
const say = (line: string): void => console.error(`${new Date().toISOString().slice(11, 19)} ${line}`)

interface Made extends Installation {
  readonly filled: Filled
}

async function make(name: string, folder: string, postgres: PostgresServer | null): Promise<Made> {
  if (postgres) await asAdmin(postgres.adminUrl, `CREATE DATABASE "${name}"`)
  const installation: Installation = {
    folder,
    location: postgres
      ? { engine: 'postgres', url: urlOf(postgres.adminUrl, name) }
      : { engine: 'sqlite', file: join(folder, 'purser.db') },
  }
  const shape = name === 'large' ? largeShape(ENTRIES) : newShape
  return { ...installation, filled: await generate(installation, shape, (line) => say(`${name}: ${line}`)) }
}

async function sideOf({ location, filled }: Made, { admin }: Opened): Promise<Side> {
  const db = openDb(location)
  const places = await pagesOf(db, filled.to)
  await db.$disconnect()
  return { admin, places: places.filter(({ name }) => name.includes(values.only)) }
}

async function printPages(fresh: Side, large: Side): Promise<void> {
  printHead([
    'page',
    'new: median',
    'p95',
    'large: median',
    'p95',
    'difference',
    'goal',
    'asks',
    'kB: new',
    'large',
  ])
  for await (const { name, goalMs, sizes, ...times } of measurePages(fresh, large, ASKS)) {
    const [before, after] = [percentile(times.fresh, 0.5), percentile(times.large, 0.5)]
    const goal = after - before > goalMs ? `${goalMs}, missed` : String(goalMs)
    const cells = [
      before,
      percentile(times.fresh, 0.95),
      after,
      percentile(times.large, 0.95),
      after - before,
    ]
    const kilobytes = [sizes.fresh, sizes.large].map((size) => (size / 1000).toFixed(0))
    printRow([name, ...cells.map(ms), goal, String(times.large.length), ...kilobytes])
  }
}

async function printPeople(fresh: Side, large: Side): Promise<void> {
  printHead([`${PEOPLE} people, a page every 5 s`, 'pages', 'median ms', 'p95 ms'])
  const p95: number[] = []
  for (const [name, side] of [
    ['new', fresh],
    ['large', large],
  ] as const) {
    const times = await measurePeople(side, PEOPLE, SECONDS)
    p95.push(percentile(times, 0.95))
    printRow([name, String(times.length), ms(percentile(times, 0.5)), ms(percentile(times, 0.95))])
  }
  console.log(`\nTheir p95: ${((p95[1] ?? 0) / (p95[0] ?? 1)).toFixed(2)} times as long; the goal is 1.5.`)
}

async function printSizes({ location, filled, folder }: Made): Promise<void> {
  const db = openDb(location, undefined, { fromBytes: Number.MAX_SAFE_INTEGER })
  printHead(['table', 'MB', 'of these indexes', 'bytes a page'])
  for (const { table, bytes, indexBytes } of (await tableSizes(db, location)).slice(0, 10))
    printRow([
      table,
      (bytes / 1e6).toFixed(1),
      (indexBytes / 1e6).toFixed(1),
      (bytes / filled.entries).toFixed(0),
    ])
  if (location.engine === 'sqlite')
    console.log(`\nThe file: ${((await stat(join(folder, 'purser.db'))).size / 1e9).toFixed(2)} GB`)
  await db.$disconnect()
}

async function printQueries(large: Made, places: Side['places']): Promise<void> {
  printHead(['page', 'ms', 'its slowest statements'])
  for await (const { name, queries } of slowestQueries(large, places))
    for (const { ms: time, text } of queries.filter((query) => query.ms > 5))
      printRow([name, ms(time), `\`${text.replaceAll(/\s+/g, ' ').replaceAll('|', '/').slice(0, 400)}\``])
}

const postgres = values.engine === 'postgres' ? await startPostgres({ isDurable: true }) : null
if (values.engine === 'postgres' && !postgres) process.exit(0)
const folder = await mkdtemp(join(tmpdir(), 'purser-usage-'))
try {
  const large = await make('large', (!postgres && values.keep) || join(folder, 'large'), postgres)
  const fresh = await make('new', join(folder, 'new'), postgres)
  const engine = postgres ? 'PostgreSQL' : 'SQLite'
  const load = loadavg()[0]?.toFixed(1)
  console.log(
    `${new Date().toISOString().slice(0, 10)}; ${engine}, ${large.filled.entries.toLocaleString('en')} calls; Node ${process.version}, ${availableParallelism()} cores, load ${load}; ms`,
  )
  await printSizes(large)
  const db = openDb(large.location, undefined, { longestMs: 600_000 })
  await measureRollups(db, large.location.engine, large.filled.to)
  await measureAdminWork(db)
  await db.$disconnect()
  const [openedFresh, openedLarge] = [await open(fresh), await open(large)]
  const [ofFresh, ofLarge] = [await sideOf(fresh, openedFresh), await sideOf(large, openedLarge)]
  await printPages(ofFresh, ofLarge)
  await printPeople(ofFresh, ofLarge)
  await openedFresh.server.stop()
  await openedLarge.server.stop()
  if (ENTRIES >= FEW_ENTRIES) await printQueries(large, ofLarge.places)
} finally {
  await rm(folder, { recursive: true, force: true })
  await postgres?.stop()
}
process.exit(0)
