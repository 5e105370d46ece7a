-- Each call says on whose behalf it is (principal) and what made it (origin). Entries get copies of what they are filtered
-- by, with constant defaults, so that no long table is rewritten: the backfill fills old rows while Purser runs.
ALTER TABLE "Attempt" ADD COLUMN "principal" TEXT NOT NULL DEFAULT '',
  ADD COLUMN "principalId" TEXT NOT NULL DEFAULT '',
  ADD COLUMN "origin" TEXT NOT NULL DEFAULT '';
ALTER TABLE "LedgerEntry" ADD COLUMN "walletId" TEXT NOT NULL DEFAULT '',
  ADD COLUMN "keyId" TEXT NOT NULL DEFAULT '',
  ADD COLUMN "environmentId" TEXT NOT NULL DEFAULT '',
  ADD COLUMN "memberId" TEXT NOT NULL DEFAULT '',
  ADD COLUMN "searchId" TEXT NOT NULL DEFAULT '',
  ADD COLUMN "runId" TEXT NOT NULL DEFAULT '',
  ADD COLUMN "operation" TEXT NOT NULL DEFAULT '',
  ADD COLUMN "principal" TEXT NOT NULL DEFAULT '',
  ADD COLUMN "principalId" TEXT NOT NULL DEFAULT '',
  ADD COLUMN "origin" TEXT NOT NULL DEFAULT '',
  ADD COLUMN "openedQuarter" INTEGER NOT NULL DEFAULT 0,
  ADD COLUMN "newItems" INTEGER NOT NULL DEFAULT 0;

-- What is under way ends after this, and then says for whom it was.
UPDATE "Attempt" SET "principal" = 'member', "principalId" = "memberId", "origin" = 'search' WHERE "state" = 'OPEN';
UPDATE "Attempt" SET "principal" = 'schedule', "principalId" = COALESCE("searchId", '') WHERE "state" = 'OPEN'
  AND EXISTS (SELECT 1 FROM "Run" WHERE "Run"."id" = "Attempt"."runId" AND "Run"."isScheduled");

-- Rollups of before stay as they are, under another name, until the backfill has moved them.
ALTER TABLE "Rollup" RENAME TO "LegacyRollup";
ALTER TABLE "LegacyRollup" RENAME CONSTRAINT "Rollup_pkey" TO "LegacyRollup_pkey";

CREATE TABLE "Rollup" (
    "teamId" TEXT NOT NULL,
    "quarter" INTEGER NOT NULL,
    "walletId" TEXT NOT NULL,
    "keyId" TEXT NOT NULL,
    "environmentId" TEXT NOT NULL,
    "memberId" TEXT NOT NULL,
    "principal" TEXT NOT NULL,
    "principalId" TEXT NOT NULL,
    "searchId" TEXT NOT NULL,
    "operation" TEXT NOT NULL,
    "origin" TEXT NOT NULL,
    "pages" INTEGER NOT NULL,
    "items" INTEGER NOT NULL,
    "newItems" INTEGER NOT NULL,
    "chargeNano" BIGINT NOT NULL,
    "unpricedItems" INTEGER NOT NULL,
    "frees" INTEGER NOT NULL,
    "refused" INTEGER NOT NULL,
    "unknowns" INTEGER NOT NULL,
    "waitedMs" BIGINT NOT NULL,
    "latencyMs" BIGINT NOT NULL,

    CONSTRAINT "Rollup_pkey" PRIMARY KEY ("teamId", "quarter", "walletId", "keyId", "environmentId", "memberId", "principal", "principalId", "searchId", "operation", "origin")
);

CREATE INDEX "Rollup_teamId_walletId_quarter_idx" ON "Rollup"("teamId", "walletId", "quarter");
CREATE INDEX "Rollup_teamId_keyId_quarter_idx" ON "Rollup"("teamId", "keyId", "quarter");
CREATE INDEX "Rollup_teamId_environmentId_quarter_idx" ON "Rollup"("teamId", "environmentId", "quarter");
CREATE INDEX "Rollup_teamId_memberId_quarter_idx" ON "Rollup"("teamId", "memberId", "quarter");
CREATE INDEX "Rollup_teamId_principal_principalId_quarter_idx" ON "Rollup"("teamId", "principal", "principalId", "quarter");
CREATE INDEX "Rollup_teamId_searchId_quarter_idx" ON "Rollup"("teamId", "searchId", "quarter");
CREATE INDEX "Rollup_teamId_operation_quarter_idx" ON "Rollup"("teamId", "operation", "quarter");

-- Few rows have them, and some pages look for just those.
CREATE INDEX "Rollup_unknowns_idx" ON "Rollup"("teamId", "quarter") WHERE "unknowns" > 0;
CREATE INDEX "Rollup_frees_idx" ON "Rollup"("teamId", "quarter") WHERE "frees" > 0;

CREATE TABLE "WalletTotal" (
    "teamId" TEXT NOT NULL,
    "walletId" TEXT NOT NULL,
    "operation" TEXT NOT NULL,
    "pages" BIGINT NOT NULL,
    "items" BIGINT NOT NULL,
    "chargeNano" BIGINT NOT NULL,
    "unpricedItems" BIGINT NOT NULL,

    CONSTRAINT "WalletTotal_pkey" PRIMARY KEY ("teamId","walletId","operation")
);

CREATE TABLE "Backfill" (
    "teamId" TEXT NOT NULL,
    "at" TIMESTAMP(3) NOT NULL,
    "entryId" TEXT NOT NULL,
    "entries" INTEGER NOT NULL,
    "doneAt" TIMESTAMP(3),

    CONSTRAINT "Backfill_pkey" PRIMARY KEY ("teamId")
);

-- Their rows are changed often and in no indexed column: room in the page keeps a change off the indexes.
ALTER TABLE "Rollup" SET (fillfactor = 70);
ALTER TABLE "WalletTotal" SET (fillfactor = 20);

-- The sums of before are all in the rollups of before.
INSERT INTO "WalletTotal" ("teamId", "walletId", "operation", "pages", "items", "chargeNano", "unpricedItems")
SELECT "teamId", "walletId", "operation", SUM("pages"), SUM("items"), SUM("chargeNano"), SUM("unpricedItems")
FROM "LegacyRollup" GROUP BY "teamId", "walletId", "operation";
