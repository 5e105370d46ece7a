-- Words are looked for whatever their case, and however accents were typed: no database's LOWER does that everywhere.
ALTER TABLE "AuditEntry" ADD COLUMN "folded" TEXT;
ALTER TABLE "SavedSearch" ADD COLUMN "folded" TEXT;
-- The job that fills older rows finds them among millions, and later that there are none.
CREATE INDEX "AuditEntry_unfolded_idx" ON "AuditEntry"("id") WHERE "folded" IS NULL;
CREATE INDEX "SavedSearch_unfolded_idx" ON "SavedSearch"("id") WHERE "folded" IS NULL;
