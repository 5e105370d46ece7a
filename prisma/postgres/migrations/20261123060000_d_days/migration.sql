-- Days of a team's zone that are over, summed. Nothing is filled here: a job does it while Purser runs.
CREATE TABLE "DayZone" (
    "id" TEXT NOT NULL,
    "teamId" TEXT NOT NULL,
    "timeZone" TEXT NOT NULL,
    "state" TEXT NOT NULL,
    "fromQuarter" INTEGER NOT NULL,
    "toQuarter" INTEGER NOT NULL,
    "createdAt" TIMESTAMP(3) NOT NULL,

    CONSTRAINT "DayZone_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "DayState" (
    "id" TEXT NOT NULL,
    "teamId" TEXT NOT NULL,
    "zoneId" TEXT NOT NULL,
    "date" TEXT NOT NULL,
    "fromQuarter" INTEGER NOT NULL,
    "toQuarter" INTEGER NOT NULL,
    "changes" INTEGER NOT NULL DEFAULT 0,
    "closedChanges" INTEGER NOT NULL DEFAULT -1,
    "revision" INTEGER NOT NULL DEFAULT 0,
    "begunRevision" INTEGER NOT NULL DEFAULT 0,
    "sweptRevision" INTEGER NOT NULL DEFAULT 0,
    "announcedIn" BIGINT NOT NULL DEFAULT 0,
    "derivedAt" TIMESTAMP(3),

    CONSTRAINT "DayState_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "DaySum" (
    "dayId" TEXT NOT NULL,
    "revision" INTEGER NOT NULL,
    "grouping" TEXT NOT NULL,
    "value" TEXT NOT NULL,
    "within" TEXT NOT NULL,
    "pages" INTEGER NOT NULL,
    "items" BIGINT NOT NULL,
    "newItems" BIGINT NOT NULL,
    "unpricedItems" BIGINT NOT NULL,
    "frees" INTEGER NOT NULL,
    "refused" INTEGER NOT NULL,
    "unknowns" INTEGER NOT NULL,
    "waitedMs" BIGINT NOT NULL,
    "latencyMs" BIGINT NOT NULL,
    "chargeNano" BIGINT NOT NULL,

    CONSTRAINT "DaySum_pkey" PRIMARY KEY ("dayId", "revision", "grouping", "value", "within")
);

CREATE TABLE "StatementMonth" (
    "teamId" TEXT NOT NULL,
    "month" TEXT NOT NULL,
    "timeZone" TEXT NOT NULL,
    "startsAt" TIMESTAMP(3) NOT NULL,
    "endsAt" TIMESTAMP(3) NOT NULL,
    "closedAt" TIMESTAMP(3) NOT NULL,

    CONSTRAINT "StatementMonth_pkey" PRIMARY KEY ("teamId", "month")
);

CREATE INDEX "DayZone_teamId_idx" ON "DayZone"("teamId");
CREATE UNIQUE INDEX "DayState_zoneId_fromQuarter_key" ON "DayState"("zoneId", "fromQuarter");
CREATE INDEX "DayState_teamId_toQuarter_idx" ON "DayState"("teamId", "toQuarter");
CREATE INDEX "DaySum_dayId_revision_grouping_within_idx" ON "DaySum"("dayId", "revision", "grouping", "within");
