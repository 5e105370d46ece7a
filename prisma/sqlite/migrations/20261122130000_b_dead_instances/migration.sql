-- AlterTable
ALTER TABLE "Instance" ADD COLUMN "diedAt" DATETIME;
