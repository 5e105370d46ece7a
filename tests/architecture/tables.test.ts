import { describe, expect, test } from 'vitest'
import { readSourceTree } from './source-tree'
import { modelsOf, tableFaultsOf, tablesNamedIn } from './tables'

test('every table belongs to exactly one store.ts', () => {
  const tree = readSourceTree()
  expect(modelsOf(tree)).not.toEqual([])
  expect(tableFaultsOf(tree)).toEqual([])
})

const SOUND: Readonly<Record<string, string>> = {
  'prisma/models/runs.prisma': 'model Run {\n  id String @id\n}\n\nmodel ResultPage {\n  id String @id\n}\n',
  'lib/collect/runs/store.ts': 'tx.run.create({})\ndb.resultPage.findMany()',
  'lib/platform/db/health.ts': 'db.run.count()',
}

const faultsWith = (files: Readonly<Record<string, string>>): string[] =>
  tableFaultsOf(new Map(Object.entries({ ...SOUND, ...files })))

describe('the check', () => {
  test('accepts one store per table', () => {
    expect(faultsWith({})).toEqual([])
  })

  test('finds a table without a store', () => {
    expect(faultsWith({ 'prisma/models/a.prisma': 'model Orphan {\n}\n' })).toEqual([
      'no store.ts names the table Orphan',
    ])
  })

  test('finds a second store', () => {
    expect(faultsWith({ 'lib/money/usage/store.ts': 'db.$queryRaw`SELECT 1 FROM "Run"`' })).toEqual([
      'the table Run has several stores: lib/collect/runs/store.ts, lib/money/usage/store.ts',
    ])
  })

  test.each(['lib/collect/runs/start-run.ts', 'app/page.tsx', 'components/runs/list.tsx'])(
    'finds %s',
    (path) => {
      expect(faultsWith({ [path]: 'await db.run.findFirst({})' })).toEqual([
        `${path} names the table Run, which only a store.ts may`,
      ])
    },
  )
})

const named: readonly [string, string[]][] = [
  ['await db\n  .resultPage\n  .deleteMany({})', ['ResultPage']],
  ['const rows = await tx.run.createManyAndReturn({})', ['Run']],
  [`db.$executeRaw\`UPDATE "Run" SET "state" = \${state}\``, ['Run']],
  ['const join = sql`"ResultPage" p`', ['ResultPage']],
  [`const text = 'DELETE FROM "Run"'`, ['Run']],
  ['listen(ctx.run.id, run.create.at)', []],
  [`const text = 'The role "Run" is unknown'`, []],
  ['// db.runs.create(', []],
]

test.each(named)('reads %s', (source, models) => {
  expect(tablesNamedIn('lib/a/b.ts', source, ['Run', 'ResultPage'])).toEqual(models)
})
