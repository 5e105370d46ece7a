CREATE TABLE "LostTotal" (
    "teamId" TEXT NOT NULL,
    "walletId" TEXT NOT NULL,
    "unresolved" INTEGER NOT NULL,
    "changes" INTEGER NOT NULL,

    PRIMARY KEY ("teamId", "walletId")
);
INSERT INTO "LostTotal" ("teamId", "walletId", "unresolved", "changes")
SELECT a."teamId", a."walletId", COUNT(*) - COUNT(s."id"), 0
FROM "Attempt" a LEFT JOIN "Resolution" s ON s."attemptId" = a."id"
WHERE a."state" = 'UNKNOWN' GROUP BY a."teamId", a."walletId";
