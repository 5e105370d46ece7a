-- AlterTable
ALTER TABLE "Budget" ADD COLUMN "stoppedAt" DATETIME;

-- AlterTable
ALTER TABLE "Wallet" ADD COLUMN "pausedAt" DATETIME;

-- CreateTable
CREATE TABLE "AlertSetting" (
    "teamId" TEXT NOT NULL,
    "kind" TEXT NOT NULL,
    "subjectId" TEXT NOT NULL,
    "enabled" BOOLEAN NOT NULL,
    "parameters" TEXT NOT NULL,
    "mutedUntil" DATETIME,
    "changedBy" TEXT NOT NULL,
    "changedAt" DATETIME NOT NULL,

    PRIMARY KEY ("teamId", "kind", "subjectId")
);

-- CreateTable
CREATE TABLE "Alert" (
    "id" TEXT NOT NULL PRIMARY KEY,
    "teamId" TEXT NOT NULL,
    "kind" TEXT NOT NULL,
    "subjectId" TEXT NOT NULL,
    "subjectName" TEXT NOT NULL,
    "dedupeKey" TEXT NOT NULL,
    "title" TEXT NOT NULL,
    "detail" TEXT NOT NULL,
    "data" TEXT NOT NULL,
    "path" TEXT NOT NULL,
    "firedAt" DATETIME NOT NULL,
    "recoveredAt" DATETIME,
    "acknowledgedAt" DATETIME,
    "acknowledgedBy" TEXT
);

-- CreateTable
CREATE TABLE "AlertChannel" (
    "id" TEXT NOT NULL PRIMARY KEY,
    "teamId" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "kind" TEXT NOT NULL,
    "hint" TEXT NOT NULL,
    "sealed" TEXT NOT NULL,
    "kinds" TEXT NOT NULL,
    "enabled" BOOLEAN NOT NULL,
    "createdAt" DATETIME NOT NULL,
    "deletedAt" DATETIME
);

-- CreateTable
CREATE TABLE "AlertDelivery" (
    "id" TEXT NOT NULL PRIMARY KEY,
    "teamId" TEXT NOT NULL,
    "channelId" TEXT NOT NULL,
    "alertId" TEXT,
    "event" TEXT NOT NULL,
    "state" TEXT NOT NULL,
    "tries" INTEGER NOT NULL,
    "nextTryAt" DATETIME,
    "lastProblem" TEXT,
    "createdAt" DATETIME NOT NULL,
    "sentAt" DATETIME
);

-- CreateTable
CREATE TABLE "Lease" (
    "name" TEXT NOT NULL PRIMARY KEY,
    "holderId" TEXT NOT NULL,
    "untilAt" DATETIME NOT NULL
);

-- CreateTable
CREATE TABLE "WalletCheck" (
    "id" TEXT NOT NULL PRIMARY KEY,
    "teamId" TEXT NOT NULL,
    "walletId" TEXT NOT NULL,
    "startedById" TEXT NOT NULL,
    "startedByName" TEXT NOT NULL,
    "startedAt" DATETIME NOT NULL,
    "steps" TEXT NOT NULL,
    "endedAt" DATETIME,
    "outcome" TEXT
);

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
    "unpricedItems" INTEGER NOT NULL,
    "source" TEXT NOT NULL,
    "askedAt" DATETIME,
    "inFlight" INTEGER NOT NULL DEFAULT 0,
    "inFlightMicro" BIGINT,
    "byOperation" TEXT,
    "at" DATETIME NOT NULL
);
INSERT INTO "new_BalanceReading" ("at", "balanceMicro", "id", "keyId", "settledMicro", "source", "teamId", "unpricedItems", "walletId") SELECT "at", "balanceMicro", "id", "keyId", "settledMicro", "source", "teamId", "unpricedItems", "walletId" FROM "BalanceReading";
DROP TABLE "BalanceReading";
ALTER TABLE "new_BalanceReading" RENAME TO "BalanceReading";
CREATE INDEX "BalanceReading_teamId_walletId_at_idx" ON "BalanceReading"("teamId", "walletId", "at");
CREATE TABLE "new_Price" (
    "id" TEXT NOT NULL PRIMARY KEY,
    "teamId" TEXT NOT NULL,
    "operation" TEXT NOT NULL,
    "priceMicro" BIGINT NOT NULL,
    "effectiveAt" DATETIME NOT NULL,
    "source" TEXT NOT NULL DEFAULT 'admin',
    "spreadMicro" BIGINT,
    "observations" INTEGER,
    "setById" TEXT NOT NULL,
    "createdAt" DATETIME NOT NULL
);
INSERT INTO "new_Price" ("createdAt", "effectiveAt", "id", "operation", "priceMicro", "setById", "teamId") SELECT "createdAt", "effectiveAt", "id", "operation", "priceMicro", "setById", "teamId" FROM "Price";
DROP TABLE "Price";
ALTER TABLE "new_Price" RENAME TO "Price";
CREATE INDEX "Price_teamId_operation_effectiveAt_idx" ON "Price"("teamId", "operation", "effectiveAt");
PRAGMA foreign_keys=ON;
PRAGMA defer_foreign_keys=OFF;

-- CreateIndex
CREATE INDEX "Alert_teamId_firedAt_idx" ON "Alert"("teamId", "firedAt");

-- CreateIndex
CREATE UNIQUE INDEX "Alert_teamId_dedupeKey_key" ON "Alert"("teamId", "dedupeKey");

-- CreateIndex
CREATE INDEX "AlertChannel_teamId_idx" ON "AlertChannel"("teamId");

-- CreateIndex
CREATE INDEX "AlertDelivery_state_nextTryAt_idx" ON "AlertDelivery"("state", "nextTryAt");

-- CreateIndex
CREATE INDEX "AlertDelivery_teamId_createdAt_idx" ON "AlertDelivery"("teamId", "createdAt");

-- CreateIndex
CREATE UNIQUE INDEX "AlertDelivery_channelId_alertId_event_key" ON "AlertDelivery"("channelId", "alertId", "event");

-- CreateIndex
CREATE INDEX "WalletCheck_teamId_walletId_idx" ON "WalletCheck"("teamId", "walletId");
