-- DropIndex
DROP INDEX "Run_streamId_idx";

-- AlterTable
ALTER TABLE "Run" ADD COLUMN     "batchId" TEXT,
ADD COLUMN     "subjectCount" INTEGER NOT NULL DEFAULT 1;

-- AlterTable
ALTER TABLE "SavedSearch" ADD COLUMN     "subjectCount" INTEGER NOT NULL DEFAULT 1;

-- CreateTable
CREATE TABLE "SearchSubject" (
    "searchId" TEXT NOT NULL,
    "position" INTEGER NOT NULL,
    "teamId" TEXT NOT NULL,
    "subject" TEXT NOT NULL,
    "streamId" TEXT NOT NULL,
    "lastNewAt" TIMESTAMP(3),

    CONSTRAINT "SearchSubject_pkey" PRIMARY KEY ("searchId","position")
);

-- CreateIndex
CREATE INDEX "Run_streamId_startedAt_idx" ON "Run"("streamId", "startedAt");

-- CreateIndex
CREATE INDEX "Run_batchId_idx" ON "Run"("batchId");
