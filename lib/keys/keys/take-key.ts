import { AppError, conflict, type Secret, SYSTEM } from '@/lib/kernel'
import { createCache } from '@/lib/platform/cache'
import type { TeamCtx } from '@/lib/platform/db'
import type { Pacer, Pacers } from '@/lib/upstream/pacing'
import type { TeamUpstream } from '@/lib/upstream/providers'
import { createSingleFlight, NO_REFERENCE_SOURCES, type UpstreamAccess } from './access'
import { resolveKeyRate } from './key-rate'
import { toNewSecret } from './new-secret'
import { readReference } from './reference'
import { checkAndReplaceKey } from './replace-key'
import { getStoredKey, keyPacer, keyServiceId, openKey, replacedAtMs, type StoredKey } from './stored-key'

/** A key ready for use: its row, its text, which is only to be sent, and the queue of its calls. */
export interface ReadyKey {
  readonly row: StoredKey
  readonly secret: Secret
  readonly pacer: Pacer
}

/** Time for which the text of a file or variable is cached. */
const READ_MS = 1000

/** Replacements under way, by key and text. Calls that see another text at once share one. */
const shareReplacement = createSingleFlight<StoredKey>()
const texts = new WeakMap<Pacers, ReturnType<typeof createCache<Promise<string>>>>()

/**
 * Returns a stored key, ready to be sent with. A row that is older than a replacement is read again. If the key lies
 * outside of the database and its text has changed, that counts as a replacement. Throws `conflict` with a sentence if
 * it cannot be read, and `unavailable` if it cannot be opened.
 */
export async function loadKeyForUse(
  ctx: TeamCtx,
  access: UpstreamAccess,
  found: StoredKey,
  called: CalledService,
): Promise<ReadyKey> {
  const isOld = replacedAtMs(found) < access.pacers.sinceOf(found.id)
  const row = atProvidersRate(isOld ? await getStoredKey(ctx, found.id) : found, called)
  requireOwnService(access, called, row)
  if (row.reference === null) return { row, secret: openKey(access, row), pacer: keyPacer(access, row) }
  const text = await readShared(ctx, access, row, row.reference)
  const read = inWords(row.reference, () => toNewSecret(access, called.provider, text, row.reference))
  if (read.keyRef === row.keyRef) return { row, secret: read.secret, pacer: keyPacer(access, row) }
  const adopted = await shareReplacement(access.pacers, `${row.id} ${read.keyRef}`, () =>
    adopt(ctx, access, row, read),
  )
  return { row: adopted, secret: read.secret, pacer: keyPacer(access, adopted) }
}

/** The service to which a key is about to be sent; the team may have chosen another meanwhile. */
type CalledService = Pick<TeamUpstream, 'id' | 'provider'>

/**
 * Throws `conflict` unless the key belongs to the service: a key is a secret between the team and one service, and is
 * sent to no other.
 */
function requireOwnService(
  { upstreams }: UpstreamAccess,
  { id, provider }: CalledService,
  row: StoredKey,
): void {
  if (keyServiceId(row, upstreams) === id) return
  throw conflict(
    `This key was added for another service than ${provider.name}, and is sent nowhere else. Add a key of ${provider.name}, or choose the key’s own service under Settings, Provider.`,
  )
}

/** Applies the limit that the provider states for all keys, which may have changed since the key was asked about. */
const atProvidersRate = (row: StoredKey, { provider }: CalledService): StoredKey =>
  row.rateSource === 'provider' || row.rateSource === 'unknown'
    ? { ...row, ...resolveKeyRate(provider, null) }
    : row

/**
 * Returns why a key that lies outside of the database cannot be used, in a sentence; null if it can, or is stored
 * sealed.
 */
export async function findReferenceProblem(
  ctx: TeamCtx,
  access: UpstreamAccess,
  keyId: string,
): Promise<string | null> {
  const row = await getStoredKey(ctx, keyId)
  if (row.reference === null) return null
  const { reference } = row
  try {
    const text = await readReference(ctx.team, reference, access.places ?? NO_REFERENCE_SOURCES)
    const { provider } = await access.upstreams.for(ctx)
    inWords(reference, () => toNewSecret(access, provider, text, reference))
    return null
  } catch (error) {
    if (error instanceof AppError) return error.message
    throw error
  }
}

function readShared(
  ctx: TeamCtx,
  access: UpstreamAccess,
  row: StoredKey,
  reference: string,
): Promise<string> {
  const now = () => ctx.clock.monotonic()
  const cache =
    texts.get(access.pacers) ?? createCache<Promise<string>>({ max: 1000, life: { ms: READ_MS, now } })
  texts.set(access.pacers, cache)
  const name = `${row.id} ${reference}`
  const known = cache.get(name)
  if (known) return known
  const reading = readReference(ctx.team, reference, access.places ?? NO_REFERENCE_SOURCES)
  cache.set(name, reading)
  reading.catch(() => cache.delete(name))
  return reading
}

async function adopt(
  ctx: TeamCtx,
  access: UpstreamAccess,
  row: StoredKey,
  read: ReturnType<typeof toNewSecret>,
): Promise<StoredKey> {
  // Another process may have been first.
  const stored = await getStoredKey(ctx, row.id)
  if (stored.keyRef !== read.keyRef) {
    const upstream = await access.upstreams.for(ctx)
    requireOwnService(access, upstream, stored)
    try {
      await checkAndReplaceKey({ ...ctx, actor: SYSTEM }, access, upstream, { row: stored, ...read })
    } catch (error) {
      const now = await getStoredKey(ctx, row.id)
      if (now.keyRef === read.keyRef) return now
      throw inWordsOf(row.reference, error)
    }
  }
  return getStoredKey(ctx, row.id)
}

/** Turns an error about a form's field into a sentence about the key. */
const inWordsOf = (reference: string | null, error: unknown): unknown =>
  error instanceof AppError && error.fields.key !== undefined
    ? conflict(`The key that ${reference} holds now cannot be used. ${error.fields.key}`)
    : error

function inWords<T>(reference: string, work: () => T): T {
  try {
    return work()
  } catch (error) {
    throw inWordsOf(reference, error)
  }
}
