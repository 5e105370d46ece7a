import type { TestProject } from 'vitest/node'
import { processSingleton } from '@/lib/platform/process'
import { type DatabaseTemplates, makeDatabaseTemplates } from './database-templates'
import { memoryFolder } from './memory-folder'
import { startPostgres } from './postgres'

declare module 'vitest' {
  export interface ProvidedContext {
    /** A superuser's URL of this run's PostgreSQL; null where there is none. */
    postgresAdminUrl: string | null
    databaseTemplates: DatabaseTemplates
  }
}

/** What shared memory can hold beside the databases of the tests that run at once. */
const LOG_MEGABYTES = 128

async function start() {
  // Hundreds of databases are made of hundreds of files each, and removed: on a disk that costs more than the tests do.
  const server = await startPostgres({ folder: memoryFolder(), logMegabytes: LOG_MEGABYTES })
  const adminUrl = server?.adminUrl ?? null
  const { templates, remove } = await makeDatabaseTemplates(adminUrl)
  const stop = async () => {
    await remove()
    await server?.stop()
  }
  return { adminUrl, templates, stop }
}

/** Several test projects ask for the server and the templates; the first makes them and the last removes them. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const shared = processSingleton('test-databases', () => ({ users: 0, started: start() }))
  shared.users++
  const { adminUrl, templates, stop } = await shared.started
  project.provide('postgresAdminUrl', adminUrl)
  project.provide('databaseTemplates', templates)
  return async () => {
    shared.users--
    if (shared.users === 0) await stop()
  }
}
