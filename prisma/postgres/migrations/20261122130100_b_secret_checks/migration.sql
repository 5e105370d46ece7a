-- CreateTable
CREATE TABLE "SecretCheck" (
    "name" TEXT NOT NULL,
    "salt" TEXT NOT NULL,
    "value" TEXT NOT NULL,

    CONSTRAINT "SecretCheck_pkey" PRIMARY KEY ("name")
);
