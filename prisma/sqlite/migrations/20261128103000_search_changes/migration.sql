-- A search says who changed it last; its former questions are in its runs and in the audit log.
ALTER TABLE "SavedSearch" ADD COLUMN "changedByName" TEXT NOT NULL DEFAULT '';
UPDATE "SavedSearch" SET "changedByName" = COALESCE((SELECT v."createdByName" FROM "SearchVersion" v
  WHERE v."searchId" = "SavedSearch"."id" ORDER BY v."version" DESC LIMIT 1), '');
DROP TABLE "SearchVersion";
