import type { Db } from '@/lib/platform/db'

/** Gives everything on the ledger the form that it had before calls named their principals. */
export async function makeLedgerOld(db: Db): Promise<void> {
  await db.$executeRaw`
    INSERT INTO "LegacyRollup" ("teamId", "quarter", "walletId", "keyId", "environmentId", "memberId", "operation",
      "pages", "items", "chargeNano", "unpricedItems", "frees", "unknowns")
    SELECT "teamId", "quarter", "walletId", "keyId", "environmentId", "memberId", "operation", SUM("pages"),
      SUM("items"), SUM("chargeNano"), SUM("unpricedItems"), SUM("frees"), SUM("unknowns")
    FROM "Rollup" GROUP BY "teamId", "quarter", "walletId", "keyId", "environmentId", "memberId", "operation"`
  await db.$transaction([
    db.rollup.deleteMany(),
    db.attempt.updateMany({
      where: { state: { not: 'OPEN' } },
      data: { principal: '', principalId: '', origin: '' },
    }),
    db.ledgerEntry.updateMany({
      data: {
        ...{
          walletId: '',
          keyId: '',
          environmentId: '',
          memberId: '',
          searchId: '',
          runId: '',
          operation: '',
        },
        ...{ principal: '', principalId: '', origin: '', openedQuarter: 0, newItems: 0 },
      },
    }),
  ])
}
