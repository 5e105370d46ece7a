ALTER TABLE "TeamContract" RENAME TO "TeamProvider";
ALTER TABLE "TeamProvider" RENAME CONSTRAINT "TeamContract_pkey" TO "TeamProvider_pkey";
ALTER TABLE "TeamProvider" ADD COLUMN "provider" TEXT;
ALTER TABLE "TeamProvider" ADD COLUMN "isSandbox" BOOLEAN NOT NULL DEFAULT false;
ALTER TABLE "Key" ADD COLUMN "windowMs" INTEGER NOT NULL DEFAULT 1000;
ALTER TABLE "Key" ADD COLUMN "rateSource" TEXT NOT NULL DEFAULT 'account';
ALTER TABLE "Key" ADD COLUMN "plan" TEXT;
ALTER TABLE "Key" ADD COLUMN "service" TEXT;
CREATE TABLE "LookedUpUser" (
    "teamId" TEXT NOT NULL,
    "service" TEXT NOT NULL,
    "handle" TEXT NOT NULL,
    "userId" TEXT NOT NULL,
    "at" TIMESTAMP(3) NOT NULL,

    CONSTRAINT "LookedUpUser_pkey" PRIMARY KEY ("teamId", "service", "handle")
);
