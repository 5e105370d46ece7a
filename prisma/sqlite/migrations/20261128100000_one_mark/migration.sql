-- An item has one mark: starred or hidden. What was both stays out of sight.
ALTER TABLE "ItemMark" ADD COLUMN "state" TEXT NOT NULL DEFAULT 'none';
UPDATE "ItemMark" SET "state" = CASE WHEN "isHidden" THEN 'hidden' WHEN "isStarred" THEN 'starred' ELSE 'none' END;
ALTER TABLE "ItemMark" DROP COLUMN "isStarred";
ALTER TABLE "ItemMark" DROP COLUMN "isHidden";

-- A pinned search is a starred one.
ALTER TABLE "SearchPin" RENAME TO "SearchStar";
