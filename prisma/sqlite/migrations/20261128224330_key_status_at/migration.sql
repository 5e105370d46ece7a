-- AlterTable
ALTER TABLE "Key" ADD COLUMN "statusAt" DATETIME;
