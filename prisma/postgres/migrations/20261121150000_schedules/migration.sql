-- AlterTable
ALTER TABLE "Run" ADD COLUMN     "isScheduled" BOOLEAN NOT NULL DEFAULT false;

-- AlterTable
ALTER TABLE "Team" ADD COLUMN     "keepsItemsDays" INTEGER;

-- CreateTable
CREATE TABLE "ItemMark" (
    "teamId" TEXT NOT NULL,
    "itemId" TEXT NOT NULL,
    "isStarred" BOOLEAN NOT NULL,
    "isHidden" BOOLEAN NOT NULL,
    "note" TEXT NOT NULL,
    "byName" TEXT NOT NULL,
    "at" TIMESTAMP(3) NOT NULL,

    CONSTRAINT "ItemMark_pkey" PRIMARY KEY ("teamId","itemId")
);

-- CreateTable
CREATE TABLE "Schedule" (
    "searchId" TEXT NOT NULL,
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
    "nextAt" TIMESTAMP(3),
    "openRunId" TEXT,
    "lastRunId" TEXT,
    "lastNewAt" TIMESTAMP(3),
    "lastNote" TEXT,
    "failures" INTEGER NOT NULL DEFAULT 0,
    "pausedAt" TIMESTAMP(3),
    "pausedBy" TEXT,
    "pausedNote" TEXT,
    "createdAt" TIMESTAMP(3) NOT NULL,
    "updatedAt" TIMESTAMP(3) NOT NULL,

    CONSTRAINT "Schedule_pkey" PRIMARY KEY ("searchId")
);

-- CreateIndex
CREATE INDEX "Schedule_teamId_idx" ON "Schedule"("teamId");

-- CreateIndex
CREATE INDEX "Schedule_nextAt_idx" ON "Schedule"("nextAt");
