-- Each look for alerts reads the open ones, and incidents that were acknowledged: not all that there ever were.
CREATE INDEX "Alert_open_idx" ON "Alert"("teamId", "firedAt") WHERE "recoveredAt" IS NULL;
CREATE INDEX "Alert_acknowledged_idx" ON "Alert"("teamId", "kind", "firedAt") WHERE "acknowledgedAt" IS NOT NULL;
