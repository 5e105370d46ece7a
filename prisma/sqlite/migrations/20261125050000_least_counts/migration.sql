ALTER TABLE "CountHabit" ADD COLUMN "leastCount" INTEGER NOT NULL DEFAULT 0;
-- For which counts these pages stand is not known: it is learnt again.
UPDATE "CountHabit" SET "kept" = 0;
