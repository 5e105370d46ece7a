-- AlterTable
ALTER TABLE "BalanceReading" ADD COLUMN "expiringNano" BIGINT;

-- AlterTable
ALTER TABLE "CountHabit" ADD COLUMN "largestBefore" INTEGER NOT NULL DEFAULT 0;
ALTER TABLE "CountHabit" ADD COLUMN "largestFrom" DATETIME;
