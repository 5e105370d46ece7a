-- AlterTable
ALTER TABLE "Alert" ADD COLUMN     "assignedTo" TEXT,
ADD COLUMN     "snoozedData" TEXT,
ADD COLUMN     "snoozedUntil" TIMESTAMP(3);
