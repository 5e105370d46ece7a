-- AlterTable
ALTER TABLE "Key" ADD COLUMN     "reference" TEXT,
ADD COLUMN     "replacedAt" TIMESTAMP(3);

-- CreateTable
CREATE TABLE "Pepper" (
    "name" TEXT NOT NULL,
    "sealed" TEXT NOT NULL,

    CONSTRAINT "Pepper_pkey" PRIMARY KEY ("name")
);
