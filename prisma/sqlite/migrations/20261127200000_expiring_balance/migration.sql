-- AlterTable
ALTER TABLE "BalanceReading" ADD COLUMN "expiringNano" BIGINT;
