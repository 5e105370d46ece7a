-- AlterTable
ALTER TABLE "Key" ADD COLUMN     "isUnchecked" BOOLEAN NOT NULL DEFAULT false;

-- CreateTable
CREATE TABLE "Provisioned" (
    "id" TEXT NOT NULL,
    "subjectId" TEXT NOT NULL,
    "at" TIMESTAMP(3) NOT NULL,

    CONSTRAINT "Provisioned_pkey" PRIMARY KEY ("id")
);
