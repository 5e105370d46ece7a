import { randomUUID } from 'node:crypto'
import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import { expect, onTestFinished, test } from 'vitest'
import {
  createBackgroundRuns,
  createRunServices,
  findItemsByWords,
  indexItems,
  startBackgroundRun,
} from '@/lib/collect/runs'
import { createSearch } from '@/lib/collect/searches'
import { newId, systemClock } from '@/lib/kernel'
import { addKey, getUsableKey, openKey } from '@/lib/keys/keys'
import { getWallet } from '@/lib/money/wallets'
import {
  type Db,
  type DbLocation,
  type Engine,
  listMigrations,
  migrate,
  migrationsFolder,
  openCopySource,
  openCopyTarget,
  openDb,
  resolveDbLocation,
  type TextRow,
} from '@/lib/platform/db'
import { startInstance } from '@/lib/server/instances'
import { RESTORE_NOTE, recordRestore } from '@/lib/server/jobs'
import { openVault, prepareServer, readEnv } from '@/lib/server/runtime'
import { restoreBackup, writeBackup } from '@/lib/server/upkeep'
import { EXCLUDED_TABLES } from '@/lib/server/upkeep/backup'
import { oddItem } from '@/tests/factories/odd-items'
import { storeRun } from '@/tests/factories/stored-run'
import { makeTeam } from '@/tests/factories/team'
import { startTestUpstream } from '@/tests/factories/upstream'
import { describeOnEachEngine, openEmpty } from '@/tests/support/databases'
import { brokenInvariants } from '@/tests/support/invariants'
import { waitUntil } from '@/tests/support/wait-until'

const newFolder = async () => {
  const folder = await mkdtemp(join(tmpdir(), 'purser-backup-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  return folder
}
const envOf = (folder: string, location: DbLocation, more: Record<string, string> = {}) =>
  location.engine === 'postgres'
    ? readEnv({ PURSER_DATA: folder, DATABASE_URL: location.url, ...more })
    : readEnv({ PURSER_DATA: location.file.replace(/\/purser\.db$/, ''), ...more })

/** Returns a location without tables, as a restore needs. */
async function emptyPlace(engine: Engine, folder: string): Promise<DbLocation> {
  if (engine === 'sqlite') return resolveDbLocation(readEnv({ PURSER_DATA: folder }))
  const { location, close } = await openEmpty('postgres')
  onTestFinished(close)
  return location
}

/** Returns every row that a backup contains, as text. The engines order columns differently. */
async function allRows(location: DbLocation): Promise<Record<string, string[]>> {
  const source = await openCopySource(location)
  const found: Record<string, string[]> = {}
  for (const table of source.tables) {
    const rows: string[] = []
    const named = (row: TextRow) => row.map((value, at) => [table.columns[at]?.name, value]).sort()
    for await (const batch of source.rows(table)) rows.push(...batch.map((row) => JSON.stringify(named(row))))
    found[table.name] = rows.sort()
  }
  await source.close()
  return found
}

const settledOf = (db: Db) => db.ledgerEntry.count({ where: { outcome: 'SETTLED' } })

describeOnEachEngine('a backup', (open, engine) => {
  async function begin() {
    const opened = await open()
    onTestFinished(() => opened.close())
    const folder = await newFolder()
    const env = envOf(folder, opened.location)
    const vault = await openVault(env, opened.db)
    const upstream = await startTestUpstream(systemClock)
    onTestFinished(() => upstream.close())
    const services = createRunServices({ ...upstream, vault }, newId(), systemClock)
    const team = await makeTeam(opened.db, systemClock)
    const { key } = upstream.issueKey({ pack: 'Scale' })
    const where = { walletId: team.walletId, environmentId: team.environments[0]?.id ?? '' }
    const { id: keyId } = await addKey(team.admin, services, { key, name: '', ...where })
    return { ...opened, folder, env, services, team, key, keyId }
  }

  test('taken at full load is complete: its figures agree, and its keys open with the master key only', async () => {
    const { db, env, services, team, key, keyId } = await begin()
    const background = createBackgroundRuns({
      services,
      clock: systemClock,
      isShared: true,
      onError: (error) => expect.unreachable(String(error)),
    })
    onTestFinished(() => background.stop())
    const search = { name: 'A list', operation: 'followers', subject: 'ada' } as const
    const searchId = (await createSearch(team.admin, search)).id
    await Promise.all(
      Array.from({ length: 6 }, () => {
        const asked = { runId: randomUUID(), searchId, keyId, capItems: 4000 }
        return startBackgroundRun(team.admin, { ...services, background }, asked)
      }),
    )
    await waitUntil(async () => (await settledOf(db)) > 20)
    const file = join(await newFolder(), 'one.backup')
    const before = await settledOf(db)
    const header = await writeBackup({ env, file, version: '1.2.3' })
    const after = await settledOf(db)
    // Pages continued to be settled. On an idle machine, a backup may finish before the next one.
    await waitUntil(async () => (await settledOf(db)) > before)
    await background.stop()
    expect(await brokenInvariants(db)).toEqual([])

    expect(header).toMatchObject({ version: '1.2.3', engine })
    expect(statSync(file).mode & 0o777).toBe(0o600)
    const text = gunzipSync(readFileSync(file)).toString()
    const master = readFileSync(join(env.PURSER_DATA, 'master.key'), 'utf8').trim()
    for (const secret of [key.slice(12), master, Buffer.from(master, 'base64').toString('hex')])
      expect(text).not.toContain(secret)

    const folder = await newFolder()
    const place = await emptyPlace(engine, folder)
    const there = envOf(folder, place)
    await restoreBackup({ env: there, file, prismaFolder: 'prisma' })
    const restored = openDb(place)
    onTestFinished(() => restored.$disconnect())
    expect(await settledOf(restored)).toBeGreaterThanOrEqual(before)
    expect(await settledOf(restored)).toBeLessThanOrEqual(after)
    // Rollups match the entries, holds match the open attempts, and pages have their items.
    expect(await brokenInvariants(restored)).toEqual([])
    const entries = await restored.ledgerEntry.findMany()
    const spent = entries.reduce((sum, { chargeNano }) => sum + (chargeNano ?? 0n), 0n)
    const ctx = { ...team.admin, db: restored }
    const wallet = await getWallet(ctx, team.walletId)
    expect(wallet.expectedNano).toBe((wallet.balance?.balanceNano ?? 0n) - spent)

    await expect(openVault(there, restored)).rejects.toThrow(/master key file .* cannot be read/)
    const other = { ...there, PURSER_MASTER_KEY: '00'.repeat(32) }
    await expect(openVault(other, restored)).rejects.toThrow('the master key is not the one')
    await restored.$disconnect()
    // A start ends the attempts that were open at that moment as unknown.
    const given = { ...process.env, PURSER_MASTER_KEY: master, PURSER_DATA: there.PURSER_DATA }
    const { hold } = await prepareServer({ ...given, DATABASE_URL: there.DATABASE_URL ?? '' }, 'prisma')
    onTestFinished(() => hold?.release())
    const started = openDb(place)
    onTestFinished(() => started.$disconnect())
    const parts = { db: started, clock: systemClock, onRecovered: () => undefined }
    const instance = await startInstance({ ...parts, onError: (error) => expect.unreachable(String(error)) })
    onTestFinished(() => instance.stop())
    expect(await started.attempt.count({ where: { state: 'OPEN' } })).toBe(0)
    expect(await brokenInvariants(started)).toEqual([])
    const vault = await openVault({ ...there, PURSER_MASTER_KEY: master }, started)
    const row = await getUsableKey({ ...team.admin, db: started }, keyId)
    expect((await openKey({ ...services, vault }, row)).reveal()).toBe(key)
  })

  test.each(['sqlite', 'postgres'] as const)('restores every row unchanged on %s', async (target) => {
    const { location, env, team } = await begin()
    const file = join(await newFolder(), 'one.backup')
    const { takenAt } = await writeBackup({ env, file, version: '1.2.3' })
    const folder = await newFolder()
    const place = await emptyPlace(target, folder)
    await restoreBackup({ env: envOf(folder, place), file, prismaFolder: 'prisma' })
    const [from, to] = [await allRows(location), await allRows(place)]
    const { Lease: [noted = '', ...others] = [], ...rest } = to
    const empty = Object.fromEntries(EXCLUDED_TABLES.map((table) => [table, []]))
    expect({ ...rest, Lease: others }).toEqual({ ...from, ...empty })
    expect(from.Session).not.toEqual([])
    // The next start informs each team of it.
    expect(JSON.parse(noted)).toEqual([
      ['holderId', takenAt],
      ['name', RESTORE_NOTE],
      ['untilAt', expect.stringMatching(/^\d+$/)],
    ])
    const restored = openDb(place)
    onTestFinished(() => restored.$disconnect())
    await recordRestore(restored, systemClock)
    const noteOf = { action: 'backup.restore', subjectId: team.admin.team.id, actorName: 'Purser' }
    expect(await restored.auditEntry.findMany({ where: { action: noteOf.action } })).toMatchObject([noteOf])
    expect(await restored.lease.count()).toBe(0)
  })

  test('overwrites no file, and is not restored over existing data', async () => {
    const { location, env } = await begin()
    const file = join(await newFolder(), 'one.backup')
    await writeBackup({ env, file, version: '1' })
    const kept = readFileSync(file)
    await expect(writeBackup({ env, file, version: '1' })).rejects.toThrow('is there already')
    expect(readFileSync(file).equals(kept)).toBe(true)
    const before = await allRows(location)
    await expect(restoreBackup({ env, file, prismaFolder: 'prisma' })).rejects.toThrow(
      /There is a database in/,
    )
    expect(await allRows(location)).toEqual(before)
  })

  test('restores nothing if it is damaged, cut off or from a newer version', async () => {
    const { env } = await begin()
    const folder = await newFolder()
    const file = join(folder, 'one.backup')
    await writeBackup({ env, file, version: '9.9.9' })
    const whole = readFileSync(file)
    const lines = gunzipSync(whole).toString().trimEnd().split('\n')
    const packed = (changed: readonly string[]) => gzipSync(changed.map((line) => `${line}\n`).join(''))
    // A large backup is compressed in pieces, each a complete gzip member.
    const inPieces = (of: readonly string[]) => Buffer.concat([packed(of.slice(0, 9)), packed(of.slice(9))])
    const altered = lines.map((line) => line.replace('Ada Admin', 'Ida Admin'))
    const at = lines.findIndex((line) => line.includes('Ada Admin'))
    const newer = [...lines]
    newer[0] = (lines[0] ?? '').replace('"migrations":[', '"migrations":["29990101000000_later",')
    const cases: [string, Buffer, RegExp][] = [
      ['cut off', whole.subarray(0, whole.length - 200), /could not be restored|damaged/],
      ['cut off between two pieces', inPieces(lines.slice(0, -4)), /its end is missing/],
      ['without its end', packed(lines.slice(0, -1)), /its end is missing/],
      ['without a row', packed(lines.filter((_, place) => place !== at)), /rows of/],
      ['with another name', packed(altered), /checksum differs/],
      ['with more after its end', packed([...lines, '[]']), /something follows its end/],
      ['newer', packed(newer), /of a newer Purser, version 9\.9\.9/],
      ['none', Buffer.from('no backup'), /could not be restored/],
      ['another file', gzipSync('{"a":1}\n'), /no backup that this version/],
    ]
    for (const [name, bytes, why] of cases) {
      const bad = join(folder, `${name}.backup`)
      writeFileSync(bad, bytes)
      const data = await newFolder()
      const there = readEnv({ PURSER_DATA: data })
      await expect(restoreBackup({ env: there, file: bad, prismaFolder: 'prisma' }), name).rejects.toThrow(
        why,
      )
      expect(existsSync(join(data, 'purser.db')), name).toBe(false)
      expect(existsSync(join(data, 'purser.db.restoring')), name).toBe(false)
    }
    const data = await newFolder()
    const pieces = join(folder, 'pieces.backup')
    writeFileSync(pieces, inPieces(lines))
    await restoreBackup({ env: readEnv({ PURSER_DATA: data }), file: pieces, prismaFolder: 'prisma' })
  })

  test('leaves out the index of words; a restored database indexes its items again', async () => {
    const { env, team } = await begin()
    const itemAt = (at: number) => ({ ...oddItem(at), text: 'marmot' })
    await storeRun(team, 'words', 250, { itemAt })
    const isMine = () => Promise.resolve(true)
    for await (const _ of indexItems(team.admin, isMine));
    const file = join(await newFolder(), 'words.backup')
    await writeBackup({ env, file, version: '1' })
    expect(gunzipSync(readFileSync(file)).toString()).not.toContain('marmot')

    const folder = await newFolder()
    const place = await emptyPlace(engine, folder)
    await restoreBackup({ env: envOf(folder, place), file, prismaFolder: 'prisma' })
    const restored = openDb(place)
    onTestFinished(() => restored.$disconnect())
    const there = { ...team.admin, db: restored }
    const find = () => findItemsByWords(there, { words: 'marmot' }, { limit: 300 })
    expect(await find()).toMatchObject({ items: [], waiting: { pages: 3 } })
    for await (const _ of indexItems(there, isMine));
    expect((await find()).items).toHaveLength(250)
  })

  test('from a version without an index of words is restored, and the next start queues its pages', async () => {
    const place = await emptyPlace(engine, await newFolder())
    const older = (await listMigrations(migrationsFolder(engine, 'prisma'))).filter(
      (name) => name < '20261128140000',
    )
    await migrate(place, 'prisma', undefined, older)
    const target = await openCopyTarget(place)
    const table = target.tables.find(({ name }) => name === 'ResultPage')
    if (!table) throw new Error('There is no table of pages.')
    const page = { attemptId: 'a', teamId: 't', runId: 'r', pageNumber: '1', itemCount: '1', packed: '00' }
    const row: Readonly<Record<string, string>> = { ...page, news: '1', at: '1000' }
    await target.insert(table, [table.columns.map(({ name }) => row[name] ?? null)])
    await target.commit()
    await target.close()
    await migrate(place, 'prisma')
    const db = openDb(place)
    onTestFinished(() => db.$disconnect())
    expect(await db.unindexedPage.findMany()).toEqual([{ teamId: 't', at: new Date(1000), attemptId: 'a' }])
  })

  test('leaves nothing behind if the file cannot be written', async () => {
    const { env } = await begin()
    const folder = await newFolder()
    await expect(writeBackup({ env, file: join(folder, 'no', 'file'), version: '1' })).rejects.toThrow()
    expect(existsSync(join(folder, 'no'))).toBe(false)
  })
})
