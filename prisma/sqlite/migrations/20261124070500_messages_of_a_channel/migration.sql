-- CreateIndex
CREATE INDEX "AlertDelivery_channelId_createdAt_idx" ON "AlertDelivery"("channelId", "createdAt");
