-- CreateTable
CREATE TABLE "TryCount" (
    "kind" TEXT NOT NULL,
    "subject" TEXT NOT NULL,
    "endsAtMs" BIGINT NOT NULL,
    "count" INTEGER NOT NULL,

    CONSTRAINT "TryCount_pkey" PRIMARY KEY ("kind","subject")
);

-- CreateIndex
CREATE INDEX "TryCount_endsAtMs_idx" ON "TryCount"("endsAtMs");
