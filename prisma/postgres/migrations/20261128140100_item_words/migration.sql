-- Not in the models: the words of indexed items, prepared by Purser. A deleted item is found no more, whoever deletes
-- it.
CREATE TABLE "ItemWords" (
  "rowid" BIGINT NOT NULL PRIMARY KEY REFERENCES "IndexedItem" ("id") ON DELETE CASCADE,
  "words" TSVECTOR NOT NULL
);

CREATE INDEX "ItemWords_words_idx" ON "ItemWords" USING GIN ("words");

INSERT INTO "UnindexedPage" ("teamId", "at", "attemptId")
SELECT "teamId", "at", "attemptId" FROM "ResultPage"
WHERE "itemCount" > 0 AND ("packed" IS NOT NULL OR "sourceId" IS NOT NULL);
