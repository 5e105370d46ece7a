import { randomBytes } from 'node:crypto'
import { afterEach, expect, test } from 'vitest'
import { systemClock } from '@/lib/kernel'
import { createSecretCheck } from '@/lib/platform/vault'
import { type Instance, startInstance } from '@/lib/server/instances'
import { readEnv } from '@/lib/server/runtime'
import { openVault } from '@/lib/server/runtime/master-key'
import { type MovedDb, moveClockOf } from '@/tests/support/database-clock'
import { describeOnPostgres } from '@/tests/support/databases'

const [RIGHT, WRONG] = ['the first secret of sessions', 'the second secret of sessions']
const keys = [randomBytes(32), randomBytes(32)].map((key) => key.toString('hex'))

let opened: MovedDb
const started: Instance[] = []

const begin = async (check = createSecretCheck('session secret', RIGHT)): Promise<Instance> => {
  const instance = await startInstance({
    db: opened.db,
    clock: systemClock,
    checks: [check],
    onError: (error) => expect.unreachable(String(error)),
    onRecovered: () => undefined,
  })
  started.push(instance)
  return instance
}
const open = (key = '') => openVault(readEnv({ PURSER_MASTER_KEY: key }), opened.db)
const reasonOf = (instance: Instance) =>
  Promise.race([instance.lost, new Promise((done) => setImmediate(() => done(null)))])

describeOnPostgres('secrets of instances on one database', async (openTestDb) => {
  opened = await moveClockOf(await openTestDb())
  afterEach(async () => {
    await Promise.all(started.splice(0).map((instance) => instance.stop()))
    await opened.db.instance.deleteMany()
    await opened.db.secretCheck.deleteMany()
  })

  test('an instance that was silent for a minute stops if another session secret has been in use since', async () => {
    const first = await begin()
    await opened.advance(65_000)
    const second = await begin(createSecretCheck('session secret', WRONG))
    await first.beat()
    await second.beat()
    expect(await reasonOf(first)).toMatch(/another session secret .* stops/)
    await expect(first.requireLiving()).rejects.toThrow(/another session secret/)
    expect(await reasonOf(second)).toBeNull()
    await second.requireLiving()
  })

  test('a missing check value admits no other secret while an instance lives, which writes it again', async () => {
    const first = await begin()
    await opened.db.secretCheck.deleteMany()
    for (const secret of [RIGHT, WRONG])
      await expect(begin(createSecretCheck('session secret', secret))).rejects.toThrow(/again within ten sec/)
    await first.beat()
    await expect(begin(createSecretCheck('session secret', WRONG))).rejects.toThrow(/is not the one/)
    await begin()
    expect(await reasonOf(first)).toBeNull()
  })

  test('nor does it admit another master key, even if nothing is sealed yet', async () => {
    const first = await begin((await open(keys[0])).check)
    await opened.db.secretCheck.deleteMany()
    for (const key of keys) await expect(open(key)).rejects.toThrow(/again within ten seconds/)
    // Even if the check of the master key has just passed.
    await expect(begin(createSecretCheck('master key', Buffer.from(keys[1] ?? '', 'hex')))).rejects.toThrow(
      /again within ten seconds/,
    )
    await first.beat()
    await expect(open(keys[1])).rejects.toThrow(/master key is not the one/)
    await begin((await open(keys[0])).check)
  })

  test('an instance that was silent for a minute stops if another master key has been in use since', async () => {
    const first = await begin((await open(keys[0])).check)
    await opened.db.secretCheck.deleteMany()
    await opened.advance(65_000)
    await begin((await open(keys[1])).check)
    await first.beat()
    expect(await reasonOf(first)).toMatch(/another master key/)
  })

  test('the same secret with another salt counts as the same', async () => {
    const first = await begin()
    await createSecretCheck('session secret', RIGHT).note(opened.db)
    await first.beat()
    await first.beat()
    expect(await reasonOf(first)).toBeNull()
  })
})
