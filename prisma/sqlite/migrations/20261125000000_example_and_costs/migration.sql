-- AlterTable
ALTER TABLE "Team" ADD COLUMN "currency" TEXT;
ALTER TABLE "Team" ADD COLUMN "example" TEXT;
ALTER TABLE "Team" ADD COLUMN "stepsHiddenAt" DATETIME;

-- CreateTable
CREATE TABLE "TopUpCost" (
    "id" TEXT NOT NULL PRIMARY KEY,
    "teamId" TEXT NOT NULL,
    "walletId" TEXT NOT NULL,
    "creditsNano" BIGINT NOT NULL,
    "costMicro" BIGINT NOT NULL,
    "at" DATETIME NOT NULL,
    "createdById" TEXT NOT NULL,
    "createdAt" DATETIME NOT NULL
);

-- CreateTable
CREATE TABLE "PackPrice" (
    "teamId" TEXT NOT NULL,
    "pack" TEXT NOT NULL,
    "creditsNano" BIGINT NOT NULL,
    "costMicro" BIGINT NOT NULL,
    "changedAt" DATETIME NOT NULL,

    PRIMARY KEY ("teamId", "pack")
);

-- CreateIndex
CREATE INDEX "TopUpCost_teamId_walletId_at_idx" ON "TopUpCost"("teamId", "walletId", "at");
