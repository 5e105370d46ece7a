-- AlterTable
ALTER TABLE "Team" ADD COLUMN     "currency" TEXT,
ADD COLUMN     "example" TEXT,
ADD COLUMN     "stepsHiddenAt" TIMESTAMP(3);

-- CreateTable
CREATE TABLE "TopUpCost" (
    "id" TEXT NOT NULL,
    "teamId" TEXT NOT NULL,
    "walletId" TEXT NOT NULL,
    "creditsNano" BIGINT NOT NULL,
    "costMicro" BIGINT NOT NULL,
    "at" TIMESTAMP(3) NOT NULL,
    "createdById" TEXT NOT NULL,
    "createdAt" TIMESTAMP(3) NOT NULL,

    CONSTRAINT "TopUpCost_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "PackPrice" (
    "teamId" TEXT NOT NULL,
    "pack" TEXT NOT NULL,
    "creditsNano" BIGINT NOT NULL,
    "costMicro" BIGINT NOT NULL,
    "changedAt" TIMESTAMP(3) NOT NULL,

    CONSTRAINT "PackPrice_pkey" PRIMARY KEY ("teamId","pack")
);

-- CreateIndex
CREATE INDEX "TopUpCost_teamId_walletId_at_idx" ON "TopUpCost"("teamId", "walletId", "at");
