-- AlterTable
ALTER TABLE "BalanceReading" ADD COLUMN     "quietMs" INTEGER,
ADD COLUMN     "settlingMs" INTEGER;
