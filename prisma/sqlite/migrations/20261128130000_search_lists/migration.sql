-- Lists of searches are sorted and paged by an index each. In names, numbers count by their value.
ALTER TABLE "SavedSearch" ADD COLUMN "nameKey" TEXT NOT NULL DEFAULT '';
ALTER TABLE "SavedSearch" ADD COLUMN "lastRunAt" DATETIME NOT NULL DEFAULT '1970-01-01 00:00:00 +00:00';
UPDATE "SavedSearch" SET "lastRunAt" = COALESCE((SELECT r."startedAt" FROM "Run" r
  WHERE r."teamId" = "SavedSearch"."teamId" AND r."searchId" = "SavedSearch"."id"
  ORDER BY r."startedAt" DESC LIMIT 1), 0);
-- The folded name stands before the first line break. A letter at a time, as SQLite replaces by no pattern.
UPDATE "SavedSearch" SET "nameKey" = substr(made."key", 1, 200) FROM (
  WITH RECURSIVE walk("id", "rest", "done", "digits") AS (
    SELECT "id", substr("folded", 1, instr("folded" || char(10), char(10)) - 1) || char(10), '', '' FROM "SavedSearch"
    UNION ALL
    SELECT "id", substr("rest", 2),
      CASE WHEN substr("rest", 1, 1) GLOB '[0-9]' THEN "done"
        ELSE "done" || substr('00000000000000000000', 1, CASE WHEN "digits" = '' THEN 0 ELSE max(0, 20 - length("digits")) END)
          || "digits" || replace(substr("rest", 1, 1), char(10), '') END,
      CASE WHEN substr("rest", 1, 1) GLOB '[0-9]' THEN "digits" || substr("rest", 1, 1) ELSE '' END
    FROM walk WHERE "rest" <> ''
  )
  SELECT "id", "done" AS "key" FROM walk WHERE "rest" = ''
) made WHERE made."id" = "SavedSearch"."id";
DROP INDEX "SavedSearch_teamId_deletedAt_idx";
CREATE INDEX "SavedSearch_teamId_nameKey_id_idx" ON "SavedSearch"("teamId", "nameKey", "id");
CREATE INDEX "SavedSearch_teamId_createdAt_id_idx" ON "SavedSearch"("teamId", "createdAt", "id");
CREATE INDEX "SavedSearch_teamId_lastRunAt_id_idx" ON "SavedSearch"("teamId", "lastRunAt", "id");
CREATE INDEX "SavedSearch_trash_idx" ON "SavedSearch"("teamId", "deletedAt") WHERE "deletedAt" IS NOT NULL;
