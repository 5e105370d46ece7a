import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { loadEnv } from '@/lib/server/cli/load-env'

test('every setting in .env is read, even the first after a byte order mark; the environment takes precedence', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'purser-env-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const text = '\ufeffPURSER_FIRST=a b\n# PURSER_NONE=1\nPURSER_SECOND="c"\nPURSER_THIRD=d\n'
  await writeFile(join(folder, '.env'), text)
  for (const name of ['PURSER_FIRST', 'PURSER_SECOND']) vi.stubEnv(name, undefined)
  vi.stubEnv('PURSER_THIRD', 'mine')
  onTestFinished(() => void vi.unstubAllEnvs())
  loadEnv(join(folder, '.env'))
  const { PURSER_FIRST, PURSER_SECOND, PURSER_THIRD, PURSER_NONE } = process.env
  expect([PURSER_FIRST, PURSER_SECOND, PURSER_THIRD, PURSER_NONE]).toEqual(['a b', 'c', 'mine', undefined])
})

test('without the file no setting is read', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'purser-env-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  expect(() => loadEnv(join(folder, '.env'))).not.toThrow()
})
