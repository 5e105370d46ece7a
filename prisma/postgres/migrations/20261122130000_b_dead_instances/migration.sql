-- AlterTable
ALTER TABLE "Instance" ADD COLUMN     "diedAt" TIMESTAMP(3);
