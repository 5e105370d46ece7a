-- RedefineTables
PRAGMA defer_foreign_keys=ON;
PRAGMA foreign_keys=OFF;
CREATE TABLE "new_Team" (
    "id" TEXT NOT NULL PRIMARY KEY,
    "slug" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "timeZone" TEXT NOT NULL,
    "keepsItemsDays" INTEGER,
    "itemsGoneUpTo" DATETIME,
    "itemsGoneAt" DATETIME,
    "keepsCallsMonths" INTEGER,
    "keepsCallsAt" DATETIME,
    "example" TEXT,
    "stepsHiddenAt" DATETIME,
    "currency" TEXT,
    "showsMoney" BOOLEAN NOT NULL DEFAULT true,
    "createdAt" DATETIME NOT NULL
);
INSERT INTO "new_Team" ("createdAt", "currency", "example", "id", "itemsGoneAt", "itemsGoneUpTo", "keepsCallsAt", "keepsCallsMonths", "keepsItemsDays", "name", "slug", "stepsHiddenAt", "timeZone") SELECT "createdAt", "currency", "example", "id", "itemsGoneAt", "itemsGoneUpTo", "keepsCallsAt", "keepsCallsMonths", "keepsItemsDays", "name", "slug", "stepsHiddenAt", "timeZone" FROM "Team";
DROP TABLE "Team";
ALTER TABLE "new_Team" RENAME TO "Team";
CREATE UNIQUE INDEX "Team_slug_key" ON "Team"("slug");
PRAGMA foreign_keys=ON;
PRAGMA defer_foreign_keys=OFF;
