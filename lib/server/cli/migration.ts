/**
 * Writes the next migration of an engine from the difference between its migrations and the models:
 * `npm run migration -- sqlite <name>`, or `MIGRATION_DATABASE_URL=<empty database> npm run migration -- postgres <name>`.
 * Prisma's native schema engine is not needed: its WebAssembly build does it, on a throwaway database.
 */
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { PrismaBetterSqlite3 } from '@prisma/adapter-better-sqlite3'
import { PrismaPg } from '@prisma/adapter-pg'
import {
  bindMigrationAwareSqlAdapterFactory,
  type SqlMigrationAwareDriverAdapterFactory,
} from '@prisma/driver-adapter-utils'
import pg from 'pg'
import { assembleSchema } from './schema-folder.mjs'

type EngineModule = typeof import('@prisma/schema-engine-wasm')
const require = createRequire(import.meta.url)

async function loadEngine(): Promise<EngineModule> {
  const glue = require.resolve('@prisma/schema-engine-wasm/schema_engine_bg')
  const module: EngineModule & { __wbg_set_wasm(exports: WebAssembly.Exports): void } = await import(glue)
  const bytes = await readFile(join(dirname(glue), 'schema_engine_bg.wasm'))
  const { instance } = await WebAssembly.instantiate(bytes, { './schema_engine_bg.js': module as never })
  module.__wbg_set_wasm(instance.exports)
  ;(instance.exports.__wbindgen_start as () => void)()
  return module
}

function throwawayFactory(engine: string): SqlMigrationAwareDriverAdapterFactory {
  if (engine === 'sqlite') return scripted(new PrismaBetterSqlite3({ url: ':memory:' }))
  const url = process.env.MIGRATION_DATABASE_URL
  if (!url)
    throw new Error('Set MIGRATION_DATABASE_URL to an empty PostgreSQL database that may be thrown away.')
  return scripted(new PrismaPg(describingPool(url)), async (text) => {
    const client = new pg.Client({ connectionString: url })
    await client.connect()
    await client.query(text)
    await client.end()
  })
}

/** PostgreSQL's catalogue answers with "char" columns, which the adapter does not know: they are read as text. */
function describingPool(url: string): pg.Pool {
  const pool = new pg.Pool({ connectionString: url })
  pg.types.setTypeParser(18, String)
  const query = pool.query.bind(pool) as (...args: unknown[]) => Promise<pg.QueryResult>
  const described = async (...args: unknown[]) => {
    const result = await query(...args)
    for (const field of result.fields) if (field.dataTypeID === 18) field.dataTypeID = 25
    return result
  }
  return Object.assign(pool, { query: described as typeof pool.query })
}

/** The engine hands whole scripts to executeRaw, which the adapters take one statement at a time. */
function scripted(
  inner: PrismaBetterSqlite3 | PrismaPg,
  script?: (text: string) => Promise<void>,
): SqlMigrationAwareDriverAdapterFactory {
  const connect = async () => {
    const connection = await inner.connect()
    const run = script ?? connection.executeScript.bind(connection)
    const executeRaw = connection.executeRaw.bind(connection)
    return Object.assign(connection, {
      executeScript: run,
      executeRaw: async (query: Parameters<typeof executeRaw>[0]) => {
        if (query.args.length > 0) return executeRaw(query)
        await run(query.sql)
        return 0
      },
    })
  }
  return { provider: inner.provider, adapterName: inner.adapterName, connect, connectToShadowDb: connect }
}

async function readSchema(folder: string): Promise<{ path: string; content: string }[]> {
  const models = join(folder, 'models')
  const paths = [
    join(folder, 'schema.prisma'),
    ...(await readdir(models)).sort().map((name) => join(models, name)),
  ]
  return Promise.all(paths.map(async (path) => ({ path, content: await readFile(path, 'utf8') })))
}

/** The models cannot declare partial indexes, and on SQLite the engine fails to describe them. */
const withoutPartialIndexes = (script: string): string =>
  script.replaceAll(/^CREATE INDEX \S+ ON .* WHERE .*;$/gm, '')

async function readMigrationList(baseDir: string) {
  const entries = await readdir(baseDir, { withFileTypes: true }).catch(() => [])
  const names = entries.filter((entry) => entry.isDirectory()).map((entry) => entry.name)
  return {
    baseDir,
    lockfile: {
      path: 'migration_lock.toml',
      content: await readFile(join(baseDir, 'migration_lock.toml'), 'utf8'),
    },
    shadowDbInitScript: '',
    migrationDirectories: await Promise.all(
      names.sort().map(async (name) => ({
        path: name,
        migrationFile: {
          path: 'migration.sql',
          content: {
            tag: 'ok' as const,
            value: withoutPartialIndexes(await readFile(join(baseDir, name, 'migration.sql'), 'utf8')),
          },
        },
      })),
    ),
  }
}

const [engine, name] = process.argv.slice(2)
if ((engine !== 'sqlite' && engine !== 'postgres') || !name)
  throw new Error('Usage: npm run migration -- sqlite|postgres <name>')

Object.assign(globalThis, {
  PRISMA_WASM_PANIC_REGISTRY: { set_message: (message: string) => console.error(message) },
})
const migrations = join('prisma', engine, 'migrations')
const schema = await readSchema(assembleSchema(engine))
const { SchemaEngine } = await loadEngine()
const datamodels = schema.map(({ path, content }): [string, string] => [path, content])
const factory = bindMigrationAwareSqlAdapterFactory(throwawayFactory(engine))
const schemaEngine = await SchemaEngine.new({ datamodels }, () => undefined, factory as never)
const { stdout } = await schemaEngine.diff({
  from: { tag: 'migrations', ...(await readMigrationList(migrations)) },
  to: { tag: 'schemaDatamodel', files: schema },
  script: true,
  exitCode: null,
  filters: { externalTables: [], externalEnums: [] },
})
if (!stdout?.trim() || /^\s*-- This is an empty migration/.test(stdout)) {
  console.log(`${engine}: the migrations match the models.`)
  process.exit(0)
}
const target = join(migrations, `${new Date().toISOString().replace(/\D/g, '').slice(0, 14)}_${name}`)
await mkdir(target, { recursive: true })
await writeFile(join(target, 'migration.sql'), stdout)
console.log(`${engine}: wrote ${target}`)
process.exit(0)
