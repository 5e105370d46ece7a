import { mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import { migrate } from '@/lib/platform/db'
import { memoryFolder } from './memory-folder'

/** Migrated, empty databases: copying one costs much less than six migrations. */
export interface DatabaseTemplates {
  /** A SQLite file. */
  readonly sqlite: string
  /** PostgreSQL databases; null without a server. */
  readonly postgres: PostgresTemplates | null
}

interface PostgresTemplates {
  /** Name of the migrated template. */
  readonly migrated: string
  /** Clause of CREATE DATABASE that chooses how a template is copied. */
  readonly strategy: string
}

const POSTGRES_TEMPLATE = 'purser_template'
/** First version that has two ways to copy; by default it copies through its write-ahead log. */
const FIRST_WITH_STRATEGIES = 150_000

/**
 * Creates a template for each engine of this run. `remove` deletes the file; the server's templates go with the
 * server.
 */
export async function makeDatabaseTemplates(
  postgresAdminUrl: string | null,
): Promise<{ templates: DatabaseTemplates; remove(): Promise<void> }> {
  const folder = await mkdtemp(join(memoryFolder(), 'purser-template-'))
  const sqlite = join(folder, 'purser.db')
  await migrate({ engine: 'sqlite', file: sqlite }, 'prisma')
  const postgres = postgresAdminUrl ? await migrateTemplate(postgresAdminUrl) : null
  return {
    templates: { sqlite, postgres },
    remove: () => rm(folder, { recursive: true, force: true }),
  }
}

async function migrateTemplate(adminUrl: string): Promise<PostgresTemplates> {
  const { rows } = await asAdmin(adminUrl, 'SHOW server_version_num')
  await asAdmin(adminUrl, `CREATE DATABASE "${POSTGRES_TEMPLATE}"`)
  await migrate({ engine: 'postgres', url: urlOf(adminUrl, POSTGRES_TEMPLATE) }, 'prisma')
  // Copying the files takes less than half the processor time.
  const strategy = Number(rows[0]?.server_version_num) >= FIRST_WITH_STRATEGIES ? 'STRATEGY FILE_COPY' : ''
  return { migrated: POSTGRES_TEMPLATE, strategy }
}

/** Returns the same server's URL with another database. */
export function urlOf(adminUrl: string, database: string): string {
  const url = new URL(adminUrl)
  url.pathname = database
  return url.href
}

/** Runs one statement as the server's superuser. */
export async function asAdmin(url: string, statement: string): Promise<pg.QueryResult> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return await client.query(statement)
  } finally {
    await client.end()
  }
}
