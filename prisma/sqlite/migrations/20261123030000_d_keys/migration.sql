-- AlterTable
ALTER TABLE "Key" ADD COLUMN "reference" TEXT;
ALTER TABLE "Key" ADD COLUMN "replacedAt" DATETIME;

-- CreateTable
CREATE TABLE "Pepper" (
    "name" TEXT NOT NULL PRIMARY KEY,
    "sealed" TEXT NOT NULL
);
