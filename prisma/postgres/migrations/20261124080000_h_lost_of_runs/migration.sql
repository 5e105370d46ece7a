-- A run's lost calls are few among its calls, and each list of runs asks for them.
CREATE INDEX "Attempt_lost_of_run_idx" ON "Attempt"("teamId", "runId") WHERE "state" = 'UNKNOWN';

-- The newest lost calls of a team come first in its list of them.
CREATE INDEX "Attempt_lost_idx" ON "Attempt"("teamId", "id") WHERE "state" = 'UNKNOWN';
