-- AlterTable
ALTER TABLE "Member" ADD COLUMN     "digestSince" TIMESTAMP(3);

-- CreateTable
CREATE TABLE "Digest" (
    "memberId" TEXT NOT NULL,
    "teamId" TEXT NOT NULL,
    "day" TEXT NOT NULL,
    "state" TEXT NOT NULL,
    "tries" INTEGER NOT NULL,
    "nextTryAt" TIMESTAMP(3),
    "lastProblem" TEXT,
    "createdAt" TIMESTAMP(3) NOT NULL,

    CONSTRAINT "Digest_pkey" PRIMARY KEY ("memberId","day")
);

-- CreateIndex
CREATE INDEX "Digest_state_nextTryAt_idx" ON "Digest"("state", "nextTryAt");

-- CreateIndex
CREATE INDEX "Digest_teamId_createdAt_idx" ON "Digest"("teamId", "createdAt");
