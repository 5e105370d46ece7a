import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { newId, Secret } from '@/lib/kernel'
import { readEnv } from '@/lib/server/runtime'
import { openVault } from '@/lib/server/runtime/master-key'
import { makeTeam } from '@/tests/factories/team'
import { makeTestClock } from '@/tests/factories/test-clock'
import { describeOnEachEngine } from '@/tests/support/databases'

describeOnEachEngine('the master key', (open) => {
  test('is made once; when a channel’s address is sealed with it, none is made in its place', async () => {
    const { db, close } = await open()
    onTestFinished(close)
    const folder = await mkdtemp(join(tmpdir(), 'purser-master-key-'))
    onTestFinished(() => rm(folder, { recursive: true, force: true }))
    const env = readEnv({ PURSER_DATA: folder })
    const vault = await openVault(env, db)
    const clock = makeTestClock()
    const { admin } = await makeTeam(db, clock)
    const [id, teamId] = [newId(), admin.team.id]
    const sealed = vault.seal(new Secret('{}'), { teamId, keyId: id })
    const channel = { id, teamId, name: 'Ops', kind: 'email', hint: 'o…', kinds: '', enabled: true, sealed }
    await db.alertChannel.create({ data: { ...channel, createdAt: clock.now() } })
    await openVault(env, db)

    await rm(join(folder, 'master.key'))
    await expect(openVault(env, db)).rejects.toThrow(/master key file .* cannot be read/)
    expect(await readdir(folder)).toEqual([])
    const other = readEnv({ PURSER_DATA: folder, PURSER_MASTER_KEY: '00'.repeat(32) })
    await expect(openVault(other, db)).rejects.toThrow('the master key is not the one')
  })
})
