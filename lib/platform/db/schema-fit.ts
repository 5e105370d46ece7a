import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { engineOf } from './client'
import type { Db, Engine, Tx } from './db'

/** The folders of an engine's migrations, in their order. */
export async function listMigrations(folder: string): Promise<string[]> {
  const entries = await readdir(/* turbopackIgnore: true */ folder, { withFileTypes: true })
  return entries
    .filter((entry) => entry.isDirectory())
    .map((entry) => entry.name)
    .sort()
}

/** Where an engine's migrations lie. */
export const migrationsOf = (engine: Engine, prismaFolder: string): string =>
  join(prismaFolder, engine, 'migrations')

/** Whether a database has had this version's migrations and no others, as a newer version would have made. */
export async function hasFittingSchema(db: Db | Tx, prismaFolder: string): Promise<boolean> {
  const known = await listMigrations(migrationsOf(engineOf(db), prismaFolder))
  const rows = await db.$queryRaw<{ name: string }[]>`
    SELECT "migration_name" AS "name" FROM "_prisma_migrations"
    WHERE "rolled_back_at" IS NULL AND "finished_at" IS NOT NULL`
  const applied = new Set(rows.map(({ name }) => name))
  return applied.size === known.length && known.every((name) => applied.has(name))
}
