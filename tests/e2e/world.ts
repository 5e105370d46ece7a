import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { type Db, openDb } from '../../lib/platform/db'
import { createLeakFinder } from '../support/leaks'
import { sandboxControl } from '../support/sandbox-control'
import { type RunningServer, startSandboxProcess, startServer } from '../support/server'
import { FOUNDER, foundTeam, type TeamClient } from '../support/story'

/** A Purser with a data folder of its own, and its database opened for looking. */
export interface World {
  readonly server: RunningServer
  readonly db: Db
  readonly folder: string
  close(): Promise<void>
}

/** A fresh Purser; on its built-in sandbox unless the settings say otherwise. */
export async function openWorld(env: Readonly<Record<string, string>> = {}): Promise<World> {
  const folder = await mkdtemp(join(tmpdir(), 'purser-e2e-'))
  const server = await startServer({ dataFolder: folder, env })
  const db = openDb({ engine: 'sqlite', file: join(folder, 'purser.db') })
  return {
    server,
    db,
    folder,
    async close() {
      await db.$disconnect()
      await server.stop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/** Ends a test's page, then its Purser: in this order no page complains that its server is gone. */
export async function closeAfter(page: Page, world: World | undefined): Promise<void> {
  await page.close()
  await world?.close()
}

/** The same against a sandbox that runs as a service of its own, whose operator the test is. */
export async function openWorldWithUpstream(env: Readonly<Record<string, string>> = {}) {
  const upstreamFolder = await mkdtemp(join(tmpdir(), 'purser-upstream-'))
  const upstream = await startSandboxProcess(upstreamFolder)
  const world = await openWorld({
    UPSTREAM_BASE_URL: upstream.baseUrl,
    UPSTREAM_CONTRACT: 'tests/support/sandbox-contract.json',
    ...env,
  })
  return {
    ...world,
    operator: sandboxControl(upstream.controlUrl),
    upstreamUrl: upstream.baseUrl,
    async close() {
      await world.close()
      await upstream.stop()
      await rm(upstreamFolder, { recursive: true, force: true })
    },
  }
}

/** Whatever of these keys lies readable in a data folder: every file of it is searched. */
export async function leaksInFolder(folder: string, keys: readonly string[]): Promise<string[]> {
  const find = createLeakFinder(keys)
  const names = await readdir(folder, { recursive: true, withFileTypes: true })
  const files = names.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name))
  const found = await Promise.all(files.map(async (file) => find(file, await readFile(file))))
  return found.flat()
}

/** Signs a person in by hand, who then stands on the page that he asked for. */
export async function signIn(page: Page, baseUrl: string, email: string, path: string): Promise<void> {
  await page.goto(`${baseUrl}/sign-in?callbackUrl=${path}`)
  await page.getByLabel('E-mail address').fill(email)
  await page.getByLabel(/^Password/).fill(FOUNDER.password)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.waitForURL(baseUrl + path)
}

/** Founds a team whose one key draws on a new wallet of the world's upstream; answers its admin and that wallet. */
export async function foundTeamWithKey(
  { server, db, operator }: Awaited<ReturnType<typeof openWorldWithUpstream>>,
  walletName: string,
): Promise<{ readonly admin: TeamClient; readonly sandboxWallet: string }> {
  const admin = await foundTeam(server.baseUrl)
  const sandboxWallet = await operator.createWallet({ name: walletName, balance: '100000', pack: 'Growth' })
  const key = await operator.createKey(sandboxWallet)
  const walletId = await admin.makeId('wallets/createWalletAction', { name: 'Main' })
  const { id: environmentId } = await db.environment.findFirstOrThrow()
  await admin.makeId('keys/addKeyAction', { key, walletId, environmentId })
  return { admin, sandboxWallet }
}
