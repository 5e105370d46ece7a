-- CreateIndex
CREATE INDEX "Run_teamId_searchId_memberId_startedAt_idx" ON "Run"("teamId", "searchId", "memberId", "startedAt");
