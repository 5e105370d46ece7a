/**
 * What a long history costs those who write beside it: how long the migration to finer amounts takes, and how long a
 * booking waits while a budget is made and the team's time zone is changed. `npm run bench -- history --pages 10000000`.
 * Prints figures and asserts nothing.
 */
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { performance } from 'node:perf_hooks'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { type DbLocation, migrate, openDb } from '@/lib/platform/db'
import { budgetBookOf } from '@/tests/factories/budget-book'
import { startPostgres } from '@/tests/support/postgres'
import { contextOf } from './context'
import { fill } from './fill'
import { type Told, told, type Work } from './messages'

const { values } = parseArgs({ options: { pages: { type: 'string', default: '10000000' } } })
const PAGES = Number(values.pages)
const QUIET_MS = 10_000
/** Between two bookings: some fifty pages a second, which leaves a waiting process its turn. */
const PAUSE_MS = 10

const seconds = (ms: number): string => `${(ms / 1000).toFixed(1)} s`
const timed = async (what: string, work: () => Promise<unknown>): Promise<void> => {
  const begun = performance.now()
  await work()
  console.log(`  ${what}: ${seconds(performance.now() - begun)}`)
}

/** An admin's work in a process of its own. */
async function admin(work: Work, location: DbLocation): Promise<Told> {
  const where = location.engine === 'sqlite' ? location.file : location.url
  const order = JSON.stringify({ work, engine: location.engine, where })
  const child = fork(fileURLToPath(new URL('admin.ts', import.meta.url)), [order], {
    execArgv: ['--import', 'tsx'],
  })
  const ended = once(child, 'exit')
  const [answer] = await Promise.race([
    once(child, 'message'),
    ended.then(() => Promise.reject(new Error('The other process ended early'))),
  ])
  await ended
  return told.parse(answer)
}

/** Books page after page while `other` is at work; answers how long each took, in milliseconds. */
async function bookWhile(location: DbLocation, other: () => Promise<unknown>): Promise<number[]> {
  const db = openDb(location)
  const book = budgetBookOf(contextOf(db))
  const took: number[] = []
  let isOver = false
  const done = other().finally(() => {
    isOver = true
  })
  while (!isOver) {
    const begun = performance.now()
    await book.settle(await book.mustOpen(), 20)
    took.push(performance.now() - begun)
    await pause(PAUSE_MS)
  }
  await done
  await db.$disconnect()
  return took.sort((a, b) => a - b)
}

const describe = (took: readonly number[]): string => {
  const at = (part: number) =>
    (took[Math.min(took.length - 1, Math.floor(took.length * part))] ?? 0).toFixed(0)
  return `${took.length} bookings, median ${at(0.5)} ms, 99 % below ${at(0.99)} ms, longest ${at(1)} ms`
}

async function measure(name: string, location: DbLocation): Promise<void> {
  console.log(`${name}, ${PAGES.toLocaleString('en')} pages`)
  await timed('filled in', () => fill(location, PAGES))
  await timed('migration to finer amounts', () => migrate(location, 'prisma'))
  console.log(`  nobody else at work: ${describe(await bookWhile(location, () => pause(QUIET_MS)))}`)
  for (const work of ['budget', 'zone'] as const) {
    let times: Told = { tookMs: 0, heldMs: 0 }
    const bookings = await bookWhile(location, async () => {
      times = await admin(work, location)
    })
    const what = work === 'budget' ? 'a budget over all is made' : 'the time zone is changed'
    const took = `${seconds(times.tookMs)}, lock held for ${times.heldMs.toFixed(0)} ms`
    console.log(`  while ${what} (${took}): ${describe(bookings)}`)
  }
}

const folder = await mkdtemp(join(tmpdir(), 'purser-history-'))
const file = join(folder, 'purser.db')
try {
  await measure('SQLite', { engine: 'sqlite', file })
  console.log(`  ${((await stat(file)).size / 1e9).toFixed(1)} GB`)
} finally {
  await rm(folder, { recursive: true })
}
const server = await startPostgres()
if (server) {
  await measure('PostgreSQL', { engine: 'postgres', url: server.adminUrl })
  await server.stop()
}
