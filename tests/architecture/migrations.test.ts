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
    '20261128140000_indexed_items': '2289da52216610772d8ef0eac88d773926900896b6f3dce820cc3bc66345c108',
    '20261128140100_item_words': 'fb317ac0b35774f9cd81f8bda4ec7790d90adee27166a8e1516aaf56af7d93d1',
    '20261128140211_hidden_savings': '7f43f5372797521b40e57af5db3cd89581c7324ce65f6affacf2573101c33734',
    '20261128140809_new_items_delivered': '5df88b4c38b8dd6af515d5559c5d6eb654e8f14353bbe29abdea5de33f50a325',
    '20261128141442_digests': 'daeb709d7da2b06eb8f5cc38b1f44a6b3ffad66d740169a09d64472d1a0be03b',
    '20261128160123_closed_months': '34ac0dce6796d40e69b3fb12c3ebc2c15709715b2eb3ad9c0cba3327162b5281',
    '20261128160129_subjects': '10757368a5963ee9ab1e3cb01770f7fbac118d7877b354a4e47a87cd8442b933',
    '20261128160500_alert_inbox': '42e74ad611c0adae1879495b9fb752158220ab9729f87dbdb4194498ae15d6dd',
    '20261128224330_key_status_at': 'a9184ae4d3a2d61c8b35a9de13c5ab63b9257584fcf5de4d86583d4dfe002695',
    '20261129001700_announced_items': '4eef1008dbb8a082d0b12d044dee35f38b5c43eba83377c84c7741c28a226446',
  },
  postgres: {
    '20261127233000_init': '738779c059966b7020c90d1aefd978cd169445285385f1cfe5eb3955e24aa1ea',
    '20261128100000_one_mark': '201aed2ed0b833e2e3dfaaf56c1c9ede80024cf0c986e9f388074f66c69d18ae',
    '20261128103000_search_changes': 'f6fcabe51fcda8b1601fb826df7cf1f8a97dcd52a0c5a37bed65fe591a406623',
    '20261128125641_money_beside_credits': 'd61854dac0d2622b318ad53bd917c09b51596353b39a98b1884e673aa0ae9a15',
    '20261128130000_search_lists': '7adb6be8e4328b6d0ac3628d1695ffe6b358e59ffa1e473326550849db03d17d',
    '20261128140000_indexed_items': '028fbbc4d33a0a575d75f7f6942449395b2e98ded109e02f722c6d0409ed6310',
    '20261128140100_item_words': 'f3c8eff8fb052ef14833d620807b88aeb2ae537f679ffb215c3a68118ef81f52',
    '20261128140211_hidden_savings': '17552167c7c6d3279279a26c1895ba3b55d134708bb26fe0cc0563fbfd4eb610',
    '20261128140809_new_items_delivered': '693ea8e17a18655e19eb788bbd03e1a98630b44ad84fb40fe85b9c7c53c20221',
    '20261128141442_digests': '94daee6c6269dc0837e6e90fb013efd92270838f45c892b3d583109b818e9114',
    '20261128160123_closed_months': '3fe34b31e34db9fbca2587a4614074bebb0245475237b8c2668cba4240f221ee',
    '20261128160129_subjects': '0c91c4abf2fdee07eaafd6ea0838704fe69b53272c91bbaec297f754816381be',
    '20261128160500_alert_inbox': '683dbb2f1442dce142d0a9eedc213651c95ed8f5e0cf84f96cefd853dfca42c7',
    '20261128224330_key_status_at': '8a608e2db3722c1d848128c2a469fcf89fbb5818a4b71490b147a856843de982',
    '20261129001700_announced_items': '4eef1008dbb8a082d0b12d044dee35f38b5c43eba83377c84c7741c28a226446',
  },
}

test.each(['sqlite', 'postgres'] as const)(
  'the migrations of %s are the recorded ones, unchanged',
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
