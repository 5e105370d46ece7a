/**
 * Measures words over everything bought: fills a database with pages, indexes them, and looks for words of every
 * frequency. `npm run bench -- words --items 1000000 --engine both`. Prints the time of the first twenty items, by the
 * clock and by this process's processor, and that of the chart by day, and asserts nothing. What the index costs the
 * pages of a run: `npm run bench -- writing --index`.
 */
import { randomUUID } from 'node:crypto'
import { mkdtemp, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { performance } from 'node:perf_hooks'
import { parseArgs } from 'node:util'
import { storePages } from '@/lib/collect/items'
import { countItemsByDay, findItemsByWords, indexItems } from '@/lib/collect/runs'
import { insertRun } from '@/lib/collect/runs/core/store'
import { type Db, type DbLocation, migrate, openDb, type TeamCtx, transaction } from '@/lib/platform/db'
import { packJson } from '@/lib/upstream/client'
import { makeDice } from '@/tests/factories/dice'
import { makeTeam } from '@/tests/factories/team'
import { makeTestClock } from '@/tests/factories/test-clock'
import { startPostgres } from '@/tests/support/postgres'

const { values } = parseArgs({
  options: {
    items: { type: 'string', default: '1000000' },
    engine: { type: 'string', default: 'both' },
    rounds: { type: 'string', default: '15' },
  },
})
const [ITEMS, ROUNDS] = [Number(values.items), Number(values.rounds)]
const [PAGE, PAGES_AT_ONCE, WORDS] = [100, 100, 50_000]
const DAYS = 200
const clock = makeTestClock()
const roll = makeDice(7)
const random = (): number => roll(1_000_000) / 1_000_000

/** Draws a word by Zipf's law: the first is in nearly every text, the last in hardly any. */
const word = (): string => `w${Math.floor(WORDS ** random()) - 1}`
const HAN = [
  ...'的一是在不了有和人这中大为上个国我以要他时来用们生到作地于出就分对成会可主发年动同工也能下过子说产种面而方后多定行学法所民得经',
]
const han = (): string => HAN[Math.floor(HAN.length * random())] ?? ''

const textOf = (place: number): string =>
  place % 10 === 0
    ? Array.from({ length: 40 }, han).join('')
    : `${Array.from({ length: 20 }, word).join(' ')}${place % 250_000 === 7 ? ' rarest' : ''}`

async function fill(ctx: TeamCtx): Promise<void> {
  const runId = randomUUID()
  await transaction(ctx.db, (tx) =>
    insertRun(tx, {
      ...{ id: runId, teamId: ctx.team.id, searchId: null, searchName: 'Bench', streamId: runId },
      ...{
        operation: 'timeline',
        subject: 'ada',
        product: null,
        keyId: randomUUID(),
        keyPrefix: 'xd_live_abcd',
      },
      ...{ environmentId: randomUUID(), environmentName: 'Production', memberId: ctx.actor.memberId },
      ...{ memberName: 'Ada', shared: true, startedAt: ctx.clock.now() },
    }),
  )
  const pages = ITEMS / PAGE
  for (let first = 0; first < pages; first += PAGES_AT_ONCE) {
    const made = await Promise.all(
      Array.from({ length: Math.min(PAGES_AT_ONCE, pages - first) }, async (_, page) => {
        const items = Array.from({ length: PAGE }, (__, at) => {
          const place = (first + page) * PAGE + at
          const author = { id: null, handle: `ada${place % 5000}`, name: null }
          return { id: String(place), text: textOf(place), author, createdAt: null, link: null, raw: null }
        })
        const itemIds = items.map(({ id }) => id)
        return {
          ...{ attemptId: randomUUID(), runId, pageNumber: first + page + 1, streamId: runId, itemIds },
          packed: await packJson(items),
        }
      }),
    )
    await transaction(ctx.db, (tx) => storePages(tx, ctx.team.id, made, ctx.clock.now()))
    clock.advance((DAYS * 86_400_000) / (pages / PAGES_AT_ONCE))
    await indexAll(ctx)
  }
}

async function indexAll(ctx: TeamCtx): Promise<void> {
  for await (const _ of indexItems(ctx, () => Promise.resolve(true)));
}

const ASKED: readonly (readonly [what: string, words: string])[] = [
  ['in nearly every text', 'w0'],
  ['in a tenth', 'w10'],
  ['in a hundredth', 'w150'],
  ['in a thousandth', 'w2000'],
  ['in a few', 'rarest'],
  ['in none', 'nowhere'],
  ['two frequent ones', 'w1 w3'],
  ['two that are never together', 'w0 的'],
  ['three', 'w1 w20 w300'],
  ['two Chinese characters', '中国'],
  ['four Chinese characters', '中国人民'],
  ['an author', 'from:ada77'],
  ['an author and a word', 'from:ada77 w5'],
]

const median = (times: readonly number[]): number => times.toSorted((a, b) => a - b)[times.length >> 1] ?? 0

/** Times of each round: by the clock, and by the processor, which other processes hardly change. */
async function timesOf(work: () => Promise<unknown>): Promise<{ times: number[]; processor: number[] }> {
  const [times, processor]: [number[], number[]] = [[], []]
  for (let round = 0; round < ROUNDS; round++) {
    const [since, before] = [performance.now(), process.cpuUsage()]
    await work()
    const { user, system } = process.cpuUsage(before)
    times.push(performance.now() - since)
    processor.push((user + system) / 1000)
  }
  return { times, processor }
}

async function measure(
  name: string,
  location: DbLocation,
  bytes: (db: Db) => Promise<number>,
): Promise<void> {
  await migrate(location, 'prisma')
  const db = openDb(location)
  const { admin: ctx } = await makeTeam(db, clock)
  const since = performance.now()
  await fill(ctx)
  const seconds = (performance.now() - since) / 1000
  if (location.engine === 'postgres') await db.$executeRawUnsafe('VACUUM ANALYZE')
  const gigabytes = (await bytes(db)) / 1e9
  console.log(
    `\n${name}: stored and indexed in ${seconds.toFixed(0)} s, ${gigabytes.toFixed(2)} GB\n\n| word | first twenty | longest | processor | chart by day |\n| --- | --- | --- | --- | --- |`,
  )
  const all: number[] = []
  for (const [what, words] of ASKED) {
    const first = await timesOf(() => findItemsByWords(ctx, { words }, { limit: 20 }))
    const chart = await timesOf(() => countItemsByDay(ctx, { words }))
    all.push(...first.times)
    const columns = [
      median(first.times),
      Math.max(...first.times),
      median(first.processor),
      median(chart.times),
    ]
    console.log(`| ${[what, ...columns.map((ms) => `${ms.toFixed(1)} ms`)].join(' | ')} |`)
  }
  console.log(`| all | ${median(all).toFixed(1)} ms | ${Math.max(...all).toFixed(1)} ms | | |`)
  await db.$disconnect()
}

console.log(`Node ${process.version}; ${ITEMS} items over ${DAYS} days, ${ROUNDS} times each`)
if (values.engine !== 'postgres') {
  const folder = await mkdtemp(join(tmpdir(), 'purser-words-'))
  const file = join(folder, 'purser.db')
  await measure('SQLite', { engine: 'sqlite', file }, async () => (await stat(file)).size)
  await rm(folder, { recursive: true, force: true })
}
const postgres = values.engine === 'sqlite' ? null : await startPostgres({ isDurable: true })
if (postgres) {
  await measure('PostgreSQL', { engine: 'postgres', url: postgres.adminUrl }, async (db) => {
    const [row] = await db.$queryRaw<
      { bytes: bigint }[]
    >`SELECT pg_database_size(current_database()) AS bytes`
    return Number(row?.bytes ?? 0)
  })
  await postgres.stop()
}
