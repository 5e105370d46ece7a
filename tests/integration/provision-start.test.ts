import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { createWorkerRuntime, prepareServer } from '@/lib/server/runtime'
import { memoryFolder } from '@/tests/support/memory-folder'

test('a start with PURSER_PROVISION creates everything in the file before it serves, and a mistake stops it', async () => {
  const folder = await mkdtemp(join(memoryFolder(), 'purser-start-'))
  const file = join(folder, 'provision.json')
  const people = [{ email: 'ada@example.org', name: 'Ada', isInstallationAdmin: true }]
  const members = [{ email: 'ada@example.org', role: 'admin' }]
  const team = { name: 'Acme', timeZone: 'Europe/Berlin', members, wallets: [{ name: 'Main' }] }
  await writeFile(file, JSON.stringify({ people, teams: [team] }))
  const settings = { PURSER_DATA: folder, PURSER_PROVISION: file, LOG_LEVEL: 'silent' }
  const { env, hold } = await prepareServer(settings, 'prisma')
  const runtime = await createWorkerRuntime(env)
  expect(await runtime.db.wallet.findMany({ select: { name: true } })).toEqual([{ name: 'Main' }])
  await runtime.close()
  await writeFile(file, JSON.stringify({ people, teams: [{ ...team, colour: 'red' }] }))
  await expect(createWorkerRuntime(env)).rejects.toThrow(/PURSER_PROVISION.* \/teams\/0\/colour: /)
  await hold?.release()
  await rm(folder, { recursive: true, force: true })
})
