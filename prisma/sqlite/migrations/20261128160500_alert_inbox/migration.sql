-- AlterTable
ALTER TABLE "Alert" ADD COLUMN "assignedTo" TEXT;
ALTER TABLE "Alert" ADD COLUMN "snoozedData" TEXT;
ALTER TABLE "Alert" ADD COLUMN "snoozedUntil" DATETIME;
