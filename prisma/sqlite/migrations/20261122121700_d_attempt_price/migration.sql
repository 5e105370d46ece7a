-- AlterTable
ALTER TABLE "Attempt" ADD COLUMN "priceMicro" BIGINT;
