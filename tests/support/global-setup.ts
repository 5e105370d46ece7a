import type { TestProject } from 'vitest/node'
import { processWide } from '@/lib/platform/process'
import { startPostgres } from './postgres'

declare module 'vitest' {
  export interface ProvidedContext {
    /** A superuser's URL of this run's PostgreSQL; null where there is none. */
    postgresAdminUrl: string | null
  }
}

/** Several test projects ask for the server; the first starts it and the last to finish stops it. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const shared = processWide('test-postgres', () => ({ users: 0, server: startPostgres() }))
  shared.users++
  const server = await shared.server
  project.provide('postgresAdminUrl', server?.adminUrl ?? null)
  return async () => {
    shared.users--
    if (shared.users === 0) await server?.stop()
  }
}
