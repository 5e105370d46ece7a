-- CreateTable
CREATE TABLE "SecretCheck" (
    "name" TEXT NOT NULL PRIMARY KEY,
    "salt" TEXT NOT NULL,
    "value" TEXT NOT NULL
);
