import { readdir, readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { PrismaBetterSqlite3 } from '@prisma/adapter-better-sqlite3'
import { PrismaPg } from '@prisma/adapter-pg'
import {
  bindMigrationAwareSqlAdapterFactory,
  type SqlMigrationAwareDriverAdapterFactory,
} from '@prisma/driver-adapter-utils'
import pg from 'pg'
import { assembleSchema } from './generate.mjs'
import { splitPartialIndexes, withPartialIndexes } from './partial-indexes'

/** A disposable database to which migrations are applied for comparison with the models. */
export type ThrowawayDatabase =
  | { readonly engine: 'sqlite' }
  | { readonly engine: 'postgres'; readonly url: string }

/** Begins a migration of what no model can declare, such as an index of words. The comparison leaves it out. */
const UNMODELLED = '-- Not in the models:'

/**
 * Returns the SQL that turns the schema of an engine's migrations into that of the models in `root`; null if they
 * match. Uses the WebAssembly build of Prisma's schema engine, so the native one is not needed.
 */
export async function nextMigrationSql(throwaway: ThrowawayDatabase, root: string): Promise<string | null> {
  const { engine } = throwaway
  const migrations = await readMigrations(join(root, 'prisma', engine, 'migrations'))
  // The models cannot declare partial indexes, and on SQLite the engine fails to describe them.
  const { without, indexes } = splitPartialIndexes(
    migrations.map(({ sql }) => (sql.startsWith(UNMODELLED) ? '' : sql)),
  )
  const schema = await readSchema(join(root, assembleSchema(engine, root)))
  const { SchemaEngine } = await loadEngine()
  const datamodels = schema.map(({ path, content }): [string, string] => [path, content])
  const factory = bindMigrationAwareSqlAdapterFactory(throwawayFactory(throwaway))
  const schemaEngine = await SchemaEngine.new({ datamodels }, () => undefined, factory as never)
  const { stdout } = await schemaEngine.diff({
    from: {
      tag: 'migrations',
      baseDir: join(root, 'prisma', engine, 'migrations'),
      lockfile: { path: 'migration_lock.toml', content: await readLockfile(root, engine) },
      shadowDbInitScript: '',
      migrationDirectories: migrations.map(({ name }, index) => ({
        path: name,
        migrationFile: { path: 'migration.sql', content: { tag: 'ok', value: without[index] ?? '' } },
      })),
    },
    to: { tag: 'schemaDatamodel', files: schema },
    script: true,
    exitCode: null,
    filters: { externalTables: [], externalEnums: [] },
  })
  const script = stdout ?? ''
  if (!script.trim() || /^\s*-- This is an empty migration/.test(script)) return null
  return withPartialIndexes(script, indexes)
}

type EngineModule = typeof import('@prisma/schema-engine-wasm')
const require = createRequire(import.meta.url)

let loaded: Promise<EngineModule> | undefined

/** Loads the engine once a process, because a second instance would write into the memory of the first. */
const loadEngine = (): Promise<EngineModule> => (loaded ??= loadOnce())

async function loadOnce(): Promise<EngineModule> {
  Object.assign(globalThis, {
    PRISMA_WASM_PANIC_REGISTRY: { set_message: (message: string) => console.error(message) },
  })
  const glue = require.resolve('@prisma/schema-engine-wasm/schema_engine_bg')
  const module: EngineModule & { __wbg_set_wasm(exports: WebAssembly.Exports): void } = await import(glue)
  const bytes = await readFile(join(dirname(glue), 'schema_engine_bg.wasm'))
  const { instance } = await WebAssembly.instantiate(bytes, { './schema_engine_bg.js': module as never })
  module.__wbg_set_wasm(instance.exports)
  ;(instance.exports.__wbindgen_start as () => void)()
  return module
}

function throwawayFactory(throwaway: ThrowawayDatabase): SqlMigrationAwareDriverAdapterFactory {
  if (throwaway.engine === 'sqlite') return scripted(new PrismaBetterSqlite3({ url: ':memory:' }))
  const { url } = throwaway
  return scripted(new PrismaPg(describingPool(url)), async (text) => {
    const client = new pg.Client({ connectionString: url })
    await client.connect()
    await client.query(text)
    await client.end()
  })
}

/**
 * Creates a pool that reads "char" columns as text. PostgreSQL's catalogue answers with them, and the adapter does not
 * know them.
 */
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

/** Runs whole scripts, which the engine passes to executeRaw although the adapters take one statement at a time. */
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

const readLockfile = (root: string, engine: string): Promise<string> =>
  readFile(join(root, 'prisma', engine, 'migrations', 'migration_lock.toml'), 'utf8')

async function readMigrations(folder: string): Promise<{ name: string; sql: string }[]> {
  const entries = await readdir(folder, { withFileTypes: true })
  const names = entries.filter((entry) => entry.isDirectory()).map((entry) => entry.name)
  const read = async (name: string) => ({
    name,
    sql: await readFile(join(folder, name, 'migration.sql'), 'utf8'),
  })
  return Promise.all(names.sort().map(read))
}
