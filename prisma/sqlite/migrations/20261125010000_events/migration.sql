-- AlterTable
ALTER TABLE "AlertChannel" ADD COLUMN "events" TEXT NOT NULL DEFAULT '["alert"]';

-- AlterTable
ALTER TABLE "AlertDelivery" ADD COLUMN "eventId" TEXT;

-- CreateTable
CREATE TABLE "Event" (
    "id" TEXT NOT NULL PRIMARY KEY,
    "teamId" TEXT NOT NULL,
    "kind" TEXT NOT NULL,
    "data" TEXT NOT NULL,
    "at" DATETIME NOT NULL,
    "queuedAt" DATETIME
);

-- CreateIndex
CREATE INDEX "Event_queuedAt_at_idx" ON "Event"("queuedAt", "at");

-- CreateIndex
CREATE INDEX "Event_teamId_idx" ON "Event"("teamId");

-- CreateIndex
CREATE UNIQUE INDEX "AlertDelivery_eventId_channelId_key" ON "AlertDelivery"("eventId", "channelId");
