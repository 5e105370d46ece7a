import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { type Db, openDb } from '../../lib/platform/db'
import { createLeakFinder } from '../support/leaks'
import { memoryFolder } from '../support/memory-folder'
import { sandboxControl } from '../support/sandbox-control'
import { type RunningServer, startSandboxProcess, startServer } from '../support/server'

/** A Purser with a data folder of its own, and its database opened for looking. */
export interface World {
  readonly server: RunningServer
  readonly db: Db
  readonly folder: string
  close(): Promise<void>
}

/** A world whose upstream is a sandbox process of its own; the test is its operator. */
export interface UpstreamWorld extends World {
  readonly operator: ReturnType<typeof sandboxControl>
  readonly upstreamUrl: string
}

/** Makes a folder where nothing waits for a disk; it is removed if what needs it cannot start. */
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

/** A fresh Purser; on its built-in sandbox unless the settings say otherwise. */
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

/** The same against a sandbox that runs as a service of its own, started with these options. */
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

/** Ends a test's page, then its Purser: in this order no page complains that its server is gone. */
export async function closeAfter(page: Page, world: World | undefined): Promise<void> {
  await page.close()
  await world?.close()
}

/** Whatever of these keys lies readable in a data folder: every file of it is searched. */
export async function leaksInFolder(folder: string, keys: readonly string[]): Promise<string[]> {
  const find = createLeakFinder(keys)
  const names = await readdir(folder, { recursive: true, withFileTypes: true })
  const files = names.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name))
  const found = await Promise.all(files.map(async (file) => find(file, await readFile(file))))
  return found.flat()
}
