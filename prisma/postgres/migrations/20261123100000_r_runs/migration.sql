-- A search's newest run is found without looking at its other runs.
DROP INDEX "Run_teamId_searchId_idx";
CREATE INDEX "Run_teamId_searchId_startedAt_idx" ON "Run"("teamId", "searchId", "startedAt");
