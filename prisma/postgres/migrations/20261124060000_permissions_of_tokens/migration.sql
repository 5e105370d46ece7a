ALTER TABLE "ApiToken" RENAME COLUMN "scopes" TO "permissions";
