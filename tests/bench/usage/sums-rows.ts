import { OPERATION_NAMES } from '@/lib/kernel'
import type { MadeTeam } from './team-rows'
import type { Writer } from './writer'

const QUARTER_MS = 900_000
const WEEK_QUARTERS = 7 * 96
const TICK_MS = 600_000
const READING = 5

/** A span in milliseconds since 1970. */
export interface Span {
  readonly from: number
  readonly to: number
}

const DIMENSIONS = `"walletId", "keyId", "environmentId", "memberId", "principal", "principalId", "searchId", "operation",
  "origin"`
const settled = (value: string): string => `SUM(CASE WHEN "outcome" = 'SETTLED' THEN ${value} ELSE 0 END)`

/** Rollups and totals, counted from the entries. */
export async function makeSums(writer: Writer, { id }: MadeTeam, { from, to }: Span): Promise<void> {
  const last = Math.floor(to / QUARTER_MS) + 1
  for (let first = Math.floor(from / QUARTER_MS); first < last; first += WEEK_QUARTERS)
    await writer.run(`
      INSERT INTO "Rollup" ("teamId", "quarter", ${DIMENSIONS}, "pages", "items", "newItems", "chargeNano", "unpricedItems",
        "frees", "refused", "unknowns", "waitedMs", "latencyMs")
      SELECT "teamId", "quarter", ${DIMENSIONS}, ${settled('1')}, SUM("items"), SUM("newItems"),
        SUM(COALESCE("chargeNano", 0)), ${settled('CASE WHEN "chargeNano" IS NULL THEN "items" ELSE 0 END')},
        SUM(CASE WHEN "outcome" = 'FREE' THEN 1 ELSE 0 END), SUM(CASE WHEN "httpStatus" = 429 THEN 1 ELSE 0 END),
        SUM(CASE WHEN "outcome" = 'UNKNOWN' THEN 1 ELSE 0 END), ${settled('"waitedMs"')}, ${settled('"latencyMs"')}
      FROM "LedgerEntry"
      WHERE "teamId" = '${id}' AND "at" >= ${writer.moment(String(first * QUARTER_MS))}
        AND "at" < ${writer.moment(String((first + WEEK_QUARTERS) * QUARTER_MS))}
      GROUP BY "teamId", "quarter", ${DIMENSIONS}`)
  await writer.run(`
    INSERT INTO "WalletTotal" ("teamId", "walletId", "operation", "pages", "items", "chargeNano", "unpricedItems", "units")
    SELECT "teamId", "walletId", "operation", SUM("pages"), SUM("items"), SUM("chargeNano"), SUM("unpricedItems"),
      SUM("items")
    FROM "Rollup" WHERE "pages" > 0 GROUP BY "teamId", "walletId", "operation"`)
  await writer.run(`
    INSERT INTO "LostTotal" ("teamId", "walletId", "unresolved", "changes")
    SELECT a."teamId", a."walletId", COUNT(*) - COUNT(s."id"), 0
    FROM "Attempt" a LEFT JOIN "Resolution" s ON s."attemptId" = a."id"
    WHERE a."state" = 'UNKNOWN' GROUP BY a."teamId", a."walletId"`)
}

/** Inserts a balance reading of each wallet every ten minutes, of which the calls explain every change. */
export async function makeReadings(writer: Writer, team: MadeTeam, { from, to }: Span): Promise<void> {
  const [first, last] = [Math.floor(from / TICK_MS), Math.floor(to / TICK_MS)]
  await makeSpent(writer, team)
  await writer.run(`CREATE TABLE bench_tick (tick BIGINT PRIMARY KEY)`)
  await writer.put(
    'bench_tick',
    Array.from({ length: last - first }, (_, place) => ({ tick: first + place })),
  )
  await writer.run('CREATE TABLE bench_wallet (place BIGINT, walletid TEXT, keyid TEXT, ending BIGINT)')
  await writer.put('bench_wallet', await endingBalances(writer, team))
  // The sandbox's own readings would precede all calls.
  await writer.run('DELETE FROM "BalanceReading"')
  await writer.run(readings(writer, team))
  for (const name of ['tick', 'wallet', 'spent']) await writer.run(`DROP TABLE bench_${name}`)
}

/** The final balance of each wallet, which is the sandbox's current one. */
async function endingBalances(writer: Writer, { id: teamId, keys }: MadeTeam) {
  const found = await writer.db.balanceReading.findMany({ where: { teamId }, orderBy: { at: 'asc' } })
  const ending = new Map(found.map(({ walletId, balanceNano }) => [walletId, balanceNano]))
  return [...new Set(keys.map(({ walletId }) => walletId))].map((walletid, place) => ({
    ...{ place, walletid, keyid: keys.find((key) => key.walletId === walletid)?.id ?? '' },
    ending: ending.get(walletid) ?? 0n,
  }))
}

const MEASURES = ['pages', 'items', 'nano'] as const
const columns = OPERATION_NAMES.flatMap((operation) => MEASURES.map((measure) => `${operation}${measure}`))

/** The spend per wallet and ten minutes, by operation. */
async function makeSpent(writer: Writer, { id }: MadeTeam): Promise<void> {
  await writer.run(
    `CREATE TABLE bench_spent (walletid TEXT, tick BIGINT, ${columns.map((name) => `${name} BIGINT`).join()},
      PRIMARY KEY (walletid, tick))`,
  )
  const value = { pages: '1', items: '"items"', nano: '"chargeNano"' }
  const sums = OPERATION_NAMES.flatMap((operation) =>
    MEASURES.map(
      (measure) => `SUM(CASE WHEN "operation" = '${operation}' THEN ${value[measure]} ELSE 0 END)`,
    ),
  )
  await writer.run(`
    INSERT INTO bench_spent (walletid, tick, ${columns.join()})
    SELECT "walletId", ${writer.msOf('"at"')} / ${TICK_MS}, ${sums.join()} FROM "LedgerEntry"
    WHERE "teamId" = '${id}' AND "outcome" = 'SETTLED' GROUP BY 1, 2`)
}

function readings(writer: Writer, { id }: MadeTeam): string {
  const sum = (name: string) =>
    `CAST(COALESCE(SUM(s.${name}) OVER (PARTITION BY w.walletid ORDER BY t.tick), 0) AS BIGINT) AS ${name}`
  const nano = OPERATION_NAMES.map((operation) => `r.${operation}nano`).join(' + ')
  const text = (name: string) => `CAST(r.${name} AS TEXT)`
  const json = OPERATION_NAMES.map(
    (of) => `'"${of}":{"pages":' || ${text(`${of}pages`)} || ',"items":' || ${text(`${of}items`)}
      || ',"chargeNano":"' || ${text(`${of}nano`)} || '","unpricedItems":0}'`,
  ).join(` || ',' || `)
  const at = `((r.tick + 1) * ${TICK_MS})`
  return `
    INSERT INTO "BalanceReading" ("id", "teamId", "walletId", "keyId", "balanceNano", "settledNano", "unpricedItems",
      "source", "askedAt", "inFlight", "inFlightNano", "byOperation", "at")
    SELECT ${writer.uuid(READING, at, 'r.place')}, '${id}', r.walletid, r.keyid,
      r.ending + (SELECT CAST(SUM("chargeNano") AS BIGINT) FROM "WalletTotal" WHERE "walletId" = r.walletid) - (${nano}),
      ${nano}, 0, 'schedule', ${writer.moment(`${at} - 40`)}, 0, 0, '{' || ${json} || '}', ${writer.moment(at)}
    FROM (SELECT w.*, t.tick, ${columns.map(sum).join()} FROM bench_wallet w CROSS JOIN bench_tick t
      LEFT JOIN bench_spent s ON s.walletid = w.walletid AND s.tick = t.tick) r
    ORDER BY r.tick, r.place`
}
