import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeAll, expect, onTestFinished, test } from 'vitest'
import { type Db, type Engine, migrate } from '@/lib/platform/db'
import { nextMigrationSql, type ThrowawayDatabase } from '@/lib/server/build/next-migration'
import { describeOnEachEngine, openEmpty } from '@/tests/support/databases'

/** The model file of the table with the most partial indexes. */
const MODELS = join('prisma', 'models', 'ledger.prisma')

/** Returns the names of all partial indexes. */
async function partialIndexes(db: Db, engine: Engine): Promise<string[]> {
  const rows = await db.$queryRawUnsafe<{ name: string }[]>(
    engine === 'sqlite'
      ? `SELECT "name" FROM sqlite_master WHERE "type" = 'index' AND "sql" LIKE '% WHERE %'`
      : `SELECT "indexname" AS "name" FROM pg_indexes WHERE "schemaname" = 'public' AND "indexdef" LIKE '% WHERE %'`,
  )
  return rows.map(({ name }) => name).sort()
}

describeOnEachEngine('npm run migration', (open, engine) => {
  let root: string
  beforeAll(async () => {
    root = await mkdtemp(join(tmpdir(), 'purser-migration-'))
    await cp('prisma', join(root, 'prisma'), { recursive: true })
    return () => rm(root, { recursive: true, force: true })
  })

  /** Returns the SQL of the next migration, generated with a throwaway database. */
  const next = async (): Promise<string | null> => {
    const { location, close } = await openEmpty(engine)
    onTestFinished(close)
    const throwaway: ThrowawayDatabase =
      location.engine === 'postgres' ? { engine: 'postgres', url: location.url } : { engine: 'sqlite' }
    return nextMigrationSql(throwaway, root)
  }

  test('has nothing to do while migrations and models agree', async () => {
    expect(await next()).toBeNull()
  })

  test('keeps partial indexes when a column becomes required, and has nothing to do afterwards', async () => {
    const models = await readFile(MODELS, 'utf8')
    const changed = models.replace(/(model LedgerEntry \{[^}]*\})/, (model) =>
      model.replace(/^( {2}\w+ +\w+)\?(?= *$)/m, '$1'),
    )
    expect(changed).not.toBe(models)
    await writeFile(join(root, MODELS), changed)
    const script = (await next()) ?? ''
    expect(script).not.toBe('')
    expect(script).not.toContain('DROP INDEX')

    const before = await open()
    onTestFinished(before.close)
    const after = await openEmpty(engine)
    onTestFinished(after.close)
    const folder = join(root, 'prisma', engine, 'migrations', '29991231000000_next')
    await mkdir(folder)
    await writeFile(join(folder, 'migration.sql'), script)
    await migrate(after.location, join(root, 'prisma'))
    const names = await partialIndexes(before.db, engine)
    expect(names).toContain('LedgerEntry_late_idx')
    expect(await partialIndexes(after.db, engine)).toEqual(names)
    expect(await next()).toBeNull()
  })
})
