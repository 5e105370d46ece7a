-- A search's newest run is found without looking at its other runs.
DROP INDEX "Run_teamId_searchId_idx";
CREATE INDEX "Run_teamId_searchId_startedAt_idx" ON "Run"("teamId", "searchId", "startedAt");

-- Old balance readings that prove nothing are deleted.
ALTER TABLE "Wallet" ADD COLUMN "thinnedTo" TIMESTAMP(3);

-- The highest balance of a month is found without reading each row.
DROP INDEX "BalanceReading_teamId_walletId_at_idx";
CREATE INDEX "BalanceReading_teamId_walletId_at_balanceNano_idx" ON "BalanceReading"("teamId", "walletId", "at", "balanceNano");
