-- How much a wallet's lost calls may have brought is summed with each look, from the index alone.
DROP INDEX "Attempt_unknown_idx";
CREATE INDEX "Attempt_unknown_idx" ON "Attempt"("teamId", "walletId", "openedAt", "reservedItems")
  WHERE "state" = 'UNKNOWN';
