-- CreateTable
CREATE TABLE "CountHabit" (
    "teamId" TEXT NOT NULL,
    "place" TEXT NOT NULL,
    "kept" INTEGER NOT NULL,
    "breaches" INTEGER NOT NULL,
    "askedItems" INTEGER,
    "cameItems" INTEGER,
    "brokenAt" DATETIME,

    PRIMARY KEY ("teamId", "place")
);
