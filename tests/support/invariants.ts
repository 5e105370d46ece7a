import { type Db, sql } from '@/lib/platform/db'

interface Rule {
  readonly says: string
  /** Rows that break it. */
  readonly broken: ReturnType<typeof sql>
}

const DIMENSIONS = sql`a."teamId", e."quarter", a."walletId", a."keyId", a."environmentId", a."memberId", a."operation"`

const RULES: readonly Rule[] = [
  {
    says: 'an attempt that is no longer open has one entry, of its own outcome',
    broken: sql`SELECT a."id" FROM "Attempt" a LEFT JOIN "LedgerEntry" e ON e."attemptId" = a."id"
      WHERE (a."state" = 'OPEN') <> (e."id" IS NULL) OR a."state" <> e."outcome"`,
  },
  {
    says: 'rollups are the sums of the entries',
    broken: sql`SELECT * FROM (
        SELECT ${DIMENSIONS},
          SUM(CASE WHEN e."outcome" = 'SETTLED' THEN 1 ELSE 0 END) AS "pages", SUM(e."items") AS "items",
          SUM(COALESCE(e."chargeNano", 0)) AS "charge",
          SUM(CASE WHEN e."outcome" = 'SETTLED' AND e."chargeNano" IS NULL THEN e."items" ELSE 0 END) AS "unpriced",
          SUM(CASE WHEN e."outcome" = 'FREE' THEN 1 ELSE 0 END) AS "frees",
          SUM(CASE WHEN e."outcome" = 'UNKNOWN' THEN 1 ELSE 0 END) AS "unknowns"
        FROM "LedgerEntry" e JOIN "Attempt" a ON a."id" = e."attemptId" GROUP BY ${DIMENSIONS}
        UNION ALL
        SELECT "teamId", "quarter", "walletId", "keyId", "environmentId", "memberId", "operation",
          "pages", "items", "chargeNano", "unpricedItems", "frees", "unknowns" FROM "Rollup"
      ) both_sides
      GROUP BY "teamId", "quarter", "walletId", "keyId", "environmentId", "memberId", "operation",
        "pages", "items", "charge", "unpriced", "frees", "unknowns"
      HAVING COUNT(*) <> 2`,
  },
  {
    says: 'a page that was settled is there with its items, and no other',
    broken: sql`SELECT e."attemptId" FROM "LedgerEntry" e LEFT JOIN "ResultPage" p ON p."attemptId" = e."attemptId"
      WHERE (e."outcome" = 'SETTLED') <> (p."attemptId" IS NOT NULL) OR p."itemCount" <> e."items"`,
  },
  {
    says: 'a run has the pages, items and charges of its entries',
    broken: sql`SELECT r."id" FROM "Run" r
      LEFT JOIN "Attempt" a ON a."runId" = r."id" AND a."state" = 'SETTLED'
      LEFT JOIN "LedgerEntry" e ON e."attemptId" = a."id"
      GROUP BY r."id", r."pages", r."items", r."chargeNano"
      HAVING r."pages" <> COUNT(e."id") OR r."items" <> COALESCE(SUM(e."items"), 0)
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

/** What the database breaks of what must hold after every commit (as long as no page was larger than it may be). */
export async function brokenInvariants(db: Db): Promise<string[]> {
  const broken: string[] = []
  for (const { says, broken: rows } of RULES) {
    const count = (await db.$queryRaw<unknown[]>(rows)).length
    if (count > 0) broken.push(`${says}: not so for ${count}`)
  }
  return broken
}
