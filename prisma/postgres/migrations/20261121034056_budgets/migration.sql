-- AlterTable
ALTER TABLE "Run" ADD COLUMN     "capItems" INTEGER,
ADD COLUMN     "capMicro" BIGINT;

-- CreateTable
CREATE TABLE "Budget" (
    "id" TEXT NOT NULL,
    "teamId" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "scope" TEXT NOT NULL,
    "scopeId" TEXT NOT NULL,
    "unit" TEXT NOT NULL,
    "period" TEXT NOT NULL,
    "amount" BIGINT NOT NULL,
    "stops" BOOLEAN NOT NULL,
    "tellsAt" TEXT NOT NULL,
    "createdAt" TIMESTAMP(3) NOT NULL,
    "changedAt" TIMESTAMP(3) NOT NULL,
    "archivedAt" TIMESTAMP(3),

    CONSTRAINT "Budget_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "BudgetPeriod" (
    "budgetId" TEXT NOT NULL,
    "startsAt" TIMESTAMP(3) NOT NULL,
    "teamId" TEXT NOT NULL,
    "settled" BIGINT NOT NULL,
    "reserved" BIGINT NOT NULL,

    CONSTRAINT "BudgetPeriod_pkey" PRIMARY KEY ("budgetId","startsAt")
);

-- CreateTable
CREATE TABLE "BudgetHold" (
    "attemptId" TEXT NOT NULL,
    "budgetId" TEXT NOT NULL,
    "teamId" TEXT NOT NULL,
    "startsAt" TIMESTAMP(3) NOT NULL,
    "amount" BIGINT NOT NULL,

    CONSTRAINT "BudgetHold_pkey" PRIMARY KEY ("attemptId","budgetId")
);

-- CreateTable
CREATE TABLE "BudgetRaise" (
    "id" TEXT NOT NULL,
    "teamId" TEXT NOT NULL,
    "budgetId" TEXT NOT NULL,
    "amount" BIGINT NOT NULL,
    "reason" TEXT NOT NULL,
    "state" TEXT NOT NULL,
    "askedById" TEXT NOT NULL,
    "askedByName" TEXT NOT NULL,
    "askedAt" TIMESTAMP(3) NOT NULL,
    "decidedById" TEXT,
    "decidedByName" TEXT,
    "decidedAt" TIMESTAMP(3),
    "endsAt" TIMESTAMP(3),

    CONSTRAINT "BudgetRaise_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "Resolution" (
    "id" TEXT NOT NULL,
    "teamId" TEXT NOT NULL,
    "attemptId" TEXT NOT NULL,
    "walletId" TEXT NOT NULL,
    "finding" TEXT NOT NULL,
    "items" INTEGER NOT NULL,
    "chargeMicro" BIGINT,
    "proof" TEXT NOT NULL,
    "note" TEXT NOT NULL,
    "resolvedById" TEXT,
    "resolvedByName" TEXT NOT NULL,
    "at" TIMESTAMP(3) NOT NULL,

    CONSTRAINT "Resolution_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "Budget_teamId_archivedAt_idx" ON "Budget"("teamId", "archivedAt");

-- CreateIndex
CREATE INDEX "BudgetPeriod_teamId_idx" ON "BudgetPeriod"("teamId");

-- CreateIndex
CREATE INDEX "BudgetHold_budgetId_idx" ON "BudgetHold"("budgetId");

-- CreateIndex
CREATE INDEX "BudgetRaise_teamId_budgetId_idx" ON "BudgetRaise"("teamId", "budgetId");

-- CreateIndex
CREATE UNIQUE INDEX "Resolution_attemptId_key" ON "Resolution"("attemptId");

-- CreateIndex
CREATE INDEX "Resolution_teamId_walletId_at_idx" ON "Resolution"("teamId", "walletId", "at");

-- AddForeignKey
ALTER TABLE "Resolution" ADD CONSTRAINT "Resolution_attemptId_fkey" FOREIGN KEY ("attemptId") REFERENCES "Attempt"("id") ON DELETE RESTRICT ON UPDATE CASCADE;
