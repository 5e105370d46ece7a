-- AlterTable
ALTER TABLE "AuditEntry" ADD COLUMN "hash" TEXT;
ALTER TABLE "AuditEntry" ADD COLUMN "place" INTEGER;

-- CreateTable
CREATE TABLE "AuditChain" (
    "teamId" TEXT NOT NULL PRIMARY KEY,
    "place" INTEGER NOT NULL,
    "hash" TEXT NOT NULL,
    "sealedAt" DATETIME NOT NULL
);

-- CreateTable
CREATE TABLE "AuditTally" (
    "key" TEXT NOT NULL PRIMARY KEY,
    "startsAt" DATETIME NOT NULL,
    "more" INTEGER NOT NULL,
    "lastAt" DATETIME NOT NULL,
    "teamId" TEXT NOT NULL,
    "actorId" TEXT NOT NULL,
    "actorName" TEXT NOT NULL,
    "action" TEXT NOT NULL,
    "subjectId" TEXT NOT NULL,
    "subjectName" TEXT NOT NULL,
    "detail" TEXT NOT NULL
);

-- CreateIndex
CREATE INDEX "AuditTally_startsAt_idx" ON "AuditTally"("startsAt");

-- CreateIndex
CREATE INDEX "AuditEntry_teamId_id_idx" ON "AuditEntry"("teamId", "id");

-- CreateIndex
CREATE INDEX "AuditEntry_place_id_idx" ON "AuditEntry"("place", "id");

-- CreateIndex
CREATE UNIQUE INDEX "AuditEntry_teamId_place_key" ON "AuditEntry"("teamId", "place");
