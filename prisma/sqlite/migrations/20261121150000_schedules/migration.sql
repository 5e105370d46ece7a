-- AlterTable
ALTER TABLE "Run" ADD COLUMN "isScheduled" BOOLEAN NOT NULL DEFAULT false;

-- AlterTable
ALTER TABLE "Team" ADD COLUMN "keepsItemsDays" INTEGER;

-- CreateTable
CREATE TABLE "ItemMark" (
    "teamId" TEXT NOT NULL,
    "itemId" TEXT NOT NULL,
    "isStarred" BOOLEAN NOT NULL,
    "isHidden" BOOLEAN NOT NULL,
    "note" TEXT NOT NULL,
    "byName" TEXT NOT NULL,
    "at" DATETIME NOT NULL,

    PRIMARY KEY ("teamId", "itemId")
);

-- CreateTable
CREATE TABLE "Schedule" (
    "searchId" TEXT NOT NULL PRIMARY KEY,
    "teamId" TEXT NOT NULL,
    "memberId" TEXT NOT NULL,
    "cron" TEXT NOT NULL,
    "activeFrom" INTEGER NOT NULL DEFAULT 0,
    "activeTo" INTEGER NOT NULL DEFAULT 1440,
    "activeDays" TEXT NOT NULL DEFAULT '1234567',
    "capItems" INTEGER NOT NULL,
    "capItemsDay" INTEGER NOT NULL,
    "untilKnown" BOOLEAN NOT NULL,
    "tellsAbove" INTEGER,
    "tellsQuietHours" INTEGER,
    "nextAt" DATETIME,
    "openRunId" TEXT,
    "lastRunId" TEXT,
    "lastNewAt" DATETIME,
    "lastNote" TEXT,
    "failures" INTEGER NOT NULL DEFAULT 0,
    "pausedAt" DATETIME,
    "pausedBy" TEXT,
    "pausedNote" TEXT,
    "createdAt" DATETIME NOT NULL,
    "updatedAt" DATETIME NOT NULL
);

-- CreateIndex
CREATE INDEX "Schedule_teamId_idx" ON "Schedule"("teamId");

-- CreateIndex
CREATE INDEX "Schedule_nextAt_idx" ON "Schedule"("nextAt");
