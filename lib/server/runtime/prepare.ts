import { readFile } from 'node:fs/promises'
import { AppError, type Clock, removeByteOrderMark, systemClock } from '@/lib/kernel'
import { type DbLocation, type FileHold, migrate, openDb, resolveDbLocation } from '@/lib/platform/db'
import type { MailServer } from '@/lib/platform/mail'
import { type Env, parseEnv } from '@/lib/platform/settings'
import { isAnyLiveDuringMigration } from '@/lib/server/instances'
import { defaultProvider, type Provider, readProvider } from '@/lib/upstream/client'
import { type DeploymentServices, readReadyProviders } from '@/lib/upstream/providers'
import { ensureDataFolder, ensureSecret, lockDataFolder } from './data-folder'
import { openVault } from './master-key'

/** Reads the settings. Throws one sentence that names the first bad one. */
export function readEnv(source: Record<string, string | undefined>): Env {
  const env = parseEnv(source)
  if ('problem' in env) throw new AppError('unavailable', env.problem)
  return env
}

export interface PreparedServer {
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
export async function prepareServer(
  source: Record<string, string | undefined>,
  prismaFolder: string,
): Promise<PreparedServer> {
  const env = readEnv(source)
  await ensureDataFolder(env.PURSER_DATA)
  const nextAuthSecret = env.NEXTAUTH_SECRET ?? (await ensureSecret(env.PURSER_DATA, 'auth-secret'))
  await readDeployment(env)
  const location = resolveDbLocation(env)
  // Comes before the migrations, because another version's Purser may still use the file.
  const hold = location.engine === 'sqlite' ? await lockDataFolder(env.PURSER_DATA) : null
  const migrated = await migrateExclusively(location, prismaFolder).catch((cause) => {
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

/** The deployment's service: its provider, its address, and the ready providers that teams may choose. */
export interface Deployment {
  readonly provider: Provider
  readonly ready: DeploymentServices['ready']
  /** Name of a ready provider; absent for any other. */
  readonly id: string | undefined
  /** Null: the built-in sandbox. */
  readonly baseUrl: string | null
}

/**
 * Reads the provider that UPSTREAM_PROVIDER names: a ready provider, or the path of a JSON file; if unset, the
 * interface document. UPSTREAM_BASE_URL overrides its address. Throws a message for the operator.
 */
export async function readDeployment({
  UPSTREAM_PROVIDER: named,
  UPSTREAM_BASE_URL: fixed,
}: Pick<Env, 'UPSTREAM_PROVIDER' | 'UPSTREAM_BASE_URL'>): Promise<Deployment> {
  const ready = await readReadyProviders()
  const provider =
    named === undefined ? defaultProvider : (ready[named] ?? (await readFileOf(named, Object.keys(ready))))
  const id = named !== undefined && Object.hasOwn(ready, named) ? named : undefined
  return { provider, ready, id, baseUrl: fixed ?? provider.baseUrl }
}

async function readFileOf(file: string, names: readonly string[]): Promise<Provider> {
  try {
    const text = await readFile(file, 'utf8')
    return readProvider(JSON.parse(removeByteOrderMark(text)))
  } catch (cause) {
    const why = cause instanceof AppError ? cause.message : whyUnread(cause, names)
    throw new AppError(
      'unavailable',
      `The provider file ${file} (UPSTREAM_PROVIDER) cannot be used. ${why}`,
      {},
      { cause },
    )
  }
}

/** Says what to do about a file from which no provider can be read. */
function whyUnread(cause: unknown, names: readonly string[]): string {
  const code = cause instanceof Error && 'code' in cause ? cause.code : null
  if (code === 'ENOENT')
    return `There is no such file, and no ready provider of that name: ${names.join(', ')}. Correct it, or leave the setting out.`
  if (code === 'EACCES' || code === 'EPERM') return 'Purser may not read it. Change its permissions.'
  if (code === 'EISDIR') return 'It is a folder. Name the file in it.'
  return code === null ? 'It is not JSON. Correct it, or leave the setting out.' : 'It cannot be read.'
}

/** Longer than the time for which a killed process counts as living. */
const PATIENCE_MS = 75_000
const PAUSE_MS = 1000

interface AloneOptions {
  readonly clock?: Clock
  readonly patienceMs?: number
  /** Reports to the operator. */
  reportLine?(line: string): void
}

const CHANGES =
  'The database is brought up to date. This takes seconds, or minutes with millions of pages: please wait.'
const WAITS =
  'Another Purser of another version uses the database. Waiting for its end, up to a minute for one that was killed.'
const STAYS =
  'Another Purser of another version uses it, and would go on writing what it knows. Nothing was changed. Stop all instances before an update; one that was killed counts for a minute.'

/**
 * Brings the schema up to date while no other instance runs: one of another version would write into changed tables,
 * and this version's counts would miss its pages. Waits for others to end. On SQLite the hold of the data folder
 * already ensures that. Throws a message for the operator.
 */
export async function migrateExclusively(
  location: DbLocation,
  prismaFolder: string,
  { clock = systemClock, patienceMs = PATIENCE_MS, reportLine = console.log }: AloneOptions = {},
): Promise<string[]> {
  const since = clock.monotonic()
  for (let tries = 1; ; tries++) {
    const done = await migrate(location, prismaFolder, async (ask) => {
      if (location.engine === 'postgres' && (await isAnyLiveDuringMigration(ask))) throw new OthersLive()
      reportLine(CHANGES)
    }).catch((error: unknown) => {
      if (error instanceof OthersLive) return null
      throw error
    })
    if (done) return done
    if (clock.monotonic() - since >= patienceMs) throw new AppError('unavailable', STAYS)
    if (tries === 1) reportLine(WAITS)
    await clock.sleep(PAUSE_MS)
  }
}

class OthersLive extends Error {
  override readonly name = 'OthersLive'
}

const DEFAULT_FROM = 'Purser <purser@localhost>'

/** Returns Purser's own address for links. It is never taken from a request, which may name any host. */
export const purserUrlOf = ({ NEXTAUTH_URL, PORT }: Env): string => NEXTAUTH_URL ?? `http://localhost:${PORT}`

/** Returns the mail server of the settings; null if none is set. */
export const mailServerOf = (env: Env): MailServer | null =>
  env.SMTP_URL
    ? { url: env.SMTP_URL, from: env.MAIL_FROM ?? DEFAULT_FROM, purserUrl: purserUrlOf(env) }
    : null
