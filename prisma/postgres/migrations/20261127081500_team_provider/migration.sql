ALTER TABLE "TeamContract" RENAME TO "TeamProvider";
ALTER TABLE "TeamProvider" RENAME CONSTRAINT "TeamContract_pkey" TO "TeamProvider_pkey";
