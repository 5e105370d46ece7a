-- CreateTable
CREATE TABLE "ChargedItem" (
    "teamId" TEXT NOT NULL,
    "walletId" TEXT NOT NULL,
    "day" TEXT NOT NULL,
    "kind" TEXT NOT NULL,
    "itemId" TEXT NOT NULL,

    CONSTRAINT "ChargedItem_pkey" PRIMARY KEY ("teamId", "walletId", "day", "kind", "itemId")
);

-- CreateIndex
CREATE INDEX "ChargedItem_day_idx" ON "ChargedItem"("day");

-- AlterTable
ALTER TABLE "Price" ADD COLUMN "perCallNano" BIGINT NOT NULL DEFAULT 0;

-- AlterTable
ALTER TABLE "WalletTotal" ADD COLUMN "units" BIGINT NOT NULL DEFAULT 0;
UPDATE "WalletTotal" SET "units" = "items" - "unpricedItems";

-- AlterTable
ALTER TABLE "CountHabit" ADD COLUMN "largest" INTEGER NOT NULL DEFAULT 0;
ALTER TABLE "CountHabit" ADD COLUMN "largestBefore" INTEGER NOT NULL DEFAULT 0;
ALTER TABLE "CountHabit" ADD COLUMN "largestFrom" TIMESTAMP(3);
