import type { Db, Engine } from '@/lib/platform/db'

const OVER = 'A budget that stops was passed'

const TRIGGERS: Record<Engine, readonly string[]> = {
  sqlite: [
    `CREATE TRIGGER guard AFTER UPDATE ON "BudgetPeriod"
     WHEN NEW."settled" + NEW."reserved" > (SELECT "amount" FROM "Budget" WHERE "id" = NEW."budgetId" AND "stops")
     BEGIN SELECT RAISE(ABORT, '${OVER}'); END`,
  ],
  postgres: [
    `CREATE FUNCTION guard() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
       IF NEW."settled" + NEW."reserved" > (SELECT "amount" FROM "Budget" WHERE "id" = NEW."budgetId" AND "stops")
       THEN RAISE EXCEPTION '${OVER}'; END IF;
       RETURN NULL; END $$`,
    'CREATE TRIGGER guard AFTER UPDATE ON "BudgetPeriod" FOR EACH ROW EXECUTE FUNCTION guard()',
  ],
}

/** Makes the database itself refuse every change that exceeds a stopping budget, so that none is overlooked. */
export async function guardBudgets(db: Db, engine: Engine): Promise<void> {
  for (const statement of TRIGGERS[engine]) await db.$executeRawUnsafe(statement)
}
