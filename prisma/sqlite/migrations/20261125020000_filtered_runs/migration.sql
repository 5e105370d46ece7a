-- The runs of a member, and those of a state, are listed in their order.
CREATE INDEX "Run_teamId_memberId_startedAt_idx" ON "Run"("teamId", "memberId", "startedAt");
CREATE INDEX "Run_teamId_state_startedAt_idx" ON "Run"("teamId", "state", "startedAt");
