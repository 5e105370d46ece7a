-- AlterTable
ALTER TABLE "User" ADD COLUMN "isInstallationAdmin" BOOLEAN NOT NULL DEFAULT false;
ALTER TABLE "User" ADD COLUMN "emailConfirmedAt" DATETIME;
ALTER TABLE "User" ADD COLUMN "disabledAt" DATETIME;
ALTER TABLE "User" ADD COLUMN "deletedAt" DATETIME;

-- The oldest account looks after an installation that exists already.
UPDATE "User" SET "isInstallationAdmin" = true
WHERE "id" = (SELECT "id" FROM "User" ORDER BY "createdAt", "id" LIMIT 1);

-- AlterTable
ALTER TABLE "Session" ADD COLUMN "userAgent" TEXT;
ALTER TABLE "Session" ADD COLUMN "source" TEXT;

-- AlterTable
ALTER TABLE "Installation" ADD COLUMN "teamsBy" TEXT NOT NULL DEFAULT 'everyone';

-- AlterTable
ALTER TABLE "Invite" ADD COLUMN "mailedHash" TEXT;

-- CreateIndex
CREATE UNIQUE INDEX "Invite_mailedHash_key" ON "Invite"("mailedHash");

-- AlterTable
ALTER TABLE "AlertChannel" ADD COLUMN "confirmedAt" DATETIME;
ALTER TABLE "AlertChannel" ADD COLUMN "confirmHash" TEXT;

-- Addresses that alerts went to before stay in use.
UPDATE "AlertChannel" SET "confirmedAt" = "createdAt" WHERE "kind" = 'email';

-- CreateIndex
CREATE UNIQUE INDEX "AlertChannel_confirmHash_key" ON "AlertChannel"("confirmHash");

-- CreateTable
CREATE TABLE "PasswordReset" (
    "id" TEXT NOT NULL PRIMARY KEY,
    "tokenHash" TEXT NOT NULL,
    "userId" TEXT NOT NULL,
    "way" TEXT NOT NULL,
    "madeById" TEXT,
    "createdAt" DATETIME NOT NULL,
    "expiresAt" DATETIME NOT NULL,
    "usedAt" DATETIME
);

-- CreateTable
CREATE TABLE "MailCount" (
    "id" TEXT NOT NULL PRIMARY KEY,
    "key" TEXT NOT NULL,
    "at" DATETIME NOT NULL
);

-- CreateIndex
CREATE UNIQUE INDEX "PasswordReset_tokenHash_key" ON "PasswordReset"("tokenHash");

-- CreateIndex
CREATE INDEX "PasswordReset_userId_createdAt_idx" ON "PasswordReset"("userId", "createdAt");

-- CreateIndex
CREATE INDEX "MailCount_key_at_idx" ON "MailCount"("key", "at");

-- CreateIndex
CREATE INDEX "MailCount_at_idx" ON "MailCount"("at");
