import { afterEach, expect, test } from 'vitest'
import { checkFigures, fillSome, listEntries, sumRollups } from '@/lib/money/ledger'
import { dayOf, quarterHourOf } from '@/lib/platform/calendar'
import { type Db, type Engine, migrate, type TeamCtx } from '@/lib/platform/db'
import { listMigrations, migrationsOf } from '@/lib/platform/db/schema-fit'
import { makeTestClock } from '@/tests/factories/test-clock'
import { describeOnEachEngine, openEmpty, type TestDb } from '@/tests/support/databases'
import { sumDays } from '@/tests/support/sum-days'

/** The last migration of each part, and those after which the ledger looked different. */
const STATES = [
  '20261120000000_init',
  '20261121065001_money',
  '20261122133644_d_wide_counts',
  '20261122180000_finer_amounts',
  '20261123045000_g_audit_actors',
  '20261123050000_c_principals',
  '20261123060000_d_days',
  '20261123080000_p_left_detail',
]
/** `npm run test:long -- states` asks for each of them on each engine; `npm test` goes through half of them on the one, half on the other. */
const IS_LONG = process.env.STATES === 'all'
const statesOn = (engine: Engine) =>
  STATES.filter((_, place) => IS_LONG || place % 2 === (engine === 'sqlite' ? 0 : 1))
const STARTS_AT = Date.UTC(2026, 2, 27, 22, 50)
const MINUTE = 60_000
const CALLS = 60
const PRICE_MICRO = 150_000n

type Row = Readonly<Record<string, string | number | bigint | Date | null>>

/** A call of all kinds in turn, some minutes after the one before: over the hour that Kathmandu and Berlin count differently. */
function callOf(place: number) {
  const openedAt = new Date(STARTS_AT + place * 47 * MINUTE)
  const at = new Date(openedAt.getTime() + (place % 5) * MINUTE)
  const state = (['SETTLED', 'SETTLED', 'FREE', 'SETTLED', 'UNKNOWN', 'OPEN'] as const)[place % 6] ?? 'OPEN'
  const isPage = state === 'SETTLED'
  const items = isPage ? 20 + place : 0
  const isPriced = place % 6 !== 3
  const whom = { memberId: 'm', principal: 'member', principalId: 'm', origin: 'search' }
  const what = {
    walletId: `w${place % 2}`,
    keyId: 'k',
    environmentId: 'e',
    operation: place % 3 ? 'search' : 'timeline',
  }
  return {
    ...{
      id: `attempt-${String(place).padStart(3, '0')}`,
      openedAt,
      at,
      state,
      isPage,
      items,
      ...whom,
      ...what,
    },
    micro: isPage && isPriced ? BigInt(items) * PRICE_MICRO : null,
    unpricedItems: isPage && !isPriced ? items : 0,
    httpStatus: isPage ? 200 : state === 'FREE' ? 429 : null,
  }
}

const CALLS_MADE = Array.from({ length: CALLS }, (_, place) => callOf(place))
const ENDED = CALLS_MADE.filter(({ state }) => state !== 'OPEN')
const OF_CALLS = [
  'memberId',
  'principal',
  'principalId',
  'origin',
  'walletId',
  'keyId',
  'environmentId',
  'operation',
] as const
const sharedOf = (call: (typeof CALLS_MADE)[number]): Row =>
  Object.fromEntries(OF_CALLS.map((name) => [name, call[name]]))

const attemptOf = (call: (typeof CALLS_MADE)[number]): Row => ({
  ...sharedOf(call),
  ...{
    id: call.id,
    teamId: 't',
    keyPrefix: 'p',
    environmentName: 'E',
    memberName: 'Ada',
    runId: 'r',
    pageNumber: 1,
  },
  ...{ reservedItems: 100, reservedMicro: 100n * PRICE_MICRO, reservedNano: 100_000n * PRICE_MICRO },
  ...{ state: call.state, instanceId: 'i', openedAt: call.openedAt },
})

const entryOf = (call: (typeof CALLS_MADE)[number]): Row => ({
  ...sharedOf(call),
  ...{
    id: `entry-${call.id}`,
    teamId: 't',
    attemptId: call.id,
    outcome: call.state,
    items: call.items,
    runId: 'r',
  },
  ...{ priceMicro: PRICE_MICRO, priceNano: PRICE_MICRO * 1000n },
  ...{ chargeMicro: call.micro, chargeNano: call.micro === null ? null : call.micro * 1000n },
  ...{
    chargeSource: call.micro === null ? 'none' : 'price',
    httpStatus: call.httpStatus,
    latencyMs: 80,
    waitedMs: 5,
  },
  ...{ at: call.at, quarter: quarterHourOf(call.at), openedQuarter: quarterHourOf(call.openedAt) },
})

const rollupOf = (call: (typeof CALLS_MADE)[number]): Row => ({
  ...sharedOf(call),
  ...{ teamId: 't', quarter: quarterHourOf(call.at), searchId: '', items: call.items, newItems: 0 },
  ...{
    pages: call.isPage ? 1 : 0,
    frees: call.state === 'FREE' ? 1 : 0,
    unknowns: call.state === 'UNKNOWN' ? 1 : 0,
  },
  ...{
    chargeMicro: call.micro ?? 0n,
    chargeNano: (call.micro ?? 0n) * 1000n,
    unpricedItems: call.unpricedItems,
  },
  ...{
    refused: call.httpStatus === 429 ? 1 : 0,
    waitedMs: call.isPage ? 5 : 0,
    latencyMs: call.isPage ? 80 : 0,
  },
})

/** What was settled on each wallet, as totals hold it. */
function totals(): Row[] {
  const rows = new Map<string, Record<string, string | bigint>>()
  for (const call of ENDED.filter(({ isPage }) => isPage)) {
    const { walletId, operation } = call
    const row = rows.get(`${walletId} ${operation}`) ?? {
      ...{ teamId: 't', walletId, operation, pages: 0n, items: 0n, chargeNano: 0n, unpricedItems: 0n },
      units: 0n,
    }
    const added = {
      pages: 1,
      items: call.items,
      chargeNano: (call.micro ?? 0n) * 1000n,
      unpricedItems: call.unpricedItems,
      units: call.items - call.unpricedItems,
    }
    for (const [name, value] of Object.entries(added)) row[name] = BigInt(row[name] ?? 0n) + BigInt(value)
    rows.set(`${walletId} ${operation}`, row)
  }
  return [...rows.values()].sort((a, b) => (nameOf(a) < nameOf(b) ? -1 : 1))
}
const nameOf = (row: Row) => `${row.walletId} ${row.operation}`

/** The columns that a table has by now; none where there is no such table. */
async function columnsOf(db: Db, engine: Engine, table: string): Promise<ReadonlySet<string>> {
  const rows = await db.$queryRawUnsafe<{ name: string }[]>(
    engine === 'sqlite'
      ? `SELECT "name" FROM pragma_table_info('${table}')`
      : `SELECT column_name AS "name" FROM information_schema.columns WHERE table_name = '${table}'`,
  )
  return new Set(rows.map(({ name }) => name))
}

/** Writes rows as far as the table has their columns. */
async function write(db: Db, engine: Engine, table: string, rows: readonly Row[]): Promise<void> {
  const columns = await columnsOf(db, engine, table)
  if (columns.size === 0) return
  const text = (value: Row[string]) => {
    if (value instanceof Date) return engine === 'sqlite' ? value.getTime() : `'${value.toISOString()}'`
    return typeof value === 'string' ? `'${value}'` : value
  }
  for (const row of rows) {
    const some = Object.entries(row).filter(([name]) => columns.has(name))
    const names = some.map(([name]) => `"${name}"`)
    await db.$executeRawUnsafe(
      `INSERT INTO "${table}" (${names}) VALUES (${some.map(([, value]) => text(value) ?? 'NULL')})`,
    )
  }
}

async function writeAll(db: Db, engine: Engine): Promise<void> {
  const createdAt = new Date(STARTS_AT)
  await write(db, engine, 'Team', [{ id: 't', slug: 't', name: 'T', timeZone: 'Asia/Kathmandu', createdAt }])
  await write(db, engine, 'Attempt', CALLS_MADE.map(attemptOf))
  await write(db, engine, 'LedgerEntry', ENDED.map(entryOf))
  // Calls are so far apart that each has a rollup of its own.
  await write(db, engine, 'Rollup', ENDED.map(rollupOf))
  await write(db, engine, 'WalletTotal', totals())
}

describeOnEachEngine('a ledger of an earlier version', (_open, engine) => {
  const opened: TestDb[] = []
  afterEach(async () => {
    await Promise.all(opened.splice(0).map((made) => made.close()))
  })

  test.each(statesOn(engine))(
    'of %s has the same figures now, also where the backfill is killed',
    async (state) => {
      const made = await openEmpty(engine)
      opened.push(made)
      const { db, location } = made
      const all = await listMigrations(migrationsOf(engine, 'prisma'))
      expect(all).toContain(state)
      await migrate(
        location,
        'prisma',
        undefined,
        all.filter((name) => name <= state),
      )
      await writeAll(db, engine)
      await migrate(location, 'prisma')

      const clock = makeTestClock()
      clock.advance(STARTS_AT + 30 * 24 * 60 * MINUTE - clock.now().getTime())
      const parts = { db, clock, teamId: 't', isMine: () => Promise.resolve(true) }
      const team = await db.team.findUniqueOrThrow({ where: { id: 't' } })
      const ctx = { db, clock, team } as unknown as TeamCtx
      const faults = async () => {
        const told: string[] = []
        await checkFigures({ db, clock, teamId: 't', onDifference: (sentence) => void told.push(sentence) })
        return told
      }
      const everything = { from: 0, to: quarterHourOf(new Date('2100-01-01')) }
      const sums = async () => {
        const [sum] = await sumRollups(ctx, [everything], 'team')
        const { pages, items, chargeNano, unpricedItems, frees, unknowns } = sum ?? {}
        return { pages, items, chargeNano, unpricedItems, frees, unknowns }
      }
      const count = (is: (call: (typeof ENDED)[number]) => boolean) => ENDED.filter(is).length
      const expected = {
        pages: count(({ isPage }) => isPage),
        items: ENDED.reduce((sum, { items }) => sum + items, 0),
        chargeNano: ENDED.reduce((sum, { micro }) => sum + (micro ?? 0n) * 1000n, 0n),
        unpricedItems: ENDED.reduce((sum, { unpricedItems }) => sum + unpricedItems, 0),
        frees: count((call) => call.state === 'FREE'),
        unknowns: count((call) => call.state === 'UNKNOWN'),
      }
      expect(await sums()).toEqual(expected)

      let steps = 0
      const calls = {
        principalsOf: async () => new Map(),
        newItemsOf: async () => {
          if (steps++ % 2 === 0) throw new Error('killed')
          return new Map()
        },
      }
      const fill = () =>
        fillSome({ ...parts, calls, most: 7 }).catch((error: Error) => {
          expect(error.message).toBe('killed')
          return false
        })
      for (let isDone = false; !isDone; isDone = await fill()) expect(await sums()).toEqual(expected)
      expect(await sums()).toEqual(expected)
      expect(await faults()).toEqual([])
      expect(await db.legacyRollup.count()).toBe(0)
      // The totals that a migration makes may be of calls that were all free: those say nothing.
      const totalsNow = await db.walletTotal.findMany({
        where: { teamId: 't', NOT: { pages: 0n, items: 0n, chargeNano: 0n, unpricedItems: 0n } },
        orderBy: [{ walletId: 'asc' }, { operation: 'asc' }],
      })
      expect(totalsNow).toEqual(totals())
      const [all429] = await sumRollups(ctx, [everything], 'principal')
      expect(all429).toMatchObject({
        member: 'member:m',
        refused: count(({ httpStatus }) => httpStatus === 429),
      })

      await sumDays(parts)
      expect(await db.daySum.count()).toBeGreaterThan(0)
      expect(await sums()).toEqual(expected)
      expect(await faults()).toEqual([])
      const days = new Map<string, number>()
      for (const { at, items } of ENDED) {
        const { date } = dayOf(at, 'Asia/Kathmandu')
        days.set(date, (days.get(date) ?? 0) + items)
      }
      for (const [date, items] of days) {
        const { startsAt, endsAt } = dayOf(new Date(`${date}T12:00:00+05:45`), 'Asia/Kathmandu')
        const [sum] = await sumRollups(
          ctx,
          [{ from: quarterHourOf(startsAt), to: quarterHourOf(endsAt) }],
          'team',
        )
        expect([date, sum?.items]).toEqual([date, items])
      }
      const { entries } = await listEntries(ctx, { walletId: 'w1' }, undefined, 100)
      expect(entries.map(({ id }) => id)).toEqual(
        ENDED.filter(({ walletId }) => walletId === 'w1')
          .map(({ id }) => `entry-${id}`)
          .reverse(),
      )
    },
  )
})
