-- RedefineTables
PRAGMA defer_foreign_keys=ON;
PRAGMA foreign_keys=OFF;
CREATE TABLE "new_KeySlot" (
    "keyRef" TEXT NOT NULL PRIMARY KEY,
    "nextAtMicros" BIGINT NOT NULL,
    "pausedUntilMicros" BIGINT NOT NULL DEFAULT 0,
    "taken" BIGINT NOT NULL DEFAULT 0,
    "late" TEXT NOT NULL DEFAULT '',
    "writtenMicros" BIGINT NOT NULL DEFAULT 0
);
INSERT INTO "new_KeySlot" ("keyRef", "nextAtMicros", "pausedUntilMicros") SELECT "keyRef", "nextAtMicros", "pausedUntilMicros" FROM "KeySlot";
DROP TABLE "KeySlot";
ALTER TABLE "new_KeySlot" RENAME TO "KeySlot";
PRAGMA foreign_keys=ON;
PRAGMA defer_foreign_keys=OFF;
