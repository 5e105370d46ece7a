-- AlterTable
ALTER TABLE "ResultPage" ADD COLUMN     "news" TEXT NOT NULL DEFAULT '',
ADD COLUMN     "packed" BYTEA,
ADD COLUMN     "sourceId" TEXT,
ALTER COLUMN "items" DROP NOT NULL;

-- AlterTable
ALTER TABLE "Run" ADD COLUMN     "cancelledAt" TIMESTAMP(3),
ADD COLUMN     "cancelledByName" TEXT,
ADD COLUMN     "endNote" TEXT,
ADD COLUMN     "instanceId" TEXT,
ADD COLUMN     "isBaseline" BOOLEAN NOT NULL DEFAULT false,
ADD COLUMN     "manner" TEXT NOT NULL DEFAULT 'page',
ADD COLUMN     "newItems" INTEGER NOT NULL DEFAULT 0,
ADD COLUMN     "reuseSeconds" INTEGER NOT NULL DEFAULT 0,
ADD COLUMN     "reusedItems" INTEGER NOT NULL DEFAULT 0,
ADD COLUMN     "reusedPages" INTEGER NOT NULL DEFAULT 0,
ADD COLUMN     "searchVersion" INTEGER,
ADD COLUMN     "streamId" TEXT,
ADD COLUMN     "untilAt" TIMESTAMP(3),
ADD COLUMN     "untilKnown" BOOLEAN NOT NULL DEFAULT false;

-- AlterTable
ALTER TABLE "SavedSearch" ADD COLUMN     "keyChoice" TEXT NOT NULL DEFAULT 'environment',
ADD COLUMN     "keyId" TEXT,
ADD COLUMN     "reuseSeconds" INTEGER NOT NULL DEFAULT 0,
ADD COLUMN     "streamId" TEXT NOT NULL DEFAULT '',
ADD COLUMN     "tags" TEXT NOT NULL DEFAULT '[]',
ADD COLUMN     "version" INTEGER NOT NULL DEFAULT 1,
ADD COLUMN     "walletId" TEXT;

-- CreateTable
CREATE TABLE "Sighting" (
    "teamId" TEXT NOT NULL,
    "itemId" TEXT NOT NULL,
    "streamId" TEXT NOT NULL,
    "pageId" TEXT NOT NULL,
    "place" INTEGER NOT NULL,
    "at" TIMESTAMP(3) NOT NULL,

    CONSTRAINT "Sighting_pkey" PRIMARY KEY ("teamId","itemId","streamId")
);

-- CreateTable
CREATE TABLE "SearchVersion" (
    "teamId" TEXT NOT NULL,
    "searchId" TEXT NOT NULL,
    "version" INTEGER NOT NULL,
    "name" TEXT NOT NULL,
    "operation" TEXT NOT NULL,
    "subject" TEXT NOT NULL,
    "product" TEXT,
    "streamId" TEXT NOT NULL,
    "createdAt" TIMESTAMP(3) NOT NULL,
    "createdByName" TEXT NOT NULL,

    CONSTRAINT "SearchVersion_pkey" PRIMARY KEY ("searchId","version")
);

-- CreateTable
CREATE TABLE "SearchPin" (
    "teamId" TEXT NOT NULL,
    "memberId" TEXT NOT NULL,
    "searchId" TEXT NOT NULL,

    CONSTRAINT "SearchPin_pkey" PRIMARY KEY ("memberId","searchId")
);

-- CreateIndex
CREATE INDEX "ResultPage_teamId_at_idx" ON "ResultPage"("teamId", "at");

-- CreateIndex
CREATE INDEX "Run_streamId_idx" ON "Run"("streamId");

-- CreateIndex
CREATE INDEX "Run_state_instanceId_idx" ON "Run"("state", "instanceId");

-- Searches of before have asked the same all along: that is their first version, and their stream.
UPDATE "SavedSearch" SET "streamId" = "id";
INSERT INTO "SearchVersion" ("teamId", "searchId", "version", "name", "operation", "subject", "product", "streamId", "createdAt", "createdByName")
SELECT "teamId", "id", 1, "name", "operation", "subject", "product", "id", "createdAt", '' FROM "SavedSearch";
