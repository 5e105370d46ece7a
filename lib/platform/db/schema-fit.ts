import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { engineOf } from './client'
import type { Db, Engine, Tx } from './db'

/** Returns the names of an engine's migration folders, in order. */
export async function listMigrations(folder: string): Promise<string[]> {
  const entries = await readdir(/* turbopackIgnore: true */ folder, { withFileTypes: true })
  return entries
    .filter((entry) => entry.isDirectory())
    .map((entry) => entry.name)
    .sort()
}

/** Returns the folder of an engine's migrations. */
export const migrationsFolder = (engine: Engine, prismaFolder: string): string =>
  join(prismaFolder, engine, 'migrations')

/** Returns whether exactly this version's migrations were applied to a database, and none of a newer version. */
export async function hasFittingSchema(db: Db | Tx, prismaFolder: string): Promise<boolean> {
  const known = await listMigrations(migrationsFolder(engineOf(db), prismaFolder))
  const rows = await db.$queryRaw<{ name: string }[]>`
    SELECT "migration_name" AS "name" FROM "_prisma_migrations"
    WHERE "rolled_back_at" IS NULL AND "finished_at" IS NOT NULL`
  const applied = new Set(rows.map(({ name }) => name))
  return applied.size === known.length && known.every((name) => applied.has(name))
}
