import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { readDeployment } from '@/lib/server/runtime/prepare'
import { defaultProvider } from '@/lib/upstream/client'

async function folderWith(files: Readonly<Record<string, string>>): Promise<(file: string) => string> {
  const folder = await mkdtemp(join(tmpdir(), 'purser-provider-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  for (const [file, text] of Object.entries(files)) await writeFile(join(folder, file), text)
  return (file) => join(folder, file)
}

test('an unusable provider file is refused with its own reason', async () => {
  const at = await folderWith({ 'bad.json': '{"price":', 'old.json': '{"searchPath":"/v1/find"}' })
  const read = (file: string) => readDeployment({ UPSTREAM_PROVIDER: at(file) })
  await expect(read('none.json')).rejects.toThrow(
    /There is no such file, and no ready provider of that name: .*socialdata.*x/,
  )
  await expect(read('.')).rejects.toThrow('It is a folder.')
  await expect(read('bad.json')).rejects.toThrow('It is not JSON.')
  await expect(read('old.json')).rejects.toThrow(
    "The provider's field searchPath cannot be used: there is no such field.",
  )
})

test('by default the service is the built-in sandbox, as in the interface document', async () => {
  const { provider, baseUrl, ready } = await readDeployment({})
  expect(provider).toEqual(defaultProvider)
  expect(baseUrl).toBeNull()
  expect(Object.keys(ready)).toEqual(
    expect.arrayContaining(['getxapi', 'socialdata', 'twitterapi.io', 'x', 'xquik']),
  )
})

test('a ready provider is chosen by name, and brings its address, which UPSTREAM_BASE_URL overrides', async () => {
  const named = await readDeployment({ UPSTREAM_PROVIDER: 'socialdata' })
  expect(named.provider).toEqual(named.ready.socialdata)
  expect(named.baseUrl).toBe('https://api.socialdata.tools')
  const fixed = await readDeployment({
    UPSTREAM_PROVIDER: 'socialdata',
    UPSTREAM_BASE_URL: 'http://127.0.0.1:1',
  })
  expect(fixed.baseUrl).toBe('http://127.0.0.1:1')
  expect(fixed.provider).toEqual(named.provider)
})

test('a file may name an address or leave it to UPSTREAM_BASE_URL', async () => {
  const at = await folderWith({
    'own.json': '\ufeff{"name":"Ours","baseUrl":"https://api.ours.test"}',
    'gaps.json': '{"search":{"path":"/v1/find"}}',
  })
  const own = await readDeployment({ UPSTREAM_PROVIDER: at('own.json') })
  expect([own.provider.name, own.baseUrl]).toEqual(['Ours', 'https://api.ours.test'])
  const gaps = await readDeployment({
    UPSTREAM_PROVIDER: at('gaps.json'),
    UPSTREAM_BASE_URL: 'https://b.test',
  })
  expect([gaps.provider.search.path, gaps.baseUrl]).toEqual(['/v1/find', 'https://b.test'])
})
