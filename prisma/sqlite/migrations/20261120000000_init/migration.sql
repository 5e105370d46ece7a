-- CreateTable
CREATE TABLE "User" (
    "id" TEXT NOT NULL PRIMARY KEY,
    "email" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "passwordHash" TEXT NOT NULL,
    "createdAt" DATETIME NOT NULL
);

-- CreateTable
CREATE TABLE "Session" (
    "id" TEXT NOT NULL PRIMARY KEY,
    "userId" TEXT NOT NULL,
    "createdAt" DATETIME NOT NULL,
    "lastSeenAt" DATETIME NOT NULL,
    "expiresAt" DATETIME NOT NULL,
    "revokedAt" DATETIME,
    CONSTRAINT "Session_userId_fkey" FOREIGN KEY ("userId") REFERENCES "User" ("id") ON DELETE CASCADE ON UPDATE CASCADE
);

-- CreateTable
CREATE TABLE "Installation" (
    "id" TEXT NOT NULL PRIMARY KEY,
    "createdAt" DATETIME NOT NULL
);

-- CreateTable
CREATE TABLE "AuditEntry" (
    "id" TEXT NOT NULL PRIMARY KEY,
    "teamId" TEXT NOT NULL,
    "at" DATETIME NOT NULL,
    "actorId" TEXT NOT NULL,
    "actorName" TEXT NOT NULL,
    "action" TEXT NOT NULL,
    "subjectId" TEXT NOT NULL,
    "subjectName" TEXT NOT NULL,
    "detail" TEXT NOT NULL
);

-- CreateTable
CREATE TABLE "Key" (
    "id" TEXT NOT NULL PRIMARY KEY,
    "teamId" TEXT NOT NULL,
    "walletId" TEXT NOT NULL,
    "environmentId" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "keyRef" TEXT NOT NULL,
    "prefix" TEXT NOT NULL,
    "sealed" TEXT,
    "requestsPerSecond" INTEGER NOT NULL,
    "status" TEXT NOT NULL,
    "createdAt" DATETIME NOT NULL,
    "checkedAt" DATETIME NOT NULL,
    "lastUsedAt" DATETIME,
    "deletedAt" DATETIME,
    CONSTRAINT "Key_walletId_fkey" FOREIGN KEY ("walletId") REFERENCES "Wallet" ("id") ON DELETE RESTRICT ON UPDATE CASCADE
);

-- CreateTable
CREATE TABLE "Attempt" (
    "id" TEXT NOT NULL PRIMARY KEY,
    "teamId" TEXT NOT NULL,
    "walletId" TEXT NOT NULL,
    "keyId" TEXT NOT NULL,
    "keyPrefix" TEXT NOT NULL,
    "environmentId" TEXT NOT NULL,
    "environmentName" TEXT NOT NULL,
    "memberId" TEXT NOT NULL,
    "memberName" TEXT NOT NULL,
    "searchId" TEXT,
    "searchName" TEXT,
    "runId" TEXT NOT NULL,
    "operation" TEXT NOT NULL,
    "pageNumber" INTEGER NOT NULL,
    "reservedItems" INTEGER NOT NULL,
    "reservedMicro" BIGINT,
    "state" TEXT NOT NULL,
    "instanceId" TEXT NOT NULL,
    "openedAt" DATETIME NOT NULL
);

-- CreateTable
CREATE TABLE "LedgerEntry" (
    "id" TEXT NOT NULL PRIMARY KEY,
    "teamId" TEXT NOT NULL,
    "attemptId" TEXT NOT NULL,
    "outcome" TEXT NOT NULL,
    "items" INTEGER NOT NULL,
    "priceMicro" BIGINT,
    "chargeMicro" BIGINT,
    "chargeSource" TEXT NOT NULL,
    "httpStatus" INTEGER,
    "reason" TEXT,
    "latencyMs" INTEGER,
    "waitedMs" INTEGER,
    "at" DATETIME NOT NULL,
    "quarter" INTEGER NOT NULL,
    CONSTRAINT "LedgerEntry_attemptId_fkey" FOREIGN KEY ("attemptId") REFERENCES "Attempt" ("id") ON DELETE RESTRICT ON UPDATE CASCADE
);

-- CreateTable
CREATE TABLE "Rollup" (
    "teamId" TEXT NOT NULL,
    "quarter" INTEGER NOT NULL,
    "walletId" TEXT NOT NULL,
    "keyId" TEXT NOT NULL,
    "environmentId" TEXT NOT NULL,
    "memberId" TEXT NOT NULL,
    "operation" TEXT NOT NULL,
    "pages" INTEGER NOT NULL,
    "items" INTEGER NOT NULL,
    "chargeMicro" BIGINT NOT NULL,
    "unpricedItems" INTEGER NOT NULL,
    "frees" INTEGER NOT NULL,
    "unknowns" INTEGER NOT NULL,

    PRIMARY KEY ("teamId", "quarter", "walletId", "keyId", "environmentId", "memberId", "operation")
);

-- CreateTable
CREATE TABLE "BalanceReading" (
    "id" TEXT NOT NULL PRIMARY KEY,
    "teamId" TEXT NOT NULL,
    "walletId" TEXT NOT NULL,
    "keyId" TEXT NOT NULL,
    "balanceMicro" BIGINT NOT NULL,
    "settledMicro" BIGINT NOT NULL,
    "unpricedItems" INTEGER NOT NULL,
    "source" TEXT NOT NULL,
    "at" DATETIME NOT NULL
);

-- CreateTable
CREATE TABLE "Price" (
    "id" TEXT NOT NULL PRIMARY KEY,
    "teamId" TEXT NOT NULL,
    "operation" TEXT NOT NULL,
    "priceMicro" BIGINT NOT NULL,
    "effectiveAt" DATETIME NOT NULL,
    "setById" TEXT NOT NULL,
    "createdAt" DATETIME NOT NULL
);

-- CreateTable
CREATE TABLE "Instance" (
    "id" TEXT NOT NULL PRIMARY KEY,
    "startedAt" DATETIME NOT NULL,
    "seenAt" DATETIME NOT NULL,
    "stoppedAt" DATETIME
);

-- CreateTable
CREATE TABLE "Run" (
    "id" TEXT NOT NULL PRIMARY KEY,
    "teamId" TEXT NOT NULL,
    "searchId" TEXT,
    "searchName" TEXT NOT NULL,
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
    "state" TEXT NOT NULL,
    "endReason" TEXT,
    "nextSeq" INTEGER NOT NULL,
    "pages" INTEGER NOT NULL,
    "items" INTEGER NOT NULL,
    "chargeMicro" BIGINT NOT NULL,
    "unpricedItems" INTEGER NOT NULL,
    "startedAt" DATETIME NOT NULL,
    "endedAt" DATETIME
);

-- CreateTable
CREATE TABLE "ResultPage" (
    "attemptId" TEXT NOT NULL PRIMARY KEY,
    "teamId" TEXT NOT NULL,
    "runId" TEXT NOT NULL,
    "pageNumber" INTEGER NOT NULL,
    "itemCount" INTEGER NOT NULL,
    "items" TEXT NOT NULL,
    "at" DATETIME NOT NULL
);

-- CreateTable
CREATE TABLE "SavedSearch" (
    "id" TEXT NOT NULL PRIMARY KEY,
    "teamId" TEXT NOT NULL,
    "ownerId" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "operation" TEXT NOT NULL,
    "subject" TEXT NOT NULL,
    "product" TEXT,
    "shared" BOOLEAN NOT NULL,
    "environmentId" TEXT,
    "createdAt" DATETIME NOT NULL,
    "updatedAt" DATETIME NOT NULL,
    "deletedAt" DATETIME
);

-- CreateTable
CREATE TABLE "Team" (
    "id" TEXT NOT NULL PRIMARY KEY,
    "slug" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "timeZone" TEXT NOT NULL,
    "createdAt" DATETIME NOT NULL
);

-- CreateTable
CREATE TABLE "Member" (
    "id" TEXT NOT NULL PRIMARY KEY,
    "teamId" TEXT NOT NULL,
    "userId" TEXT NOT NULL,
    "role" TEXT NOT NULL,
    "createdAt" DATETIME NOT NULL,
    "removedAt" DATETIME,
    CONSTRAINT "Member_userId_fkey" FOREIGN KEY ("userId") REFERENCES "User" ("id") ON DELETE RESTRICT ON UPDATE CASCADE
);

-- CreateTable
CREATE TABLE "Invite" (
    "id" TEXT NOT NULL PRIMARY KEY,
    "teamId" TEXT NOT NULL,
    "tokenHash" TEXT NOT NULL,
    "role" TEXT NOT NULL,
    "email" TEXT,
    "createdById" TEXT NOT NULL,
    "createdAt" DATETIME NOT NULL,
    "expiresAt" DATETIME NOT NULL,
    "acceptedAt" DATETIME,
    "revokedAt" DATETIME
);

-- CreateTable
CREATE TABLE "Environment" (
    "id" TEXT NOT NULL PRIMARY KEY,
    "teamId" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "color" TEXT NOT NULL,
    "position" INTEGER NOT NULL,
    "createdAt" DATETIME NOT NULL
);

-- CreateTable
CREATE TABLE "Wallet" (
    "id" TEXT NOT NULL PRIMARY KEY,
    "teamId" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "createdAt" DATETIME NOT NULL
);

-- CreateIndex
CREATE UNIQUE INDEX "User_email_key" ON "User"("email");

-- CreateIndex
CREATE INDEX "Session_userId_idx" ON "Session"("userId");

-- CreateIndex
CREATE INDEX "AuditEntry_teamId_at_idx" ON "AuditEntry"("teamId", "at");

-- CreateIndex
CREATE INDEX "Key_walletId_idx" ON "Key"("walletId");

-- CreateIndex
CREATE UNIQUE INDEX "Key_teamId_keyRef_key" ON "Key"("teamId", "keyRef");

-- CreateIndex
CREATE INDEX "Attempt_teamId_state_idx" ON "Attempt"("teamId", "state");

-- CreateIndex
CREATE INDEX "Attempt_state_instanceId_idx" ON "Attempt"("state", "instanceId");

-- CreateIndex
CREATE INDEX "Attempt_teamId_openedAt_idx" ON "Attempt"("teamId", "openedAt");

-- CreateIndex
CREATE INDEX "Attempt_runId_idx" ON "Attempt"("runId");

-- CreateIndex
CREATE UNIQUE INDEX "LedgerEntry_attemptId_key" ON "LedgerEntry"("attemptId");

-- CreateIndex
CREATE INDEX "LedgerEntry_teamId_at_idx" ON "LedgerEntry"("teamId", "at");

-- CreateIndex
CREATE INDEX "BalanceReading_teamId_walletId_at_idx" ON "BalanceReading"("teamId", "walletId", "at");

-- CreateIndex
CREATE INDEX "Price_teamId_operation_effectiveAt_idx" ON "Price"("teamId", "operation", "effectiveAt");

-- CreateIndex
CREATE INDEX "Run_teamId_startedAt_idx" ON "Run"("teamId", "startedAt");

-- CreateIndex
CREATE INDEX "Run_teamId_searchId_idx" ON "Run"("teamId", "searchId");

-- CreateIndex
CREATE UNIQUE INDEX "ResultPage_runId_pageNumber_key" ON "ResultPage"("runId", "pageNumber");

-- CreateIndex
CREATE INDEX "SavedSearch_teamId_deletedAt_idx" ON "SavedSearch"("teamId", "deletedAt");

-- CreateIndex
CREATE UNIQUE INDEX "Team_slug_key" ON "Team"("slug");

-- CreateIndex
CREATE INDEX "Member_userId_idx" ON "Member"("userId");

-- CreateIndex
CREATE UNIQUE INDEX "Member_teamId_userId_key" ON "Member"("teamId", "userId");

-- CreateIndex
CREATE UNIQUE INDEX "Invite_tokenHash_key" ON "Invite"("tokenHash");

-- CreateIndex
CREATE INDEX "Invite_teamId_idx" ON "Invite"("teamId");

-- CreateIndex
CREATE UNIQUE INDEX "Environment_teamId_name_key" ON "Environment"("teamId", "name");

-- CreateIndex
CREATE UNIQUE INDEX "Wallet_teamId_name_key" ON "Wallet"("teamId", "name");
