import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

/** SHA-256 of each migration, in order. A migration that people have applied never changes: add the next one below. */
const MIGRATIONS: Readonly<Record<'sqlite' | 'postgres', Readonly<Record<string, string>>>> = {
  sqlite: {
    '20261127233000_init': '446241dfaeb740b83d40c01d0b2cc6a8b4cfc509bc52bc24f5b6cf16fa72f748',
  },
  postgres: {
    '20261127233000_init': '5a39ad746ed7829c256fad19460d5f08c13ef343d103113d36e38494f30a63bb',
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
