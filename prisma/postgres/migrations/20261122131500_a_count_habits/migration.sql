-- CreateTable
CREATE TABLE "CountHabit" (
    "teamId" TEXT NOT NULL,
    "place" TEXT NOT NULL,
    "kept" INTEGER NOT NULL,
    "breaches" INTEGER NOT NULL,
    "askedItems" INTEGER,
    "cameItems" INTEGER,
    "brokenAt" TIMESTAMP(3),

    CONSTRAINT "CountHabit_pkey" PRIMARY KEY ("teamId","place")
);
