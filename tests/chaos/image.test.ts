import { chmodSync, chownSync, lstatSync, readdirSync, readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Browser, chromium } from '@playwright/test'
import { afterAll, describe, expect, test } from 'vitest'
import { findChromium } from '@/lib/server/build/find-chromium'
import { contextFiles, readDockerfile, runDockerfile } from '@/tests/support/dockerfile'
import { freePort, startServer } from '@/tests/support/server'
import { FOUNDER } from '@/tests/support/story'

const steps = readDockerfile(readFileSync('Dockerfile', 'utf8'))
const textsOf = (name: string) => steps.filter((step) => step.name === name).map(({ text }) => text)

test('the Dockerfile copies existing files, and ends as a user other than root', () => {
  const context = contextFiles()
  const copied = textsOf('COPY')
    .filter((text) => !text.startsWith('--from'))
    .flatMap((text) => text.split(' ').slice(0, -1))
  for (const path of copied.filter((name) => name !== '.'))
    expect(
      context.some((file) => file === path || file.startsWith(`${path}/`)),
      path,
    ).toBe(true)
  expect(textsOf('USER')).toEqual(['node'])
  expect(textsOf('HEALTHCHECK')).toHaveLength(1)
  expect(textsOf('FROM').at(-1)).not.toContain(' AS ')
})

test('no setting, secret or data in the folder reaches an image layer', () => {
  const ignore = readFileSync('.dockerignore', 'utf8').split('\n')
  for (const name of [
    '.env',
    '.purser',
    '.git',
    'node_modules',
    '**/master.key',
    '**/auth-secret',
    '**/*.db',
  ])
    expect(ignore).toContain(name)
  expect(contextFiles().filter((path) => /^(tests|docs)\//.test(path))).toEqual([])
})

const asNobody = process.getuid?.() === 0 ? 65_534 : null
const NOT_IN_THE_IMAGE =
  /^(tsx|typescript|esbuild|prisma|vitest|knip|@biomejs\/.*|@swc\/core|@playwright\/.*|@types\/.*|@stryker-mutator\/.*)$/

// Only in `npm run test:long -- image`, because installing and building in a clean folder takes minutes.
describe.runIf(process.env.IMAGE)('the image, built by its Dockerfile’s steps in a clean folder', () => {
  const folders: string[] = []
  let browser: Browser | undefined
  afterAll(async () => {
    await browser?.close()
    for (const folder of folders) await rm(folder, { recursive: true, force: true })
  })
  const newFolder = async () => {
    const folder = await mkdtemp(join(tmpdir(), 'purser-image-'))
    folders.push(folder)
    chmodSync(folder, 0o755)
    return folder
  }

  test('contains no compiler, runs as nobody on read-only files, and accepts a form submitted from a tab of another build', async () => {
    const root = await newFolder()
    // Another build, with different sources, including a file of actions.
    const changed = { 'app/(public)/setup/actions.ts': '\n// The next version.\n' }
    runDockerfile(steps, root, changed)
    const image = join(root, 'purser')
    const packages = packagesIn(image)
    expect(packages.filter((name) => NOT_IN_THE_IMAGE.test(name))).toEqual([])
    expect(packages).toContain('next')
    console.log(`Node ${process.version}: the image’s folder has ${(weigh(image) / 1e6).toFixed(1)} MB.`)

    const dataFolder = await newFolder()
    const port = await freePort()
    const before = await startServer({ dataFolder, port })
    browser = await chromium.launch({
      ...(findChromium()?.path ? { executablePath: findChromium()?.path ?? '' } : {}),
      args: asNobody === null ? [] : ['--no-sandbox'],
    })
    const tab = await browser.newPage()
    await tab.goto(`${before.baseUrl}/setup`)
    await tab.getByLabel(/^Your name/).fill(FOUNDER.name)
    const deploymentOf = async (base: string) =>
      /data-dpl-id="(\w+)"/.exec(await (await fetch(`${base}/setup`)).text())?.[1]
    const first = await deploymentOf(before.baseUrl)
    await before.stop()

    if (asNobody !== null) giveTo(dataFolder, asNobody)
    const after = await startServer({
      dataFolder,
      port,
      script: join(image, 'purser.mjs'),
      ...(asNobody === null ? {} : { uid: asNobody }),
    })
    expect((await fetch(`${after.baseUrl}/api/health`)).status).toBe(200)
    const second = await deploymentOf(after.baseUrl)
    expect(first).toMatch(/^\w{20}$/)
    expect(second).toMatch(/^\w{20}$/)
    expect(second).not.toBe(first)
    await tab.getByLabel(/^E-mail/).fill(FOUNDER.email)
    await tab.getByLabel(/^Password/).fill(FOUNDER.password)
    await tab.getByRole('button', { name: 'Create account' }).click()
    await tab.getByText('Create your team').waitFor({ timeout: 20_000 })
    expect(await after.stop()).toBe(0)
  }, 1_800_000)
})

function packagesIn(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' }).flatMap(
    (path) => /(?:^|\/)node_modules\/((?:@[^/]+\/)?[^/@][^/]*)$/.exec(path)?.[1] ?? [],
  )
}

function weigh(path: string): number {
  const { size } = lstatSync(path)
  if (!lstatSync(path).isDirectory()) return size
  return readdirSync(path).reduce((sum, name) => sum + weigh(join(path, name)), 0)
}

function giveTo(folder: string, user: number): void {
  chownSync(folder, user, user)
  for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' }))
    chownSync(join(folder, name), user, user)
}
