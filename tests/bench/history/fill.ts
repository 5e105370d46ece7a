import { cp, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type DbLocation, migrate, openDb } from '@/lib/platform/db'

/** The migration that makes amounts finer: a long history is made in the form before it, so that it can be timed. */
const FINER = '20261122180000_finer_amounts'
/** Rows of one statement. */
const AT_ONCE = 250_000
const DAYS = 90
const ITEMS = 20

export const TEAM = 'team'

/** Where the filled days begin and end, in milliseconds since the epoch. */
export interface Filled {
  readonly from: number
  readonly to: number
}

/**
 * Makes a database of the version before amounts became finer, with one team that has bought so many pages in ninety
 * days; prints how far it is.
 */
export async function fill(location: DbLocation, pages: number): Promise<Filled> {
  await migrateUpTo(location, FINER)
  const to = Date.now() - 60 * 60_000
  const from = to - DAYS * 24 * 60 * 60_000
  const db = openDb(location)
  try {
    await db.$executeRawUnsafe(
      `INSERT INTO "Team" ("id", "slug", "name", "timeZone", "createdAt")
       VALUES ('${TEAM}', '${TEAM}', 'Team', 'Europe/Berlin', ${moment(location, String(from))})`,
    )
    for (let page = 0; page < pages; page += AT_ONCE) {
      const last = Math.min(page + AT_ONCE, pages) - 1
      await db.$executeRawUnsafe(attempts(location, { page, last, pages, from, to }))
      await db.$executeRawUnsafe(entries(location, { page, last, pages, from, to }))
    }
    if (location.engine === 'postgres') await db.$executeRawUnsafe('ANALYZE')
  } finally {
    await db.$disconnect()
  }
  return { from, to }
}

async function migrateUpTo(location: DbLocation, next: string): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'purser-migrations-'))
  const source = join('prisma', location.engine, 'migrations')
  for (const name of await readdir(source))
    if (name < next)
      await cp(join(source, name), join(folder, location.engine, 'migrations', name), { recursive: true })
  await migrate(location, folder)
  await rm(folder, { recursive: true })
}

interface Piece extends Filled {
  readonly page: number
  readonly last: number
  readonly pages: number
}

const numbers = ({ engine }: DbLocation, { page, last }: Piece): string =>
  engine === 'sqlite'
    ? `WITH RECURSIVE n(i) AS (SELECT ${page} UNION ALL SELECT i + 1 FROM n WHERE i < ${last})`
    : `WITH n(i) AS (SELECT generate_series(${page}::bigint, ${last}::bigint))`

const idOf = ({ engine }: DbLocation, letter: string): string =>
  engine === 'sqlite' ? `printf('${letter}%012d', i)` : `'${letter}' || lpad(i::text, 12, '0')`

const timeOf = ({ from, to, pages }: Piece): string => `(${from} + i * ${to - from} / ${pages})`

/** Milliseconds since the epoch, as each engine keeps a time. */
const moment = ({ engine }: DbLocation, ms: string): string =>
  engine === 'sqlite' ? ms : `(to_timestamp(${ms} / 1000.0) AT TIME ZONE 'UTC')`

const attempts = (at: DbLocation, piece: Piece): string => `
  INSERT INTO "Attempt" ("id", "teamId", "walletId", "keyId", "keyPrefix", "environmentId", "environmentName", "memberId",
    "memberName", "runId", "operation", "pageNumber", "reservedItems", "reservedMicro", "priceMicro", "state", "instanceId",
    "openedAt")
  ${numbers(at, piece)} SELECT ${idOf(at, 'a')}, '${TEAM}', 'wallet', 'key', 'xd_live_abcd', 'environment', 'production',
    'member', 'Ada', 'run' || i / 50, 'timeline', i % 50 + 1, 100, 15000000, 150000, 'SETTLED', 'instance',
    ${moment(at, timeOf(piece))} FROM n`

const entries = (at: DbLocation, piece: Piece): string => `
  INSERT INTO "LedgerEntry" ("id", "teamId", "attemptId", "outcome", "items", "priceMicro", "chargeMicro", "chargeSource",
    "httpStatus", "latencyMs", "waitedMs", "at", "quarter")
  ${numbers(at, piece)} SELECT ${idOf(at, 'e')}, '${TEAM}', ${idOf(at, 'a')}, 'SETTLED', ${ITEMS}, 150000, ${ITEMS * 150_000},
    'price', 200, 80, 5, ${moment(at, `${timeOf(piece)} + 80`)}, ${timeOf(piece)} / 900000 FROM n`
