ALTER TABLE "TeamContract" RENAME TO "TeamProvider";
