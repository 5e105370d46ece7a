-- AlterTable
ALTER TABLE "Member" ADD COLUMN "reportSince" TIMESTAMP(3);

-- CreateTable
CREATE TABLE "ClosedMonth" (
    "teamId" TEXT NOT NULL,
    "walletId" TEXT NOT NULL,
    "month" TEXT NOT NULL,
    "openingNano" BIGINT NOT NULL,
    "carriedNano" BIGINT NOT NULL,
    "topUpNano" BIGINT NOT NULL,
    "resolvedNano" BIGINT NOT NULL,
    "lostNano" BIGINT NOT NULL,
    "shiftNano" BIGINT NOT NULL,
    "unpricedNano" BIGINT NOT NULL,
    "expiredNano" BIGINT NOT NULL,
    "outsideNano" BIGINT NOT NULL,
    "unexplainedNano" BIGINT NOT NULL,
    "roundingNano" BIGINT NOT NULL,
    "closingNano" BIGINT NOT NULL,
    "openingRead" TIMESTAMP(3) NOT NULL,
    "closingRead" TIMESTAMP(3) NOT NULL,
    "isLate" BOOLEAN NOT NULL,
    "unresolvedCalls" INTEGER NOT NULL,
    "closedById" TEXT NOT NULL,
    "closedByName" TEXT NOT NULL,
    "closedAt" TIMESTAMP(3) NOT NULL,

    CONSTRAINT "ClosedMonth_pkey" PRIMARY KEY ("teamId", "walletId", "month")
);

-- CreateTable
CREATE TABLE "ClosedMonthLine" (
    "teamId" TEXT NOT NULL,
    "walletId" TEXT NOT NULL,
    "month" TEXT NOT NULL,
    "environmentId" TEXT NOT NULL,
    "operation" TEXT NOT NULL,
    "items" BIGINT NOT NULL,
    "chargeNano" BIGINT NOT NULL,

    CONSTRAINT "ClosedMonthLine_pkey" PRIMARY KEY ("teamId", "walletId", "month", "environmentId", "operation")
);

-- The words of admins who close a month, and of mail about a day or a month
ALTER TABLE "StatementMonth" RENAME COLUMN "closedAt" TO "recordedAt";
ALTER TABLE "Digest" RENAME COLUMN "day" TO "period";
