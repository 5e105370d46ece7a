-- Not in the models: the words of indexed items. Words are prepared by Purser and separated by spaces.
CREATE VIRTUAL TABLE "ItemWords" USING fts5(
  "words", content = '', contentless_delete = 1, detail = none,
  tokenize = "unicode61 remove_diacritics 0 categories 'L* M* N* P* S* C*'"
);

-- A deleted item is found no more, whoever deletes it.
CREATE TRIGGER "IndexedItem_words" AFTER DELETE ON "IndexedItem" BEGIN
  DELETE FROM "ItemWords" WHERE rowid = OLD."id";
END;

INSERT INTO "UnindexedPage" ("teamId", "at", "attemptId")
SELECT "teamId", "at", "attemptId" FROM "ResultPage"
WHERE "itemCount" > 0 AND ("packed" IS NOT NULL OR "sourceId" IS NOT NULL);
