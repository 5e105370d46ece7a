import { randomBytes } from 'node:crypto'
import { copyFile, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { newId, Secret } from '@/lib/kernel'
import { readEnv } from '@/lib/server/runtime'
import { openVault } from '@/lib/server/runtime/master-key'
import { makeTeam } from '@/tests/factories/team'
import { makeTestClock } from '@/tests/factories/test-clock'
import { describeOnDatabase } from '@/tests/support/databases'

describeOnDatabase('the master key', (open) => {
  test('is created once; after something is sealed with it, no other replaces it', async () => {
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

  const makeEnv = async (more: Record<string, string> = {}) => {
    const folder = await mkdtemp(join(tmpdir(), 'purser-master-key-'))
    onTestFinished(() => rm(folder, { recursive: true, force: true }))
    return readEnv({ PURSER_DATA: folder, ...more })
  }

  test('two first starts at once, each with its own key: one continues, the other is told what to do', async () => {
    const { db, close } = await open()
    onTestFinished(close)
    const envs = [await makeEnv(), await makeEnv()]
    const starts = await Promise.allSettled(envs.map((env) => openVault(env, db)))
    expect(starts.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    const refused = starts.findIndex(({ status }) => status === 'rejected')
    // If it looks after the other has written its check value, it creates no key.
    const told = /master key is not the one .* set PURSER_MASTER_KEY|cannot be read.* Put it back, or name it/
    expect(starts[refused]).toMatchObject({ reason: { message: expect.stringMatching(told) } })

    const [right, wrong] = [envs[1 - refused], envs[refused]].map((env) =>
      join(env?.PURSER_DATA ?? '', 'master.key'),
    )
    await copyFile(right ?? '', wrong ?? '')
    const vaults = await Promise.all(envs.map((env) => openVault(env, db)))
    expect(new Set(vaults.map((vault) => vault.keyRef(new Secret('k')))).size).toBe(1)
  })

  test('is not in the database, only a check value; a lost one is not replaced', async () => {
    const { db, close } = await open()
    onTestFinished(close)
    const key = randomBytes(32)
    const texts = (['hex', 'base64', 'base64url'] as const).map((form) => key.toString(form))
    await openVault(await makeEnv({ PURSER_MASTER_KEY: texts[0] ?? '' }), db)
    await openVault(await makeEnv({ PURSER_MASTER_KEY: texts[1] ?? '' }), db)
    const rows = await db.secretCheck.findMany()
    expect(rows).toHaveLength(1)
    for (const text of texts) expect(JSON.stringify(rows)).not.toContain(text)
    await expect(openVault(await makeEnv(), db)).rejects.toThrow(/master key file .* cannot be read/)
  })

  test('a damaged check value is restored by the key that opens what is stored, and by no other', async () => {
    const { db, close } = await open()
    onTestFinished(close)
    const env = await makeEnv()
    const vault = await openVault(env, db)
    const clock = makeTestClock()
    const teamId = (await makeTeam(db, clock)).admin.team.id
    const id = newId()
    const sealed = vault.seal(new Secret('{}'), { teamId, keyId: id })
    const channel = { id, teamId, name: 'Ops', kind: 'email', hint: 'o…', kinds: '', enabled: true, sealed }
    await db.alertChannel.create({ data: { ...channel, createdAt: clock.now() } })

    const said: string[] = []
    const report = (sentence: string) => void said.push(sentence)
    const other = await makeEnv({ PURSER_MASTER_KEY: '00'.repeat(32) })
    for (const data of [{ value: 'damaged' }, { value: '' }, { salt: '' }]) {
      await db.secretCheck.updateMany({ data })
      await expect(openVault(other, db, report)).rejects.toThrow('the master key is not the one')
      await openVault(env, db, report)
      await openVault(env, db, report)
    }
    await db.secretCheck.deleteMany()
    await openVault(env, db, report)
    expect(said).toEqual(Array(4).fill(expect.stringContaining('was written again')))
    expect(await vault.check.compare(db)).toBe('same')
  })
})
