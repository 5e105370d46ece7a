import { createRequire } from 'node:module'
import { afterAll, expect, test } from 'vitest'
import { isBounded, type PlanDatabase } from '@/lib/platform/db/sqlite/bounded-plan.mjs'

interface Database extends PlanDatabase {
  exec(sql: string): void
  close(): void
}

const Database = createRequire(import.meta.url)('better-sqlite3') as new (file: string) => Database
const database = new Database(':memory:')
afterAll(() => database.close())
database.exec(`
  CREATE TABLE "Note" ("id" TEXT NOT NULL PRIMARY KEY, "team" TEXT NOT NULL, "number" INT NOT NULL, "mail" TEXT);
  CREATE UNIQUE INDEX "number" ON "Note" ("team", "number");
  CREATE UNIQUE INDEX "mail" ON "Note" ("mail");
  CREATE UNIQUE INDEX "high" ON "Note" ("number") WHERE "number" > 5;
  CREATE INDEX "of team" ON "Note" ("team");
  CREATE TABLE "Line" ("id" INTEGER PRIMARY KEY, "noteId" TEXT REFERENCES "Note" ("id"));`)

const bounded = (sql: string) => isBounded(database, { sql, args: sql.match(/\?/g) ?? [] })

test.each([
  'SELECT 1',
  'SELECT * FROM "Note" WHERE "id" = ?',
  'SELECT "id" FROM "main"."Note" WHERE ("main"."Note"."id" = ? AND 1=1) LIMIT ? OFFSET ?',
  'SELECT * FROM "Note" WHERE "id" IN (?, ?) ORDER BY "number"',
  'SELECT * FROM "Note" WHERE "team" = ? AND "number" = ?',
  'SELECT n.* FROM "Line" l LEFT JOIN "Note" n ON n."id" = l."noteId" WHERE l."id" = ?',
])('finds at most one row for each value: %s', (sql) => {
  expect(bounded(sql)).toBe(true)
})

test.each([
  'SELECT * FROM "Note"',
  'SELECT COUNT(*) FROM "Note"',
  'SELECT * FROM "Note" WHERE "team" = ?',
  'SELECT * FROM "Note" WHERE "team" = ? AND "number" > ?',
  'SELECT * FROM "Note" WHERE "number" = ? AND "number" > 5',
  'SELECT * FROM "Note" WHERE "mail" IS ?',
  'SELECT * FROM "Line" WHERE "id" > ?',
  'SELECT * FROM "Note" WHERE "id" IN (SELECT value FROM json_each(?))',
  'SELECT (SELECT MAX("number") FROM "Note")',
  'WITH RECURSIVE c(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM c) SELECT * FROM c',
  'SELECT * FROM "Nowhere"',
])('may find many rows, or is not understood: %s', (sql) => {
  expect(bounded(sql)).toBe(false)
})
