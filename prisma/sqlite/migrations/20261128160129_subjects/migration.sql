-- AlterTable
ALTER TABLE "Run" ADD COLUMN "batchId" TEXT;
ALTER TABLE "Run" ADD COLUMN "subjectCount" INTEGER NOT NULL DEFAULT 1;

-- AlterTable
ALTER TABLE "SavedSearch" ADD COLUMN "subjectCount" INTEGER NOT NULL DEFAULT 1;

-- CreateTable
CREATE TABLE "SearchSubject" (
    "searchId" TEXT NOT NULL,
    "position" INTEGER NOT NULL,
    "teamId" TEXT NOT NULL,
    "subject" TEXT NOT NULL,
    "streamId" TEXT NOT NULL,
    "lastNewAt" DATETIME,

    PRIMARY KEY ("searchId", "position")
);

-- DropIndex
DROP INDEX "Run_streamId_idx";

-- CreateIndex
CREATE INDEX "Run_streamId_startedAt_idx" ON "Run"("streamId", "startedAt");

-- CreateIndex
CREATE INDEX "Run_batchId_idx" ON "Run"("batchId");
