-- CreateTable
CREATE TABLE "HiddenSaving" (
    "teamId" TEXT NOT NULL,
    "kind" TEXT NOT NULL,
    "subjectId" TEXT NOT NULL,
    "hiddenUntil" TIMESTAMP(3) NOT NULL,

    CONSTRAINT "HiddenSaving_pkey" PRIMARY KEY ("teamId","kind","subjectId")
);
