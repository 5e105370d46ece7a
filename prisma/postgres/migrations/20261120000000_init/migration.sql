-- CreateTable
CREATE TABLE "User" (
    "id" TEXT NOT NULL,
    "email" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "passwordHash" TEXT NOT NULL,
    "createdAt" TIMESTAMP(3) NOT NULL,

    CONSTRAINT "User_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "Session" (
    "id" TEXT NOT NULL,
    "userId" TEXT NOT NULL,
    "createdAt" TIMESTAMP(3) NOT NULL,
    "lastSeenAt" TIMESTAMP(3) NOT NULL,
    "expiresAt" TIMESTAMP(3) NOT NULL,
    "revokedAt" TIMESTAMP(3),

    CONSTRAINT "Session_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "Installation" (
    "id" TEXT NOT NULL,
    "createdAt" TIMESTAMP(3) NOT NULL,

    CONSTRAINT "Installation_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "AuditEntry" (
    "id" TEXT NOT NULL,
    "teamId" TEXT NOT NULL,
    "at" TIMESTAMP(3) NOT NULL,
    "actorId" TEXT NOT NULL,
    "actorName" TEXT NOT NULL,
    "action" TEXT NOT NULL,
    "subjectId" TEXT NOT NULL,
    "subjectName" TEXT NOT NULL,
    "detail" TEXT NOT NULL,

    CONSTRAINT "AuditEntry_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "Key" (
    "id" TEXT NOT NULL,
    "teamId" TEXT NOT NULL,
    "walletId" TEXT NOT NULL,
    "environmentId" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "keyRef" TEXT NOT NULL,
    "prefix" TEXT NOT NULL,
    "sealed" TEXT,
    "requestsPerSecond" INTEGER NOT NULL,
    "status" TEXT NOT NULL,
    "createdAt" TIMESTAMP(3) NOT NULL,
    "checkedAt" TIMESTAMP(3) NOT NULL,
    "lastUsedAt" TIMESTAMP(3),
    "deletedAt" TIMESTAMP(3),

    CONSTRAINT "Key_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "Attempt" (
    "id" TEXT NOT NULL,
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
    "openedAt" TIMESTAMP(3) NOT NULL,

    CONSTRAINT "Attempt_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "LedgerEntry" (
    "id" TEXT NOT NULL,
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
    "at" TIMESTAMP(3) NOT NULL,
    "quarter" INTEGER NOT NULL,

    CONSTRAINT "LedgerEntry_pkey" PRIMARY KEY ("id")
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

    CONSTRAINT "Rollup_pkey" PRIMARY KEY ("teamId","quarter","walletId","keyId","environmentId","memberId","operation")
);

-- CreateTable
CREATE TABLE "BalanceReading" (
    "id" TEXT NOT NULL,
    "teamId" TEXT NOT NULL,
    "walletId" TEXT NOT NULL,
    "keyId" TEXT NOT NULL,
    "balanceMicro" BIGINT NOT NULL,
    "settledMicro" BIGINT NOT NULL,
    "unpricedItems" INTEGER NOT NULL,
    "source" TEXT NOT NULL,
    "at" TIMESTAMP(3) NOT NULL,

    CONSTRAINT "BalanceReading_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "Price" (
    "id" TEXT NOT NULL,
    "teamId" TEXT NOT NULL,
    "operation" TEXT NOT NULL,
    "priceMicro" BIGINT NOT NULL,
    "effectiveAt" TIMESTAMP(3) NOT NULL,
    "setById" TEXT NOT NULL,
    "createdAt" TIMESTAMP(3) NOT NULL,

    CONSTRAINT "Price_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "Instance" (
    "id" TEXT NOT NULL,
    "startedAt" TIMESTAMP(3) NOT NULL,
    "seenAt" TIMESTAMP(3) NOT NULL,
    "stoppedAt" TIMESTAMP(3),

    CONSTRAINT "Instance_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "Run" (
    "id" TEXT NOT NULL,
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
    "startedAt" TIMESTAMP(3) NOT NULL,
    "endedAt" TIMESTAMP(3),

    CONSTRAINT "Run_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "ResultPage" (
    "attemptId" TEXT NOT NULL,
    "teamId" TEXT NOT NULL,
    "runId" TEXT NOT NULL,
    "pageNumber" INTEGER NOT NULL,
    "itemCount" INTEGER NOT NULL,
    "items" TEXT NOT NULL,
    "at" TIMESTAMP(3) NOT NULL,

    CONSTRAINT "ResultPage_pkey" PRIMARY KEY ("attemptId")
);

-- CreateTable
CREATE TABLE "SavedSearch" (
    "id" TEXT NOT NULL,
    "teamId" TEXT NOT NULL,
    "ownerId" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "operation" TEXT NOT NULL,
    "subject" TEXT NOT NULL,
    "product" TEXT,
    "shared" BOOLEAN NOT NULL,
    "environmentId" TEXT,
    "createdAt" TIMESTAMP(3) NOT NULL,
    "updatedAt" TIMESTAMP(3) NOT NULL,
    "deletedAt" TIMESTAMP(3),

    CONSTRAINT "SavedSearch_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "Team" (
    "id" TEXT NOT NULL,
    "slug" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "timeZone" TEXT NOT NULL,
    "createdAt" TIMESTAMP(3) NOT NULL,

    CONSTRAINT "Team_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "Member" (
    "id" TEXT NOT NULL,
    "teamId" TEXT NOT NULL,
    "userId" TEXT NOT NULL,
    "role" TEXT NOT NULL,
    "createdAt" TIMESTAMP(3) NOT NULL,
    "removedAt" TIMESTAMP(3),

    CONSTRAINT "Member_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "Invite" (
    "id" TEXT NOT NULL,
    "teamId" TEXT NOT NULL,
    "tokenHash" TEXT NOT NULL,
    "role" TEXT NOT NULL,
    "email" TEXT,
    "createdById" TEXT NOT NULL,
    "createdAt" TIMESTAMP(3) NOT NULL,
    "expiresAt" TIMESTAMP(3) NOT NULL,
    "acceptedAt" TIMESTAMP(3),
    "revokedAt" TIMESTAMP(3),

    CONSTRAINT "Invite_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "Environment" (
    "id" TEXT NOT NULL,
    "teamId" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "color" TEXT NOT NULL,
    "position" INTEGER NOT NULL,
    "createdAt" TIMESTAMP(3) NOT NULL,

    CONSTRAINT "Environment_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "Wallet" (
    "id" TEXT NOT NULL,
    "teamId" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "createdAt" TIMESTAMP(3) NOT NULL,

    CONSTRAINT "Wallet_pkey" PRIMARY KEY ("id")
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

-- AddForeignKey
ALTER TABLE "Session" ADD CONSTRAINT "Session_userId_fkey" FOREIGN KEY ("userId") REFERENCES "User"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Key" ADD CONSTRAINT "Key_walletId_fkey" FOREIGN KEY ("walletId") REFERENCES "Wallet"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "LedgerEntry" ADD CONSTRAINT "LedgerEntry_attemptId_fkey" FOREIGN KEY ("attemptId") REFERENCES "Attempt"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Member" ADD CONSTRAINT "Member_userId_fkey" FOREIGN KEY ("userId") REFERENCES "User"("id") ON DELETE RESTRICT ON UPDATE CASCADE;
