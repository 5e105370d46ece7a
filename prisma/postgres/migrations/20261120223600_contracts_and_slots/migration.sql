-- CreateTable
CREATE TABLE "TeamContract" (
    "teamId" TEXT NOT NULL,
    "overrides" TEXT NOT NULL,
    "changedBy" TEXT NOT NULL,
    "changedAt" TIMESTAMP(3) NOT NULL,

    CONSTRAINT "TeamContract_pkey" PRIMARY KEY ("teamId")
);

-- CreateTable
CREATE TABLE "KeySlot" (
    "keyRef" TEXT NOT NULL,
    "nextAtMicros" BIGINT NOT NULL,
    "pausedUntilMicros" BIGINT NOT NULL DEFAULT 0,

    CONSTRAINT "KeySlot_pkey" PRIMARY KEY ("keyRef")
);
