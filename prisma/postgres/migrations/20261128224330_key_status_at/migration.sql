-- AlterTable
ALTER TABLE "Key" ADD COLUMN     "statusAt" TIMESTAMP(3);
