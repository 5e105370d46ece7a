import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

/** SHA-256 of each migration, in order. A migration that people have applied never changes: add the next one below. */
const MIGRATIONS: Readonly<Record<'sqlite' | 'postgres', Readonly<Record<string, string>>>> = {
  sqlite: {
    '20261127233000_init': '60cb1f93f8dc0e7e06ba7e97109f12e8d43f790f7eed17ad037897df0996d010',
  },
  postgres: {
    '20261127233000_init': 'e7ffe193f0115191a4c338df14bca06c70583814767abce3ac72fe1bf09aca04',
  },
}

test.each(['sqlite', 'postgres'] as const)(
  'the migrations of %s are those that were written, unchanged',
  (engine) => {
    const folder = join('prisma', engine, 'migrations')
    const names = readdirSync(folder, { withFileTypes: true }).flatMap((entry) =>
      entry.isDirectory() ? entry.name : [],
    )
    const hashOf = (name: string) =>
      createHash('sha256')
        .update(readFileSync(join(folder, name, 'migration.sql')))
        .digest('hex')
    expect(Object.fromEntries(names.sort().map((name) => [name, hashOf(name)]))).toEqual(MIGRATIONS[engine])
  },
)

test('both engines have the same migrations', () => {
  expect(Object.keys(MIGRATIONS.sqlite)).toEqual(Object.keys(MIGRATIONS.postgres))
})
