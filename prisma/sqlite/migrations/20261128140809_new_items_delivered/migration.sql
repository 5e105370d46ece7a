-- AlterTable
ALTER TABLE "AlertDelivery" ADD COLUMN "itemsFrom" INTEGER;
ALTER TABLE "AlertDelivery" ADD COLUMN "itemsTo" INTEGER;
ALTER TABLE "AlertDelivery" ADD COLUMN "runId" TEXT;

-- AlterTable
ALTER TABLE "Schedule" ADD COLUMN "itemsChannelId" TEXT;

-- CreateIndex
CREATE UNIQUE INDEX "AlertDelivery_channelId_runId_itemsFrom_key" ON "AlertDelivery"("channelId", "runId", "itemsFrom");
