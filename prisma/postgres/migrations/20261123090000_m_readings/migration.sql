-- What a balance follows from is found without looking at readings that were not clean.
CREATE INDEX "BalanceReading_clean_idx" ON "BalanceReading"("teamId", "walletId", "at")
  WHERE "inFlight" = 0 AND ("quietMs" IS NULL OR "settlingMs" IS NULL OR "quietMs" >= "settlingMs");
