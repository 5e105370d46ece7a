import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { type Db, openDb } from '../../lib/platform/db'
import { createLeakFinder } from '../support/leaks'
import { memoryFolder } from '../support/memory-folder'
import { sandboxControl } from '../support/sandbox-control'
import { type RunningServer, startSandboxProcess, startServer } from '../support/server'

/** A running Purser with its own data folder, and its database opened for inspection. */
export interface World {
  readonly server: RunningServer
  readonly db: Db
  readonly folder: string
  close(): Promise<void>
}

/** A world with its own sandbox process as the upstream, of which the test is the operator. */
export interface UpstreamWorld extends World {
  readonly operator: ReturnType<typeof sandboxControl>
  readonly upstreamUrl: string
}

/** Makes a folder in memory, so that nothing waits for a disk. Removes it if `start` fails. */
async function inNewFolder<T>(name: string, start: (folder: string) => Promise<T>) {
  const folder = await mkdtemp(join(memoryFolder(), name))
  const remove = () => rm(folder, { recursive: true, force: true })
  try {
    return { folder, started: await start(folder), remove }
  } catch (error) {
    await remove()
    throw error
  }
}

/** Starts a fresh Purser, on its built-in sandbox unless the settings say otherwise. */
export async function openWorld(env: Readonly<Record<string, string>> = {}): Promise<World> {
  const {
    folder,
    started: server,
    remove,
  } = await inNewFolder('purser-e2e-', (dataFolder) => startServer({ dataFolder, env }))
  const db = openDb({ engine: 'sqlite', file: join(folder, 'purser.db') })
  return {
    server,
    db,
    folder,
    async close() {
      await db.$disconnect()
      await server.stop()
      await remove()
    },
  }
}

/** Starts a fresh Purser on a separate sandbox process, started with these options. */
export async function openWorldWithUpstream(
  env: Readonly<Record<string, string>> = {},
  sandboxOptions: readonly string[] = [],
): Promise<UpstreamWorld> {
  const { started: upstream, remove } = await inNewFolder('purser-upstream-', (folder) =>
    startSandboxProcess(folder, sandboxOptions),
  )
  const closeUpstream = async () => {
    await upstream.stop()
    await remove()
  }
  try {
    const world = await openWorld({
      UPSTREAM_BASE_URL: upstream.baseUrl,
      UPSTREAM_PROVIDER: 'tests/support/sandbox-provider.json',
      ...env,
    })
    return {
      ...world,
      operator: sandboxControl(upstream.controlUrl),
      upstreamUrl: upstream.baseUrl,
      async close() {
        await world.close()
        await closeUpstream()
      },
    }
  } catch (error) {
    await closeUpstream()
    throw error
  }
}

/** Closes a test's page, then its Purser, so that no page logs a lost server. */
export async function closeAfter(page: Page, world: World | undefined): Promise<void> {
  await page.close()
  await world?.close()
}

/** Searches every file of a data folder for these keys. Returns what it finds. */
export async function leaksInFolder(folder: string, keys: readonly string[]): Promise<string[]> {
  const find = createLeakFinder(keys)
  const names = await readdir(folder, { recursive: true, withFileTypes: true })
  const files = names.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name))
  const found = await Promise.all(files.map(async (file) => find(file, await readFile(file))))
  return found.flat()
}
