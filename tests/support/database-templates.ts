import { mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import { migrate } from '@/lib/platform/db'
import { memoryFolder } from './memory-folder'

/** Migrated, empty databases: a test copies one, which costs much less than six migrations. */
export interface DatabaseTemplates {
  /** A file of SQLite. */
  readonly sqlite: string
  /** The name of a database of PostgreSQL; null where there is no server. */
  readonly postgres: string | null
}

const POSTGRES_TEMPLATE = 'purser_template'

/** Makes a template of each engine that this run has; `remove` deletes the file, the server's goes with the server. */
export async function makeDatabaseTemplates(
  postgresAdminUrl: string | null,
): Promise<{ templates: DatabaseTemplates; remove(): Promise<void> }> {
  const folder = await mkdtemp(join(memoryFolder(), 'purser-template-'))
  const sqlite = join(folder, 'purser.db')
  await migrate({ engine: 'sqlite', file: sqlite }, 'prisma')
  if (postgresAdminUrl) await migrateTemplate(postgresAdminUrl)
  return {
    templates: { sqlite, postgres: postgresAdminUrl ? POSTGRES_TEMPLATE : null },
    remove: () => rm(folder, { recursive: true, force: true }),
  }
}

async function migrateTemplate(adminUrl: string): Promise<void> {
  await asAdmin(adminUrl, `CREATE DATABASE "${POSTGRES_TEMPLATE}"`)
  await migrate({ engine: 'postgres', url: urlOf(adminUrl, POSTGRES_TEMPLATE) }, 'prisma')
}

/** The same server's URL with another database. */
export function urlOf(adminUrl: string, database: string): string {
  const url = new URL(adminUrl)
  url.pathname = database
  return url.href
}

/** Runs one statement as the server's superuser. */
export async function asAdmin(url: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}
