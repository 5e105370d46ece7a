-- AlterTable
ALTER TABLE "Alert" ADD COLUMN "acknowledgeReason" TEXT;
