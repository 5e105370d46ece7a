import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { Secret, systemClock } from '@/lib/kernel'
import { openCopySource } from '@/lib/platform/db'
import { createVault, SEALED_COLUMNS, type Vault } from '@/lib/platform/vault'
import { startInstance } from '@/lib/server/instances'
import { lockDataFolder, openVault, readEnv } from '@/lib/server/runtime'
import { rewrapSecrets } from '@/lib/server/upkeep'
import { opensAll, storeSealed } from '@/tests/factories/sealed-rows'
import { describeOnEachEngine, type TestDb } from '@/tests/support/databases'

/** With the channel and the pepper, these make five batches to stop between. */
const KEYS = 9
const BATCH = 4
const KEY = new Secret('xd_live_0123456789abcdefghijklmnopqrstuv')
/**
 * Steps until each kill. A full run has one step when the next key is noted, five batches, one before the
 * switch and one after it.
 */
const KILLED_AFTER = [1, 2, 4, 6, 7, 8, 1, 2, 3, 5]

async function begin(opened: TestDb) {
  const { location } = opened
  const folder =
    location.engine === 'sqlite' ? dirname(location.file) : await mkdtemp(join(tmpdir(), 'purser-rewrap-'))
  onTestFinished(async () => {
    await opened.close()
    await rm(folder, { recursive: true, force: true })
  })
  const env = readEnv({
    PURSER_DATA: folder,
    ...(location.engine === 'postgres' && { DATABASE_URL: location.url }),
  })
  const vault = await openVault(env, opened.db)
  const secrets = await storeSealed(opened.db, vault, KEYS)
  const said: string[] = []
  const options = {
    env,
    prismaFolder: 'prisma',
    batch: BATCH,
    reportLine: (line: string) => void said.push(line),
  }
  return { ...opened, env, folder, vault, secrets, said, options }
}

const readKey = (folder: string, name: string): Buffer | null =>
  existsSync(join(folder, name))
    ? Buffer.from(readFileSync(join(folder, name), 'utf8').trim(), 'base64')
    : null

/** Returns vaults by master key and caches them, because deriving a check value is slow by design. */
function vaults(): (key: Buffer) => Vault {
  const made = new Map<string, Vault>()
  return (key) => {
    const name = key.toString('hex')
    const vault = made.get(name) ?? createVault(key)
    made.set(name, vault)
    return vault
  }
}

describeOnEachEngine('another master key', (open, engine) => {
  test('after ten kills on the way, the key that the database knows opens everything, and it finishes', async () => {
    const { db, env, folder, vault, secrets, said, options } = await begin(await open())
    const ref = vault.keyRef(KEY)
    const before = readKey(folder, 'master.key')
    const vaultOf = vaults()
    for (const steps of KILLED_AFTER) {
      let left = steps
      const onStep = () => (--left === 0 ? Promise.reject(new Error('killed')) : Promise.resolve())
      await expect(rewrapSecrets({ ...options, onStep })).rejects.toThrow('killed')
      const keys = ['master.key', 'master.key.new', 'master.key.former'].flatMap(
        (name) => readKey(folder, name) ?? [],
      )
      const known = []
      for (const vault of keys.map(vaultOf)) if ((await vault.check.compare(db)) === 'same') known.push(vault)
      expect(known.length).toBeGreaterThan(0)
      for (const vault of known) expect(await opensAll(db, vault, secrets)).toBe(true)
    }
    await rewrapSecrets(options)
    expect(said.join()).toContain('sealed with the new master key')

    const after = readKey(folder, 'master.key')
    expect(after?.equals(before ?? Buffer.alloc(0))).toBe(false)
    expect(readKey(folder, 'master.key.former')).toEqual(before)
    expect(readKey(folder, 'master.key.new')).toBeNull()
    for (const name of ['master.key', 'master.key.former'])
      expect(statSync(join(folder, name)).mode & 0o777).toBe(0o600)
    const opened = await openVault(env, db)
    expect(opened.keyRef(KEY)).toBe(ref)
    expect(await opensAll(db, opened, secrets)).toBe(true)
    expect(await opensAll(db, vault, secrets)).toBe(false)
    expect((await db.secretCheck.findMany()).map(({ name }) => name)).toEqual(['master key'])
    // The output contains no key.
    for (const key of [before, after])
      for (const form of ['hex', 'base64'] as const) expect(said.join()).not.toContain(key?.toString(form))
  })

  test('between the steps only the key in use can start Purser, and the other is told what to do', async () => {
    const { db, folder, options } = await begin(await open())
    const startWith = (key: Buffer | null) =>
      openVault(readEnv({ PURSER_DATA: folder, PURSER_MASTER_KEY: key?.toString('hex') ?? '' }), db)
    const stop = (steps: number) => {
      let left = steps
      return () => (--left === 0 ? Promise.reject(new Error('killed')) : Promise.resolve())
    }
    await expect(rewrapSecrets({ ...options, onStep: stop(4) })).rejects.toThrow('killed')
    const [former, next] = [readKey(folder, 'master.key'), readKey(folder, 'master.key.new')]
    await startWith(former)
    await expect(startWith(next)).rejects.toThrow(/not in use yet/)
    await expect(rewrapSecrets({ ...options, onStep: stop(8) })).rejects.toThrow('killed')
    await startWith(next)
    await expect(startWith(former)).rejects.toThrow(/was replaced by another one/)
  })

  test('a key given by a setting is used, and no file is created or moved', async () => {
    const given = Buffer.alloc(32, 7).toString('hex')
    const { db, folder, secrets, said, options, env } = await begin(await open())
    await rewrapSecrets({ ...options, env: { ...env, PURSER_NEW_MASTER_KEY: given } })
    expect(await opensAll(db, createVault(Buffer.from(given, 'hex')), secrets)).toBe(true)
    expect(readKey(folder, 'master.key.new')).toBeNull()
    expect(said.join()).toMatch(/make it the value of PURSER_MASTER_KEY/)
    expect(said.join()).not.toContain(given)
    await expect(openVault(env, db)).rejects.toThrow('the master key is not the one')
    const now = { ...env, PURSER_MASTER_KEY: given }
    await openVault(now, db)
    const again = { ...now, PURSER_NEW_MASTER_KEY: given }
    await expect(rewrapSecrets({ ...options, env: again })).rejects.toThrow('is the one in use')
  })

  test('refuses while a Purser uses the database', async () => {
    const { db, env, options } = await begin(await open())
    const ended: (() => Promise<unknown>)[] = []
    if (engine === 'sqlite') {
      const hold = await lockDataFolder(env.PURSER_DATA, { patienceMs: 0 })
      ended.push(() => hold.release())
    } else {
      const onError = () => undefined
      const instance = await startInstance({ db, clock: systemClock, onError, onRecovered: onError })
      ended.push(() => instance.stop())
    }
    await expect(rewrapSecrets(options)).rejects.toThrow(/Another Purser uses|Purser runs on this database/)
    for (const end of ended) await end()
    await rewrapSecrets(options)
  })

  test('references in a database older than its pepper stay the same', async () => {
    const { db, env, vault } = await begin(await open())
    const key = readKey(env.PURSER_DATA, 'master.key') ?? Buffer.alloc(0)
    // As in an older version: keyRefs use the master key itself.
    await db.pepper.deleteMany()
    const migrated = await openVault(env, db)
    expect(migrated.keyRef(KEY)).toBe(createVault(key).keyRef(KEY))
    expect(migrated.keyRef(KEY)).not.toBe(vault.keyRef(KEY))
  })

  test('no sealed text is outside of the columns that a new master key rewraps', async () => {
    const { location } = await begin(await open())
    const source = await openCopySource(location)
    const found = new Set<string>()
    for (const table of source.tables)
      for await (const rows of source.rows(table))
        for (const row of rows)
          row.forEach((value, at) => {
            if (/^v\d\./.test(value ?? '')) found.add(`${table.name}.${table.columns[at]?.name}`)
          })
    await source.close()
    expect([...found].sort()).toEqual(SEALED_COLUMNS.map(({ table, column }) => `${table}.${column}`).sort())
  })
})

test('the list of sealed columns equals that of the models', () => {
  const listed = readdirSync('prisma/models').flatMap((name) => {
    const text = readFileSync(join('prisma/models', name), 'utf8')
    return [...text.matchAll(/^model (\w+) \{([^}]*)\}/gm)].flatMap(([, model, fields = '']) =>
      [...fields.matchAll(/^\s+(sealed\w*)\s+String/gm)].map(([, column]) => `${model}.${column}`),
    )
  })
  expect(listed.sort()).toEqual(SEALED_COLUMNS.map(({ table, column }) => `${table}.${column}`).sort())
})
