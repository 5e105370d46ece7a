-- CreateTable
CREATE TABLE "HiddenSaving" (
    "teamId" TEXT NOT NULL,
    "kind" TEXT NOT NULL,
    "subjectId" TEXT NOT NULL,
    "hiddenUntil" DATETIME NOT NULL,

    PRIMARY KEY ("teamId", "kind", "subjectId")
);
