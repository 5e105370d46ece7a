-- RedefineTables
PRAGMA defer_foreign_keys=ON;
PRAGMA foreign_keys=OFF;
CREATE TABLE "new_BalanceReading" (
    "id" TEXT NOT NULL PRIMARY KEY,
    "teamId" TEXT NOT NULL,
    "walletId" TEXT NOT NULL,
    "keyId" TEXT NOT NULL,
    "balanceMicro" BIGINT NOT NULL,
    "settledMicro" BIGINT NOT NULL,
    "unpricedItems" BIGINT NOT NULL,
    "source" TEXT NOT NULL,
    "askedAt" DATETIME,
    "inFlight" INTEGER NOT NULL DEFAULT 0,
    "inFlightMicro" BIGINT,
    "quietMs" INTEGER,
    "settlingMs" INTEGER,
    "byOperation" TEXT,
    "at" DATETIME NOT NULL
);
INSERT INTO "new_BalanceReading" ("askedAt", "at", "balanceMicro", "byOperation", "id", "inFlight", "inFlightMicro", "keyId", "quietMs", "settledMicro", "settlingMs", "source", "teamId", "unpricedItems", "walletId") SELECT "askedAt", "at", "balanceMicro", "byOperation", "id", "inFlight", "inFlightMicro", "keyId", "quietMs", "settledMicro", "settlingMs", "source", "teamId", "unpricedItems", "walletId" FROM "BalanceReading";
DROP TABLE "BalanceReading";
ALTER TABLE "new_BalanceReading" RENAME TO "BalanceReading";
CREATE INDEX "BalanceReading_teamId_walletId_at_idx" ON "BalanceReading"("teamId", "walletId", "at");
CREATE TABLE "new_Run" (
    "id" TEXT NOT NULL PRIMARY KEY,
    "teamId" TEXT NOT NULL,
    "searchId" TEXT,
    "searchName" TEXT NOT NULL,
    "searchVersion" INTEGER,
    "isScheduled" BOOLEAN NOT NULL DEFAULT false,
    "streamId" TEXT,
    "operation" TEXT NOT NULL,
    "subject" TEXT NOT NULL,
    "product" TEXT,
    "keyId" TEXT NOT NULL,
    "keyPrefix" TEXT NOT NULL,
    "environmentId" TEXT NOT NULL,
    "environmentName" TEXT NOT NULL,
    "memberId" TEXT NOT NULL,
    "memberName" TEXT NOT NULL,
    "shared" BOOLEAN NOT NULL,
    "manner" TEXT NOT NULL DEFAULT 'page',
    "state" TEXT NOT NULL,
    "endReason" TEXT,
    "endNote" TEXT,
    "instanceId" TEXT,
    "cancelledAt" DATETIME,
    "cancelledByName" TEXT,
    "nextSeq" INTEGER NOT NULL,
    "pages" INTEGER NOT NULL,
    "items" BIGINT NOT NULL,
    "chargeMicro" BIGINT NOT NULL,
    "unpricedItems" BIGINT NOT NULL,
    "capItems" INTEGER,
    "capMicro" BIGINT,
    "untilAt" DATETIME,
    "untilKnown" BOOLEAN NOT NULL DEFAULT false,
    "isBaseline" BOOLEAN NOT NULL DEFAULT false,
    "newItems" BIGINT NOT NULL DEFAULT 0,
    "reuseSeconds" INTEGER NOT NULL DEFAULT 0,
    "reusedPages" INTEGER NOT NULL DEFAULT 0,
    "reusedItems" INTEGER NOT NULL DEFAULT 0,
    "startedAt" DATETIME NOT NULL,
    "endedAt" DATETIME
);
INSERT INTO "new_Run" ("cancelledAt", "cancelledByName", "capItems", "capMicro", "chargeMicro", "endNote", "endReason", "endedAt", "environmentId", "environmentName", "id", "instanceId", "isBaseline", "isScheduled", "items", "keyId", "keyPrefix", "manner", "memberId", "memberName", "newItems", "nextSeq", "operation", "pages", "product", "reuseSeconds", "reusedItems", "reusedPages", "searchId", "searchName", "searchVersion", "shared", "startedAt", "state", "streamId", "subject", "teamId", "unpricedItems", "untilAt", "untilKnown") SELECT "cancelledAt", "cancelledByName", "capItems", "capMicro", "chargeMicro", "endNote", "endReason", "endedAt", "environmentId", "environmentName", "id", "instanceId", "isBaseline", "isScheduled", "items", "keyId", "keyPrefix", "manner", "memberId", "memberName", "newItems", "nextSeq", "operation", "pages", "product", "reuseSeconds", "reusedItems", "reusedPages", "searchId", "searchName", "searchVersion", "shared", "startedAt", "state", "streamId", "subject", "teamId", "unpricedItems", "untilAt", "untilKnown" FROM "Run";
DROP TABLE "Run";
ALTER TABLE "new_Run" RENAME TO "Run";
CREATE INDEX "Run_teamId_startedAt_idx" ON "Run"("teamId", "startedAt");
CREATE INDEX "Run_teamId_searchId_idx" ON "Run"("teamId", "searchId");
CREATE INDEX "Run_streamId_idx" ON "Run"("streamId");
CREATE INDEX "Run_state_instanceId_idx" ON "Run"("state", "instanceId");
PRAGMA foreign_keys=ON;
PRAGMA defer_foreign_keys=OFF;
