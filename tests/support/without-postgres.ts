import type { TestProject } from 'vitest/node'
import { makeDatabaseTemplates } from './database-templates'

/** A global set-up for runs on SQLite alone. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const { templates, remove } = await makeDatabaseTemplates(null)
  project.provide('postgresAdminUrl', null)
  project.provide('databaseTemplates', templates)
  return remove
}
