-- What a balance follows from is found without looking at readings that were not clean.
CREATE INDEX "BalanceReading_clean_idx" ON "BalanceReading"("teamId", "walletId", "at")
  WHERE "inFlight" = 0 AND ("quietMs" IS NULL OR "settlingMs" IS NULL OR "quietMs" >= "settlingMs");

-- A wallet's lost calls are few among its calls, and are looked for with each reading.
CREATE INDEX "Attempt_unknown_idx" ON "Attempt"("teamId", "walletId", "openedAt") WHERE "state" = 'UNKNOWN';
