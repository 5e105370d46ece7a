/**
 * Writes the next migration of an engine from the difference between its migrations and the models: `npm run migration
 * -- sqlite <name>`, or `MIGRATION_DATABASE_URL=<empty database> npm run migration -- postgres <name>`.
 */
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { nextMigrationSql, type ThrowawayDatabase } from './next-migration'

function throwawayOf(engine: string | undefined): ThrowawayDatabase {
  if (engine === 'sqlite') return { engine }
  if (engine !== 'postgres') throw new Error('Usage: npm run migration -- sqlite|postgres <name>')
  const url = process.env.MIGRATION_DATABASE_URL
  if (!url)
    throw new Error('Set MIGRATION_DATABASE_URL to an empty PostgreSQL database that may be thrown away.')
  return { engine, url }
}

const [engine, name] = process.argv.slice(2)
const throwaway = throwawayOf(name && engine)
const script = await nextMigrationSql(throwaway, '.')
if (script === null) {
  console.log(`${engine}: the migrations match the models.`)
  process.exit(0)
}
const stamp = new Date().toISOString().replace(/\D/g, '').slice(0, 14)
const target = join('prisma', throwaway.engine, 'migrations', `${stamp}_${name}`)
await mkdir(target, { recursive: true })
await writeFile(join(target, 'migration.sql'), script)
console.log(`${engine}: wrote ${target}`)
process.exit(0)
