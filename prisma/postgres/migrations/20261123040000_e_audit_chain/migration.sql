-- AlterTable
ALTER TABLE "AuditEntry" ADD COLUMN     "hash" TEXT,
ADD COLUMN     "place" INTEGER;

-- CreateTable
CREATE TABLE "AuditChain" (
    "teamId" TEXT NOT NULL,
    "place" INTEGER NOT NULL,
    "hash" TEXT NOT NULL,
    "sealedAt" TIMESTAMP(3) NOT NULL,

    CONSTRAINT "AuditChain_pkey" PRIMARY KEY ("teamId")
);

-- CreateTable
CREATE TABLE "AuditTally" (
    "key" TEXT NOT NULL,
    "startsAt" TIMESTAMP(3) NOT NULL,
    "more" INTEGER NOT NULL,
    "lastAt" TIMESTAMP(3) NOT NULL,
    "teamId" TEXT NOT NULL,
    "actorId" TEXT NOT NULL,
    "actorName" TEXT NOT NULL,
    "action" TEXT NOT NULL,
    "subjectId" TEXT NOT NULL,
    "subjectName" TEXT NOT NULL,
    "detail" TEXT NOT NULL,

    CONSTRAINT "AuditTally_pkey" PRIMARY KEY ("key")
);

-- CreateIndex
CREATE INDEX "AuditTally_startsAt_idx" ON "AuditTally"("startsAt");

-- CreateIndex
CREATE INDEX "AuditEntry_teamId_id_idx" ON "AuditEntry"("teamId", "id");

-- CreateIndex
CREATE INDEX "AuditEntry_place_id_idx" ON "AuditEntry"("place", "id");

-- CreateIndex
CREATE UNIQUE INDEX "AuditEntry_teamId_place_key" ON "AuditEntry"("teamId", "place");
