-- CreateTable
CREATE TABLE "IndexedItem" (
    "id" BIGINT NOT NULL,
    "teamId" TEXT NOT NULL,
    "itemId" TEXT NOT NULL,
    "audience" TEXT NOT NULL,
    "item" TEXT NOT NULL,
    "runId" TEXT NOT NULL,
    "pageId" TEXT NOT NULL,
    "pageAt" TIMESTAMP(3) NOT NULL,
    "sourceId" TEXT,
    "hasOlder" BOOLEAN NOT NULL,
    "searchIds" TEXT NOT NULL,

    CONSTRAINT "IndexedItem_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "UnindexedPage" (
    "teamId" TEXT NOT NULL,
    "at" TIMESTAMP(3) NOT NULL,
    "attemptId" TEXT NOT NULL,

    CONSTRAINT "UnindexedPage_pkey" PRIMARY KEY ("teamId","at","attemptId")
);

-- CreateIndex
CREATE INDEX "IndexedItem_pageId_idx" ON "IndexedItem"("pageId");

-- CreateIndex
CREATE INDEX "IndexedItem_sourceId_idx" ON "IndexedItem"("sourceId");

-- CreateIndex
CREATE UNIQUE INDEX "IndexedItem_teamId_itemId_audience_key" ON "IndexedItem"("teamId", "itemId", "audience");
