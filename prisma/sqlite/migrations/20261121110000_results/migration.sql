-- CreateTable
CREATE TABLE "Sighting" (
    "teamId" TEXT NOT NULL,
    "itemId" TEXT NOT NULL,
    "streamId" TEXT NOT NULL,
    "pageId" TEXT NOT NULL,
    "place" INTEGER NOT NULL,
    "at" DATETIME NOT NULL,

    PRIMARY KEY ("teamId", "itemId", "streamId")
) WITHOUT ROWID;

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
    "createdAt" DATETIME NOT NULL,
    "createdByName" TEXT NOT NULL,

    PRIMARY KEY ("searchId", "version")
);

-- CreateTable
CREATE TABLE "SearchPin" (
    "teamId" TEXT NOT NULL,
    "memberId" TEXT NOT NULL,
    "searchId" TEXT NOT NULL,

    PRIMARY KEY ("memberId", "searchId")
);

-- RedefineTables
PRAGMA defer_foreign_keys=ON;
PRAGMA foreign_keys=OFF;
CREATE TABLE "new_ResultPage" (
    "attemptId" TEXT NOT NULL PRIMARY KEY,
    "teamId" TEXT NOT NULL,
    "runId" TEXT NOT NULL,
    "pageNumber" INTEGER NOT NULL,
    "itemCount" INTEGER NOT NULL,
    "items" TEXT,
    "packed" BLOB,
    "sourceId" TEXT,
    "news" TEXT NOT NULL DEFAULT '',
    "at" DATETIME NOT NULL
);
INSERT INTO "new_ResultPage" ("at", "attemptId", "itemCount", "items", "pageNumber", "runId", "teamId") SELECT "at", "attemptId", "itemCount", "items", "pageNumber", "runId", "teamId" FROM "ResultPage";
DROP TABLE "ResultPage";
ALTER TABLE "new_ResultPage" RENAME TO "ResultPage";
CREATE INDEX "ResultPage_teamId_at_idx" ON "ResultPage"("teamId", "at");
CREATE UNIQUE INDEX "ResultPage_runId_pageNumber_key" ON "ResultPage"("runId", "pageNumber");
CREATE TABLE "new_Run" (
    "id" TEXT NOT NULL PRIMARY KEY,
    "teamId" TEXT NOT NULL,
    "searchId" TEXT,
    "searchName" TEXT NOT NULL,
    "searchVersion" INTEGER,
    "streamId" TEXT,
    "operation" TEXT NOT NULL,
    "subject" TEXT NOT NULL,
    "product" TEXT,
    "keyId" TEXT NOT NULL,
    "keyPrefix" TEXT NOT NULL,
    "environmentId" TEXT NOT NULL,
    "environmentName" TEXT NOT NULL,
    "memberId" TEXT NOT NULL,
    "memberName" TEXT NOT NULL,
    "shared" BOOLEAN NOT NULL,
    "manner" TEXT NOT NULL DEFAULT 'page',
    "state" TEXT NOT NULL,
    "endReason" TEXT,
    "endNote" TEXT,
    "instanceId" TEXT,
    "cancelledAt" DATETIME,
    "cancelledByName" TEXT,
    "nextSeq" INTEGER NOT NULL,
    "pages" INTEGER NOT NULL,
    "items" INTEGER NOT NULL,
    "chargeMicro" BIGINT NOT NULL,
    "unpricedItems" INTEGER NOT NULL,
    "capItems" INTEGER,
    "capMicro" BIGINT,
    "untilAt" DATETIME,
    "untilKnown" BOOLEAN NOT NULL DEFAULT false,
    "isBaseline" BOOLEAN NOT NULL DEFAULT false,
    "newItems" INTEGER NOT NULL DEFAULT 0,
    "reuseSeconds" INTEGER NOT NULL DEFAULT 0,
    "reusedPages" INTEGER NOT NULL DEFAULT 0,
    "reusedItems" INTEGER NOT NULL DEFAULT 0,
    "startedAt" DATETIME NOT NULL,
    "endedAt" DATETIME
);
INSERT INTO "new_Run" ("capItems", "capMicro", "chargeMicro", "endReason", "endedAt", "environmentId", "environmentName", "id", "items", "keyId", "keyPrefix", "memberId", "memberName", "nextSeq", "operation", "pages", "product", "searchId", "searchName", "shared", "startedAt", "state", "subject", "teamId", "unpricedItems") SELECT "capItems", "capMicro", "chargeMicro", "endReason", "endedAt", "environmentId", "environmentName", "id", "items", "keyId", "keyPrefix", "memberId", "memberName", "nextSeq", "operation", "pages", "product", "searchId", "searchName", "shared", "startedAt", "state", "subject", "teamId", "unpricedItems" FROM "Run";
DROP TABLE "Run";
ALTER TABLE "new_Run" RENAME TO "Run";
CREATE INDEX "Run_teamId_startedAt_idx" ON "Run"("teamId", "startedAt");
CREATE INDEX "Run_teamId_searchId_idx" ON "Run"("teamId", "searchId");
CREATE INDEX "Run_streamId_idx" ON "Run"("streamId");
CREATE INDEX "Run_state_instanceId_idx" ON "Run"("state", "instanceId");
CREATE TABLE "new_SavedSearch" (
    "id" TEXT NOT NULL PRIMARY KEY,
    "teamId" TEXT NOT NULL,
    "ownerId" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "operation" TEXT NOT NULL,
    "subject" TEXT NOT NULL,
    "product" TEXT,
    "shared" BOOLEAN NOT NULL,
    "keyChoice" TEXT NOT NULL DEFAULT 'environment',
    "environmentId" TEXT,
    "walletId" TEXT,
    "keyId" TEXT,
    "tags" TEXT NOT NULL DEFAULT '[]',
    "reuseSeconds" INTEGER NOT NULL DEFAULT 0,
    "version" INTEGER NOT NULL DEFAULT 1,
    "streamId" TEXT NOT NULL DEFAULT '',
    "createdAt" DATETIME NOT NULL,
    "updatedAt" DATETIME NOT NULL,
    "deletedAt" DATETIME
);
INSERT INTO "new_SavedSearch" ("createdAt", "deletedAt", "environmentId", "id", "name", "operation", "ownerId", "product", "shared", "subject", "teamId", "updatedAt") SELECT "createdAt", "deletedAt", "environmentId", "id", "name", "operation", "ownerId", "product", "shared", "subject", "teamId", "updatedAt" FROM "SavedSearch";
DROP TABLE "SavedSearch";
ALTER TABLE "new_SavedSearch" RENAME TO "SavedSearch";
CREATE INDEX "SavedSearch_teamId_deletedAt_idx" ON "SavedSearch"("teamId", "deletedAt");
PRAGMA foreign_keys=ON;
PRAGMA defer_foreign_keys=OFF;

-- Searches of before have asked the same all along: that is their first version, and their stream.
UPDATE "SavedSearch" SET "streamId" = "id";
INSERT INTO "SearchVersion" ("teamId", "searchId", "version", "name", "operation", "subject", "product", "streamId", "createdAt", "createdByName")
SELECT "teamId", "id", 1, "name", "operation", "subject", "product", "id", "createdAt", '' FROM "SavedSearch";
