-- AlterTable
ALTER TABLE "Price" ADD COLUMN     "walletId" TEXT;
