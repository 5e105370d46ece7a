-- Amounts become finer: from millionths to billionths of a credit, exactly. What no wallet can hold (above nine
-- billion credits) is cut there, since it would not fit into 64 bits any more.

ALTER TABLE "Attempt" RENAME COLUMN "reservedMicro" TO "reservedNano";
ALTER TABLE "Attempt" RENAME COLUMN "priceMicro" TO "priceNano";
UPDATE "Attempt" SET "reservedNano" = min(max("reservedNano", -9000000000000000), 9000000000000000) * 1000,
  "priceNano" = min(max("priceNano", -9000000000000000), 9000000000000000) * 1000;

ALTER TABLE "LedgerEntry" RENAME COLUMN "priceMicro" TO "priceNano";
ALTER TABLE "LedgerEntry" RENAME COLUMN "chargeMicro" TO "chargeNano";
UPDATE "LedgerEntry" SET "priceNano" = min(max("priceNano", -9000000000000000), 9000000000000000) * 1000,
  "chargeNano" = min(max("chargeNano", -9000000000000000), 9000000000000000) * 1000;

ALTER TABLE "Resolution" RENAME COLUMN "chargeMicro" TO "chargeNano";
UPDATE "Resolution" SET "chargeNano" = min(max("chargeNano", -9000000000000000), 9000000000000000) * 1000;

ALTER TABLE "Rollup" RENAME COLUMN "chargeMicro" TO "chargeNano";
UPDATE "Rollup" SET "chargeNano" = min(max("chargeNano", -9000000000000000), 9000000000000000) * 1000;

ALTER TABLE "BalanceReading" RENAME COLUMN "balanceMicro" TO "balanceNano";
ALTER TABLE "BalanceReading" RENAME COLUMN "settledMicro" TO "settledNano";
ALTER TABLE "BalanceReading" RENAME COLUMN "inFlightMicro" TO "inFlightNano";
UPDATE "BalanceReading" SET "balanceNano" = min(max("balanceNano", -9000000000000000), 9000000000000000) * 1000,
  "settledNano" = min(max("settledNano", -9000000000000000), 9000000000000000) * 1000,
  "inFlightNano" = min(max("inFlightNano", -9000000000000000), 9000000000000000) * 1000;

ALTER TABLE "Price" RENAME COLUMN "priceMicro" TO "priceNano";
ALTER TABLE "Price" RENAME COLUMN "spreadMicro" TO "spreadNano";
UPDATE "Price" SET "priceNano" = min(max("priceNano", -9000000000000000), 9000000000000000) * 1000,
  "spreadNano" = min(max("spreadNano", -9000000000000000), 9000000000000000) * 1000;

ALTER TABLE "Run" RENAME COLUMN "chargeMicro" TO "chargeNano";
ALTER TABLE "Run" RENAME COLUMN "capMicro" TO "capNano";
UPDATE "Run" SET "chargeNano" = min(max("chargeNano", -9000000000000000), 9000000000000000) * 1000,
  "capNano" = min(max("capNano", -9000000000000000), 9000000000000000) * 1000;

UPDATE "Budget" SET "amount" = min(max("amount", -9000000000000000), 9000000000000000) * 1000 WHERE "unit" = 'credits';
UPDATE "BudgetPeriod" SET "settled" = min(max("settled", -9000000000000000), 9000000000000000) * 1000,
  "reserved" = min(max("reserved", -9000000000000000), 9000000000000000) * 1000 WHERE "budgetId" IN (SELECT "id" FROM "Budget" WHERE "unit" = 'credits');
UPDATE "BudgetHold" SET "amount" = min(max("amount", -9000000000000000), 9000000000000000) * 1000 WHERE "budgetId" IN (SELECT "id" FROM "Budget" WHERE "unit" = 'credits');
UPDATE "BudgetRaise" SET "amount" = min(max("amount", -9000000000000000), 9000000000000000) * 1000 WHERE "budgetId" IN (SELECT "id" FROM "Budget" WHERE "unit" = 'credits');

-- The same amounts within JSON, as text.
UPDATE "BalanceReading" SET "byOperation" = (
  SELECT json_group_object("key", json_object(
    'pages', "value" ->> 'pages', 'items', "value" ->> 'items',
    'chargeNano', ("value" ->> 'chargeMicro') || '000', 'unpricedItems', "value" ->> 'unpricedItems'
  )) FROM json_each("byOperation")
) WHERE "byOperation" IS NOT NULL;
UPDATE "WalletCheck" SET "steps" = (
  SELECT json_group_array(json(CASE json_type("value", '$.lostMicro')
    WHEN 'text' THEN json_set("finer", '$.lostNano', ("value" ->> 'lostMicro') || '000')
    WHEN 'null' THEN json_set("finer", '$.lostNano', NULL)
    ELSE "finer" END))
  FROM (
    SELECT "value", json_set(
      json_remove("value", '$.balanceMicro', '$.settledMicro', '$.lostMicro'),
      '$.balanceNano', ("value" ->> 'balanceMicro') || '000',
      '$.settledNano', ("value" ->> 'settledMicro') || '000'
    ) AS "finer" FROM json_each("steps")
  )
);
