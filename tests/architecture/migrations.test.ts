import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

/** SHA-256 of each migration, in order. An applied migration never changes: add the next one below. */
const MIGRATIONS: Readonly<Record<'sqlite' | 'postgres', Readonly<Record<string, string>>>> = {
  sqlite: {
    '20261127233000_init': '18d3ebf87816368d2b06816c1748c8e93b9b532289fa88424491e1ff04662433',
    '20261128100000_one_mark': 'd2bb7b21a7f9208ff153da7071e69d92ec03c098742b8dd0aae01da84fcf2efe',
    '20261128103000_search_changes': 'f6fcabe51fcda8b1601fb826df7cf1f8a97dcd52a0c5a37bed65fe591a406623',
    '20261128125641_money_beside_credits': 'a7be5900904f8a766fda7a0907fd9d46570dfa8318a34ffd6b39558720d8a326',
    '20261128130000_search_lists': '465e231a033464f8baad0fc06379074b9dcdb5d987976969959236de36e622ac',
  },
  postgres: {
    '20261127233000_init': '738779c059966b7020c90d1aefd978cd169445285385f1cfe5eb3955e24aa1ea',
    '20261128100000_one_mark': '201aed2ed0b833e2e3dfaaf56c1c9ede80024cf0c986e9f388074f66c69d18ae',
    '20261128103000_search_changes': 'f6fcabe51fcda8b1601fb826df7cf1f8a97dcd52a0c5a37bed65fe591a406623',
    '20261128125641_money_beside_credits': 'd61854dac0d2622b318ad53bd917c09b51596353b39a98b1884e673aa0ae9a15',
    '20261128130000_search_lists': '7adb6be8e4328b6d0ac3628d1695ffe6b358e59ffa1e473326550849db03d17d',
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
