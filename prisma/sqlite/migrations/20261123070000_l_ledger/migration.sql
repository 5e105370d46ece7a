-- Few calls were not settled, and the ledger is asked for just those.
CREATE INDEX "LedgerEntry_missed_idx" ON "LedgerEntry"("teamId", "outcome", "at") WHERE "outcome" <> 'SETTLED';

-- Few entries are in another quarter hour than the one that their calls were opened in. Budgets count by opening, rollups
-- by settling: these are the difference. Entries that the backfill has not filled yet are 0.
CREATE INDEX "LedgerEntry_late_idx" ON "LedgerEntry"("teamId", "quarter", "openedQuarter")
  WHERE "openedQuarter" > 0 AND "openedQuarter" <> "quarter";

-- What scheduled runs brought is asked for by the time of their end.
CREATE INDEX "Run_teamId_isScheduled_endedAt_idx" ON "Run"("teamId", "isScheduled", "endedAt");
