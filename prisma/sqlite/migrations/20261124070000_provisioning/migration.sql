-- AlterTable
ALTER TABLE "Key" ADD COLUMN "isUnchecked" BOOLEAN NOT NULL DEFAULT false;

-- CreateTable
CREATE TABLE "Provisioned" (
    "id" TEXT NOT NULL PRIMARY KEY,
    "subjectId" TEXT NOT NULL,
    "at" DATETIME NOT NULL
);
