import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { readContractFile } from '@/lib/server/runtime/contract-file'

test('a contract file that brings nothing is refused with its own reason', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'purser-contract-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  await writeFile(join(folder, 'bad.json'), '{"price":')
  await expect(readContractFile(join(folder, 'none.json'))).rejects.toThrow('There is no such file.')
  await expect(readContractFile(folder)).rejects.toThrow('It is a folder.')
  await expect(readContractFile(join(folder, 'bad.json'))).rejects.toThrow('It is not JSON.')
})
