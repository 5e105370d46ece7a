-- Lists of searches are sorted and paged by an index each. In names, numbers count by their value.
ALTER TABLE "SavedSearch" ADD COLUMN "nameKey" TEXT NOT NULL DEFAULT '';
ALTER TABLE "SavedSearch" ADD COLUMN "lastRunAt" TIMESTAMP(3) NOT NULL DEFAULT '1970-01-01 00:00:00 +00:00';
UPDATE "SavedSearch" SET "lastRunAt" = COALESCE((SELECT r."startedAt" FROM "Run" r
  WHERE r."teamId" = "SavedSearch"."teamId" AND r."searchId" = "SavedSearch"."id"
  ORDER BY r."startedAt" DESC LIMIT 1), '1970-01-01 00:00:00');
-- The folded name stands before the first line break. Each number gets 20 zeros, and loses as many as are too many.
UPDATE "SavedSearch" SET "nameKey" = substr(
  regexp_replace(
    regexp_replace(
      regexp_replace(split_part("folded", chr(10), 1), '([0-9]+)', '00000000000000000000\1', 'g'),
      '0{20}([0-9]{20,})', '\1', 'g'),
    '0+([0-9]{20})(?![0-9])', '\1', 'g'),
  1, 200);
DROP INDEX "SavedSearch_teamId_deletedAt_idx";
CREATE INDEX "SavedSearch_teamId_nameKey_id_idx" ON "SavedSearch"("teamId", "nameKey", "id");
CREATE INDEX "SavedSearch_teamId_createdAt_id_idx" ON "SavedSearch"("teamId", "createdAt", "id");
CREATE INDEX "SavedSearch_teamId_lastRunAt_id_idx" ON "SavedSearch"("teamId", "lastRunAt", "id");
CREATE INDEX "SavedSearch_trash_idx" ON "SavedSearch"("teamId", "deletedAt") WHERE "deletedAt" IS NOT NULL;
