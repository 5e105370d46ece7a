-- CreateTable
CREATE TABLE "TeamContract" (
    "teamId" TEXT NOT NULL PRIMARY KEY,
    "overrides" TEXT NOT NULL,
    "changedBy" TEXT NOT NULL,
    "changedAt" DATETIME NOT NULL
);

-- CreateTable
CREATE TABLE "KeySlot" (
    "keyRef" TEXT NOT NULL PRIMARY KEY,
    "nextAtMicros" BIGINT NOT NULL,
    "pausedUntilMicros" BIGINT NOT NULL DEFAULT 0
);
