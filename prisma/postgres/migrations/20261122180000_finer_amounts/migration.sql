-- Amounts become finer: from millionths to billionths of a credit, exactly. What no wallet can hold (above nine
-- billion credits) is cut there, since it would not fit into 64 bits any more.

ALTER TABLE "Attempt" RENAME COLUMN "reservedMicro" TO "reservedNano";
ALTER TABLE "Attempt" RENAME COLUMN "priceMicro" TO "priceNano";
UPDATE "Attempt" SET "reservedNano" = CASE WHEN "reservedNano" IS NOT NULL THEN least(greatest("reservedNano", -9000000000000000), 9000000000000000) * 1000 END,
  "priceNano" = CASE WHEN "priceNano" IS NOT NULL THEN least(greatest("priceNano", -9000000000000000), 9000000000000000) * 1000 END;

ALTER TABLE "LedgerEntry" RENAME COLUMN "priceMicro" TO "priceNano";
ALTER TABLE "LedgerEntry" RENAME COLUMN "chargeMicro" TO "chargeNano";
UPDATE "LedgerEntry" SET "priceNano" = CASE WHEN "priceNano" IS NOT NULL THEN least(greatest("priceNano", -9000000000000000), 9000000000000000) * 1000 END,
  "chargeNano" = CASE WHEN "chargeNano" IS NOT NULL THEN least(greatest("chargeNano", -9000000000000000), 9000000000000000) * 1000 END;

ALTER TABLE "Resolution" RENAME COLUMN "chargeMicro" TO "chargeNano";
UPDATE "Resolution" SET "chargeNano" = CASE WHEN "chargeNano" IS NOT NULL THEN least(greatest("chargeNano", -9000000000000000), 9000000000000000) * 1000 END;

ALTER TABLE "Rollup" RENAME COLUMN "chargeMicro" TO "chargeNano";
UPDATE "Rollup" SET "chargeNano" = CASE WHEN "chargeNano" IS NOT NULL THEN least(greatest("chargeNano", -9000000000000000), 9000000000000000) * 1000 END;

ALTER TABLE "BalanceReading" RENAME COLUMN "balanceMicro" TO "balanceNano";
ALTER TABLE "BalanceReading" RENAME COLUMN "settledMicro" TO "settledNano";
ALTER TABLE "BalanceReading" RENAME COLUMN "inFlightMicro" TO "inFlightNano";
UPDATE "BalanceReading" SET "balanceNano" = CASE WHEN "balanceNano" IS NOT NULL THEN least(greatest("balanceNano", -9000000000000000), 9000000000000000) * 1000 END,
  "settledNano" = CASE WHEN "settledNano" IS NOT NULL THEN least(greatest("settledNano", -9000000000000000), 9000000000000000) * 1000 END,
  "inFlightNano" = CASE WHEN "inFlightNano" IS NOT NULL THEN least(greatest("inFlightNano", -9000000000000000), 9000000000000000) * 1000 END;

ALTER TABLE "Price" RENAME COLUMN "priceMicro" TO "priceNano";
ALTER TABLE "Price" RENAME COLUMN "spreadMicro" TO "spreadNano";
UPDATE "Price" SET "priceNano" = CASE WHEN "priceNano" IS NOT NULL THEN least(greatest("priceNano", -9000000000000000), 9000000000000000) * 1000 END,
  "spreadNano" = CASE WHEN "spreadNano" IS NOT NULL THEN least(greatest("spreadNano", -9000000000000000), 9000000000000000) * 1000 END;

ALTER TABLE "Run" RENAME COLUMN "chargeMicro" TO "chargeNano";
ALTER TABLE "Run" RENAME COLUMN "capMicro" TO "capNano";
UPDATE "Run" SET "chargeNano" = CASE WHEN "chargeNano" IS NOT NULL THEN least(greatest("chargeNano", -9000000000000000), 9000000000000000) * 1000 END,
  "capNano" = CASE WHEN "capNano" IS NOT NULL THEN least(greatest("capNano", -9000000000000000), 9000000000000000) * 1000 END;

UPDATE "Budget" SET "amount" = CASE WHEN "amount" IS NOT NULL THEN least(greatest("amount", -9000000000000000), 9000000000000000) * 1000 END WHERE "unit" = 'credits';
UPDATE "BudgetPeriod" SET "settled" = CASE WHEN "settled" IS NOT NULL THEN least(greatest("settled", -9000000000000000), 9000000000000000) * 1000 END,
  "reserved" = CASE WHEN "reserved" IS NOT NULL THEN least(greatest("reserved", -9000000000000000), 9000000000000000) * 1000 END WHERE "budgetId" IN (SELECT "id" FROM "Budget" WHERE "unit" = 'credits');
UPDATE "BudgetHold" SET "amount" = CASE WHEN "amount" IS NOT NULL THEN least(greatest("amount", -9000000000000000), 9000000000000000) * 1000 END WHERE "budgetId" IN (SELECT "id" FROM "Budget" WHERE "unit" = 'credits');
UPDATE "BudgetRaise" SET "amount" = CASE WHEN "amount" IS NOT NULL THEN least(greatest("amount", -9000000000000000), 9000000000000000) * 1000 END WHERE "budgetId" IN (SELECT "id" FROM "Budget" WHERE "unit" = 'credits');

-- The same amounts within JSON, as text.
UPDATE "BalanceReading" SET "byOperation" = regexp_replace("byOperation", '"chargeMicro":"(-?[0-9]+)"', '"chargeNano":"\1000"', 'g');
UPDATE "WalletCheck" SET "steps" = regexp_replace("steps", '"(balance|settled|lost)Micro":"(-?[0-9]+)"', '"\1Nano":"\2000"', 'g');
UPDATE "WalletCheck" SET "steps" = replace("steps", '"lostMicro":null', '"lostNano":null');
