-- AlterTable
ALTER TABLE "BalanceReading" ADD COLUMN     "askedAt" TIMESTAMP(3),
ADD COLUMN     "byOperation" TEXT,
ADD COLUMN     "inFlight" INTEGER NOT NULL DEFAULT 0,
ADD COLUMN     "inFlightMicro" BIGINT;

-- AlterTable
ALTER TABLE "Budget" ADD COLUMN     "stoppedAt" TIMESTAMP(3);

-- AlterTable
ALTER TABLE "Price" ADD COLUMN     "observations" INTEGER,
ADD COLUMN     "source" TEXT NOT NULL DEFAULT 'admin',
ADD COLUMN     "spreadMicro" BIGINT;

-- AlterTable
ALTER TABLE "Wallet" ADD COLUMN     "pausedAt" TIMESTAMP(3);

-- CreateTable
CREATE TABLE "AlertSetting" (
    "teamId" TEXT NOT NULL,
    "kind" TEXT NOT NULL,
    "subjectId" TEXT NOT NULL,
    "enabled" BOOLEAN NOT NULL,
    "parameters" TEXT NOT NULL,
    "mutedUntil" TIMESTAMP(3),
    "changedBy" TEXT NOT NULL,
    "changedAt" TIMESTAMP(3) NOT NULL,

    CONSTRAINT "AlertSetting_pkey" PRIMARY KEY ("teamId","kind","subjectId")
);

-- CreateTable
CREATE TABLE "Alert" (
    "id" TEXT NOT NULL,
    "teamId" TEXT NOT NULL,
    "kind" TEXT NOT NULL,
    "subjectId" TEXT NOT NULL,
    "subjectName" TEXT NOT NULL,
    "dedupeKey" TEXT NOT NULL,
    "title" TEXT NOT NULL,
    "detail" TEXT NOT NULL,
    "data" TEXT NOT NULL,
    "path" TEXT NOT NULL,
    "firedAt" TIMESTAMP(3) NOT NULL,
    "recoveredAt" TIMESTAMP(3),
    "acknowledgedAt" TIMESTAMP(3),
    "acknowledgedBy" TEXT,

    CONSTRAINT "Alert_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "AlertChannel" (
    "id" TEXT NOT NULL,
    "teamId" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "kind" TEXT NOT NULL,
    "hint" TEXT NOT NULL,
    "sealed" TEXT NOT NULL,
    "kinds" TEXT NOT NULL,
    "enabled" BOOLEAN NOT NULL,
    "createdAt" TIMESTAMP(3) NOT NULL,
    "deletedAt" TIMESTAMP(3),

    CONSTRAINT "AlertChannel_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "AlertDelivery" (
    "id" TEXT NOT NULL,
    "teamId" TEXT NOT NULL,
    "channelId" TEXT NOT NULL,
    "alertId" TEXT,
    "event" TEXT NOT NULL,
    "state" TEXT NOT NULL,
    "tries" INTEGER NOT NULL,
    "nextTryAt" TIMESTAMP(3),
    "lastProblem" TEXT,
    "createdAt" TIMESTAMP(3) NOT NULL,
    "sentAt" TIMESTAMP(3),

    CONSTRAINT "AlertDelivery_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "Lease" (
    "name" TEXT NOT NULL,
    "holderId" TEXT NOT NULL,
    "untilAt" TIMESTAMP(3) NOT NULL,

    CONSTRAINT "Lease_pkey" PRIMARY KEY ("name")
);

-- CreateTable
CREATE TABLE "WalletCheck" (
    "id" TEXT NOT NULL,
    "teamId" TEXT NOT NULL,
    "walletId" TEXT NOT NULL,
    "startedById" TEXT NOT NULL,
    "startedByName" TEXT NOT NULL,
    "startedAt" TIMESTAMP(3) NOT NULL,
    "steps" TEXT NOT NULL,
    "endedAt" TIMESTAMP(3),
    "outcome" TEXT,

    CONSTRAINT "WalletCheck_pkey" PRIMARY KEY ("id")
);

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
