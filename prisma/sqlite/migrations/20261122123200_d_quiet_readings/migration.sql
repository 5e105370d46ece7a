-- AlterTable
ALTER TABLE "BalanceReading" ADD COLUMN "quietMs" INTEGER;
ALTER TABLE "BalanceReading" ADD COLUMN "settlingMs" INTEGER;
