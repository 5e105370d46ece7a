import { createHash } from 'node:crypto'
import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { createSandbox } from '@/lib/sandbox'
import { waitUntil } from '@/tests/support/wait-until'
import { createManualClock } from './manual-clock'
import { request, start, walletOf } from './start'

async function makeFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'sandbox-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  return join(folder, 'data')
}

describe('Persistence', () => {
  test('wallets, packs, keys, balances and counts survive a restart', async () => {
    const dataDir = await makeFolder()
    const started = await start({ dataDir, pack: 'Growth' })
    const dead = started.sandbox.operator.createKey(started.walletId).reveal()
    started.sandbox.operator.revokeByPrefix(dead.slice(0, 12))
    await started.get('/v1/users/ada/tweets')
    const before = started.sandbox.operator.state()
    await started.sandbox.close()

    const again = await createSandbox({ dataDir, clock: createManualClock() })
    onTestFinished(() => again.close())
    expect(again.operator.state()).toEqual(before)
    const { baseUrl } = await again.listen({ port: 0 })
    const statusOf = async (key: string) =>
      (await request(`${baseUrl}/v1/me`, { headers: { 'x-api-key': key } })).status
    expect([await statusOf(started.key), await statusOf(dead)]).toEqual([200, 401])
  })

  test('only the hash of a key is stored, in a file for its owner only', async () => {
    const dataDir = await makeFolder()
    const { sandbox, key } = await start({ dataDir })
    await sandbox.flush()
    const file = join(dataDir, 'sandbox.json')
    const text = await readFile(file, 'utf8')
    expect(text).not.toContain(key.slice(0, 13))
    expect(text).toContain(createHash('sha256').update(key).digest('hex'))
    expect((await stat(file)).mode & 0o777).toBe(0o600)
    expect((await stat(dataDir)).mode & 0o777).toBe(0o700)
    expect(await readdir(dataDir)).toEqual(['sandbox.json', 'sandbox.lock'])
    await sandbox.close()
    expect(await readdir(dataDir)).toEqual(['sandbox.json'])
  })

  test('a charge is written within 50 ms without any request', async () => {
    const dataDir = await makeFolder()
    const started = await start({ dataDir, balanceNano: 10_000_000_000n })
    await started.sandbox.flush()
    started.clock.advance(50)
    await started.get('/v1/users/ada/tweets')
    expect(walletOf(started).balanceNano).toBe(7_000_000_000n)
    started.clock.advance(50)
    await waitUntil(async () =>
      expect(await readFile(join(dataDir, 'sandbox.json'), 'utf8')).toContain('"balanceNano":"7000000000"'),
    )
  })

  test('without a folder nothing is written and everything works', async () => {
    const started = await start({ dataDir: null })
    expect((await started.get('/v1/me')).status).toBe(200)
    await expect(started.sandbox.flush()).resolves.toBeUndefined()
  })

  test('an invalid file stops the start', async () => {
    const dataDir = await makeFolder()
    const { sandbox } = await start({ dataDir })
    await sandbox.close()
    for (const text of ['', '{"version":3,"wallets":[]}', '{"version":2,"wallets":[{"id":1}]}', 'null']) {
      await writeFile(join(dataDir, 'sandbox.json'), text)
      await expect(createSandbox({ dataDir })).rejects.toThrow()
    }
  })

  test('a file of an earlier version, which counted in millionths of a credit, is read', async () => {
    const dataDir = await makeFolder()
    const wallet = { id: 'w', name: 'Old', balanceMicro: '7000001', purchases: [], keys: [] }
    await mkdir(dataDir, { recursive: true })
    await writeFile(join(dataDir, 'sandbox.json'), JSON.stringify({ version: 1, wallets: [wallet] }))
    const sandbox = await createSandbox({ dataDir })
    expect(sandbox.operator.state()).toMatchObject([{ id: 'w', balanceNano: 7_000_001_000n }])
    await sandbox.close()
  })

  test('if nothing can be written, flush says so, and writes once it can', async () => {
    const dataDir = await makeFolder()
    const { sandbox } = await start({ dataDir })
    await rm(dataDir, { recursive: true })
    await writeFile(dataDir, 'a file where the folder should be')
    await expect(sandbox.flush()).rejects.toThrow(/EEXIST|ENOTDIR/)
    await rm(dataDir)
    await sandbox.flush()
    expect(await readFile(join(dataDir, 'sandbox.json'), 'utf8')).toContain('"Tests"')
  })
})
