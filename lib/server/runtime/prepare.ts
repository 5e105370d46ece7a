import { AppError } from '@/lib/kernel'
import { dbLocation, type FileHold, openDb } from '@/lib/platform/db'
import { type Env, parseEnv } from '@/lib/platform/settings'
import { ensureDataFolder, ensureSecret } from './data-folder'
import { readDeployment } from './deployment-provider'
import { holdDataFolder } from './hold-data-folder'
import { openVault } from './master-key'
import { migrateAlone } from './migrate-alone'

/** Reads the settings. Throws one sentence that names the first bad one. */
export function readEnv(source: Record<string, string | undefined>): Env {
  const env = parseEnv(source)
  if ('problem' in env) throw new AppError('unavailable', env.problem)
  return env
}

export interface Prepared {
  readonly env: Env
  readonly nextAuthSecret: string
  readonly migrated: readonly string[]
  /** The data folder's hold by this process; null on PostgreSQL, which several instances may share. */
  readonly hold: FileHold | null
}

/**
 * Prepares everything that a server needs before it listens, and finds what would stop it: data folder, secrets,
 * provider, schema, master key. On SQLite this process then holds the data folder until it ends. Throws a message for
 * the operator.
 */
export async function prepare(
  source: Record<string, string | undefined>,
  prismaFolder: string,
): Promise<Prepared> {
  const env = readEnv(source)
  await ensureDataFolder(env.PURSER_DATA)
  const nextAuthSecret = env.NEXTAUTH_SECRET ?? (await ensureSecret(env.PURSER_DATA, 'auth-secret'))
  await readDeployment(env)
  const location = dbLocation(env)
  // Comes before the migrations, because another version's Purser may still use the file.
  const hold = location.engine === 'sqlite' ? await holdDataFolder(env.PURSER_DATA) : null
  const migrated = await migrateAlone(location, prismaFolder).catch((cause) => {
    const where = location.engine === 'sqlite' ? `file ${location.file}` : 'that DATABASE_URL names'
    const why = cause instanceof Error ? cause.message : String(cause)
    throw new AppError('unavailable', `The database ${where} cannot be used: ${why}`, {}, { cause })
  })
  const db = openDb(location)
  try {
    await openVault(env, db)
  } finally {
    await db.$disconnect()
  }
  return { env, nextAuthSecret, migrated, hold }
}
