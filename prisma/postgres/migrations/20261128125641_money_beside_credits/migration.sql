-- AlterTable
ALTER TABLE "Team" ADD COLUMN     "showsMoney" BOOLEAN NOT NULL DEFAULT true;
