import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { readProviderFile } from '@/lib/server/runtime/provider-file'

test('a provider file that brings nothing is refused with its own reason', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'purser-provider-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  await writeFile(join(folder, 'bad.json'), '{"price":')
  await expect(readProviderFile(join(folder, 'none.json'))).rejects.toThrow('There is no such file.')
  await expect(readProviderFile(folder)).rejects.toThrow('It is a folder.')
  await expect(readProviderFile(join(folder, 'bad.json'))).rejects.toThrow('It is not JSON.')
})
