import { mkdir, mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { ensureSecret } from '@/lib/server/runtime/data-folder'

async function makeFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'purser-secrets-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  return folder
}

test('of many simultaneous starts one creates the secret, and all read it complete', async () => {
  const folder = await makeFolder()
  const secrets = await Promise.all(Array.from({ length: 50 }, () => ensureSecret(folder, 'auth-secret')))
  const [secret = ''] = secrets
  expect(Buffer.from(secret, 'base64')).toHaveLength(32)
  expect(new Set(secrets).size).toBe(1)
  expect(await readdir(folder)).toEqual(['auth-secret'])
  expect((await stat(join(folder, 'auth-secret'))).mode & 0o777).toBe(0o600)
})

test('an existing secret is kept', async () => {
  const folder = await makeFolder()
  const secret = 'kept'.repeat(8)
  await writeFile(join(folder, 'auth-secret'), `${secret}\n`)
  expect(await ensureSecret(folder, 'auth-secret')).toBe(secret)
})

test('a file with half a secret, or one that cannot be read, is named in a sentence', async () => {
  const folder = await makeFolder()
  for (const text of ['', 'A', '\n']) {
    await writeFile(join(folder, 'half'), text)
    await expect(ensureSecret(folder, 'half')).rejects.toThrow(
      /file .*half holds no whole secret\. Remove it/,
    )
  }
  await mkdir(join(folder, 'folder'))
  await expect(ensureSecret(folder, 'folder')).rejects.toThrow(/file .*folder cannot be made or read/)
})
