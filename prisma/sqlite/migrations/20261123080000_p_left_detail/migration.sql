-- Details of calls may leave the ledger after some months: what left stands here.
ALTER TABLE "Team" ADD COLUMN "keepsCallsMonths" INTEGER;
ALTER TABLE "Team" ADD COLUMN "keepsCallsAt" DATETIME;

CREATE TABLE "LeftDetail" (
    "teamId" TEXT NOT NULL,
    "fromQuarter" INTEGER NOT NULL,
    "toQuarter" INTEGER NOT NULL,
    "part" TEXT NOT NULL,
    "hash" TEXT NOT NULL,
    "entries" BIGINT NOT NULL,
    "firstId" TEXT NOT NULL,
    "lastId" TEXT NOT NULL,
    "lastAt" DATETIME NOT NULL,
    "pages" BIGINT NOT NULL,
    "items" BIGINT NOT NULL,
    "newItems" BIGINT NOT NULL,
    "chargeNano" BIGINT NOT NULL,
    "unpricedItems" BIGINT NOT NULL,
    "frees" BIGINT NOT NULL,
    "refused" BIGINT NOT NULL,
    "unknowns" BIGINT NOT NULL,
    "waitedMs" BIGINT NOT NULL,
    "latencyMs" BIGINT NOT NULL,
    "beganAt" DATETIME NOT NULL,
    "doneAt" DATETIME,

    PRIMARY KEY ("teamId", "fromQuarter", "part")
);
