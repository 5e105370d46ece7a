import { mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { modulesInBrowser } from './in-browser'

/** Modules that no browser may load through the kernel: the validator, and Node's modules. */
const SERVER_ONLY = /node_modules\/(zod|luxon|pino|undici)\/|browser-external|node:/

const serverOnlyOf = async (root: string, file: string): Promise<string[]> =>
  (await modulesInBrowser(root, file)).filter((module) => SERVER_ONLY.test(module))

test('a browser that loads the kernel loads no validator and no Node module', async () => {
  const modules = await modulesInBrowser(process.cwd(), '/lib/kernel/index.ts')
  expect(modules.filter((module) => SERVER_ONLY.test(module))).toEqual([])
  const ours = modules.filter((module) => module.includes('/lib/kernel/'))
  expect(ours.length).toBeGreaterThan(6)
  expect(modules.some((module) => module.includes('/node_modules/uuid/dist/'))).toBe(true)
})

test('finds a kernel that imports zod through another file, or a Node module', async () => {
  const root = await mkdtemp(join(tmpdir(), 'in-browser-'))
  try {
    await symlink(join(process.cwd(), 'node_modules'), join(root, 'node_modules'))
    await writeFile(join(root, 'index.ts'), `export * from './deep'`)
    await writeFile(
      join(root, 'deep.ts'),
      `import { join } from 'node:path'\nimport { z } from 'zod'\nexport const a = z.string().parse(join('a'))`,
    )
    const found = await serverOnlyOf(root, '/index.ts')
    expect(found).toContainEqual(expect.stringContaining('/zod/'))
    expect(found).toContainEqual(expect.stringMatching(/node:path|browser-external/))
  } finally {
    await rm(root, { recursive: true, force: true })
  }
})
