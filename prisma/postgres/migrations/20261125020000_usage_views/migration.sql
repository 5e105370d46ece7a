-- CreateTable
CREATE TABLE "UsageView" (
    "id" TEXT NOT NULL,
    "teamId" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "query" TEXT NOT NULL,
    "createdById" TEXT NOT NULL,
    "createdByName" TEXT NOT NULL,
    "createdAt" TIMESTAMP(3) NOT NULL,

    CONSTRAINT "UsageView_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "UsageView_teamId_createdAt_idx" ON "UsageView"("teamId", "createdAt");
