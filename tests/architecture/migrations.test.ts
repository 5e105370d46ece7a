import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

/** SHA-256 of each migration, in order. A migration that people have applied never changes: add the next one below. */
const MIGRATIONS: Readonly<Record<'sqlite' | 'postgres', Readonly<Record<string, string>>>> = {
  sqlite: {
    '20261127233000_init': 'ca04651382dd99c0215e66020ad1a7f9c5c16f133d4fac204ceb62afbe2f1b0f',
  },
  postgres: {
    '20261127233000_init': 'b3de7dcd4dce4f9d303c5008ef4f46a3c9f1962706ff1193e8d56909d476930b',
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
