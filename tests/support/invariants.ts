import { columnSql, type Db, joinSql, sql } from '@/lib/platform/db'

interface Rule {
  readonly says: string
  /** Selects rows that violate it. */
  readonly broken: ReturnType<typeof sql>
}

const DIMENSIONS = sql`"teamId", "quarter", "walletId", "keyId", "environmentId", "memberId", "principal", "principalId",
  "searchId", "operation", "origin"`
const MEASURES = sql`"pages", "items", "newItems", "chargeNano", "unpricedItems", "frees", "refused", "unknowns",
  "waitedMs", "latencyMs"`

/** Entries with what they add to a rollup. */
const ENTRIES = sql`SELECT "teamId", "quarter", "walletId", "keyId", "environmentId", "memberId", "principal",
  "principalId", "searchId", "operation", "origin",
  CASE WHEN "outcome" = 'SETTLED' THEN 1 ELSE 0 END AS "pages", "items", "newItems",
  COALESCE("chargeNano", 0) AS "chargeNano",
  CASE WHEN "outcome" = 'SETTLED' AND "chargeNano" IS NULL THEN "items" ELSE 0 END AS "unpricedItems",
  CASE WHEN "outcome" = 'FREE' THEN 1 ELSE 0 END AS "frees",
  CASE WHEN "httpStatus" = 429 THEN 1 ELSE 0 END AS "refused",
  CASE WHEN "outcome" = 'UNKNOWN' THEN 1 ELSE 0 END AS "unknowns",
  CASE WHEN "outcome" = 'SETTLED' THEN COALESCE("waitedMs", 0) ELSE 0 END AS "waitedMs",
  CASE WHEN "outcome" = 'SETTLED' THEN COALESCE("latencyMs", 0) ELSE 0 END AS "latencyMs"
  FROM "LedgerEntry"`

const summed = (rows: ReturnType<typeof sql>, measures: readonly string[], by: ReturnType<typeof sql>) =>
  sql`SELECT ${by}, ${joinSql(
    measures.map((name) => sql`CAST(SUM(${columnSql(name)}) AS BIGINT) AS ${columnSql(name)}`),
  )} FROM (${rows}) each_row GROUP BY ${by}`

/** Selects rows of sums that differ between the two sides. */
const differing = (
  left: ReturnType<typeof sql>,
  right: ReturnType<typeof sql>,
  columns: ReturnType<typeof sql>,
) =>
  sql`SELECT ${columns} FROM (${left} UNION ALL ${right}) both_sides GROUP BY ${columns} HAVING COUNT(*) <> 2`

const SUMMED = [
  ...['pages', 'items', 'newItems', 'chargeNano', 'unpricedItems'],
  ...['frees', 'refused', 'unknowns', 'waitedMs', 'latencyMs'],
]
const BY_WALLET = sql`"teamId", "walletId", "operation"`
const SETTLED = ['pages', 'items', 'chargeNano', 'unpricedItems']
const ROLLUPS = sql`SELECT ${DIMENSIONS}, ${MEASURES} FROM "Rollup"`

/** Selects quarter hours of which no calls were deleted: of the others, only sums of the deleted ones remain. */
const whole = (rows: ReturnType<typeof sql>) => sql`SELECT * FROM (${rows}) known WHERE NOT EXISTS (
  SELECT 1 FROM "DeletedCalls" d WHERE d."teamId" = known."teamId"
    AND d."fromQuarter" <= known."quarter" AND d."toQuarter" > known."quarter")`

const RULES: readonly Rule[] = [
  {
    says: 'an attempt that is no longer open has one entry, of its own outcome',
    broken: sql`SELECT a."id" FROM "Attempt" a LEFT JOIN "LedgerEntry" e ON e."attemptId" = a."id"
      WHERE (a."state" = 'OPEN') <> (e."id" IS NULL) OR a."state" <> e."outcome"`,
  },
  {
    says: 'rollups are the sums of the entries',
    broken: differing(
      summed(whole(ENTRIES), SUMMED, DIMENSIONS),
      summed(whole(ROLLUPS), SUMMED, DIMENSIONS),
      sql`${DIMENSIONS}, ${MEASURES}`,
    ),
  },
  {
    says: 'where calls were deleted, rollups are the sums of deleted and remaining calls',
    broken: sql`SELECT d."fromQuarter" FROM "DeletedCalls" d WHERE (
      SELECT COALESCE(SUM(r."pages" + r."frees" + r."items"), 0) + SUM(r."chargeNano") FROM "Rollup" r
      WHERE r."teamId" = d."teamId" AND r."quarter" >= d."fromQuarter" AND r."quarter" < d."toQuarter"
    ) <> d."pages" + d."frees" + d."items" + d."chargeNano" + (
      SELECT COALESCE(SUM(e."items" + COALESCE(e."chargeNano", 0) + CASE WHEN e."outcome" = 'UNKNOWN' THEN 0 ELSE 1 END), 0)
      FROM "LedgerEntry" e
      WHERE e."teamId" = d."teamId" AND e."quarter" >= d."fromQuarter" AND e."quarter" < d."toQuarter")`,
  },
  {
    says: 'totals are the sums of the rollups',
    broken: sql`SELECT * FROM (${differing(
      summed(ROLLUPS, SETTLED, BY_WALLET),
      summed(sql`SELECT * FROM "WalletTotal"`, SETTLED, BY_WALLET),
      sql`${BY_WALLET}, "pages", "items", "chargeNano", "unpricedItems"`,
    )}) different WHERE "pages" <> 0 OR "items" <> 0 OR "chargeNano" <> 0 OR "unpricedItems" <> 0`,
  },
  {
    says: 'each wallet has as many unresolved lost calls as its total says',
    broken: sql`SELECT * FROM (SELECT x."teamId", x."walletId", SUM(x."many") AS "by" FROM (
        SELECT "teamId", "walletId", "unresolved" AS "many" FROM "LostTotal"
        UNION ALL SELECT a."teamId", a."walletId", -1 FROM "Attempt" a
          LEFT JOIN "Resolution" r ON r."attemptId" = a."id" WHERE a."state" = 'UNKNOWN' AND r."id" IS NULL
      ) x GROUP BY 1, 2) s WHERE s."by" <> 0`,
  },
  {
    says: 'an entry has copies of what its attempt says',
    broken: sql`SELECT e."id" FROM "LedgerEntry" e JOIN "Attempt" a ON a."id" = e."attemptId"
      WHERE e."walletId" <> a."walletId" OR e."keyId" <> a."keyId" OR e."environmentId" <> a."environmentId"
        OR e."memberId" <> a."memberId" OR e."runId" <> a."runId" OR e."searchId" <> COALESCE(a."searchId", '')
        OR e."operation" <> a."operation" OR e."principal" <> a."principal" OR e."principalId" <> a."principalId"
        OR e."origin" <> a."origin"`,
  },
  {
    says: 'a page of a run that was settled is there with its items, and no other',
    broken: sql`SELECT e."attemptId" FROM "LedgerEntry" e JOIN "Attempt" a ON a."id" = e."attemptId"
      LEFT JOIN "ResultPage" p ON p."attemptId" = e."attemptId"
      WHERE (e."outcome" = 'SETTLED' AND e."origin" <> 'gateway' AND a."pageNumber" > 0) <> (p."attemptId" IS NOT NULL)
        OR p."itemCount" <> e."items"`,
  },
  {
    says: 'a run has the pages, items and charges of its entries',
    broken: sql`SELECT r."id" FROM "Run" r
      LEFT JOIN "Attempt" a ON a."runId" = r."id" AND a."state" = 'SETTLED'
      LEFT JOIN "LedgerEntry" e ON e."attemptId" = a."id"
      WHERE NOT EXISTS (SELECT 1 FROM "DeletedCalls" d WHERE d."teamId" = r."teamId")
      GROUP BY r."id", r."pages", r."items", r."chargeNano"
      HAVING r."pages" <> COUNT(CASE WHEN a."pageNumber" > 0 THEN e."id" END) OR r."items" <> COALESCE(SUM(e."items"), 0)
        OR r."chargeNano" <> COALESCE(SUM(e."chargeNano"), 0)`,
  },
  {
    says: 'only what is open, or unknown and not yet resolved, holds anything of a budget',
    broken: sql`SELECT h."attemptId" FROM "BudgetHold" h
      LEFT JOIN "Attempt" a ON a."id" = h."attemptId" LEFT JOIN "Resolution" r ON r."attemptId" = h."attemptId"
      WHERE a."id" IS NULL OR a."state" NOT IN ('OPEN', 'UNKNOWN') OR r."id" IS NOT NULL`,
  },
  {
    says: 'a budget has reserved what its attempts hold',
    broken: sql`SELECT p."budgetId" FROM "BudgetPeriod" p
      LEFT JOIN "BudgetHold" h ON h."budgetId" = p."budgetId" AND h."startsAt" = p."startsAt"
      GROUP BY p."budgetId", p."startsAt", p."reserved" HAVING p."reserved" <> COALESCE(SUM(h."amount"), 0)`,
  },
  {
    says: 'a budget that stops is never passed',
    broken: sql`SELECT p."budgetId" FROM "BudgetPeriod" p JOIN "Budget" b ON b."id" = p."budgetId"
      WHERE b."stops" AND p."settled" + p."reserved" > b."amount"
        AND NOT EXISTS (SELECT 1 FROM "BudgetRaise" g WHERE g."budgetId" = b."id" AND g."state" = 'granted')`,
  },
]

/** Returns violations of what must hold after every commit, as long as no page was larger than allowed. */
export async function brokenInvariants(db: Db): Promise<string[]> {
  const broken: string[] = []
  for (const { says, broken: rows } of RULES) {
    const count = (await db.$queryRaw<unknown[]>(rows)).length
    if (count > 0) broken.push(`${says}: not so for ${count}`)
  }
  return broken
}
