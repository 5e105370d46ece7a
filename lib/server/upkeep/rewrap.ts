import { timingSafeEqual } from 'node:crypto'
import { existsSync } from 'node:fs'
import { copyFile, link, rename } from 'node:fs/promises'
import { AppError, type Clock, systemClock } from '@/lib/kernel'
import { acquireLock, type Db, transaction } from '@/lib/platform/db'
import type { Env } from '@/lib/platform/settings'
import {
  countSealedTextsToRewrite,
  createRewrapping,
  createVault,
  isSecretRegistered,
  rewriteSealedTexts,
  unregisterSecret,
} from '@/lib/platform/vault'
import { masterKeySource, newMasterKeySource, openVault, readMasterKey } from '@/lib/server/runtime'
import { openIdleDatabase, requireIdleDatabase } from './open-idle'

interface RewrapOptions {
  readonly env: Env
  /** Folder of the migrations. */
  readonly prismaFolder: string
  reportLine(line: string): void
  readonly clock?: Clock
  /** Runs between the steps, each of which is done as a whole or not at all. */
  onStep?(): Promise<void>
  /** Maximum number of rows in one step. */
  readonly batch?: number
}

const SAME = 'The new master key is the one in use. Give another one, or none: then one is made.'
const NOT_NEW =
  'The master key was replaced already, but not by this new one. Give the new one as PURSER_MASTER_KEY or PURSER_MASTER_KEY_FILE.'
const LATE = 'Something was sealed with the former master key meanwhile. Stop all instances, and try again.'

/**
 * Seals everything that is stored with another master key. First every sealed text is made to open with both keys,
 * then the new one is noted as the one in use, then the old one's wraps are dropped. So at each moment one of the two
 * opens everything, and the database says which. A second call continues an interrupted one. Throws a message for the
 * operator.
 */
export async function rewrapSecrets(options: RewrapOptions): Promise<void> {
  const { env, prismaFolder, reportLine, clock = systemClock } = options
  const { db, close } = await openIdleDatabase(env, prismaFolder, clock)
  try {
    const current = await readMasterKey(masterKeySource(env), false)
    const isDone = await finishIfReplaced(db, current, options)
    if (isDone) return
    await openVault(env, db, reportLine)
    const next = await readMasterKey(newMasterKeySource(env), true)
    await replace(db, current, next, { ...options, clock })
  } finally {
    await close()
  }
}

/** Drops what is left of the old key if the keys have already changed places. Returns whether they had. */
async function finishIfReplaced(db: Db, current: Uint8Array, options: RewrapOptions): Promise<boolean> {
  if (!(await isSecretRegistered(db, 'former master key'))) return false
  const { check } = createVault(current)
  if ((await check.compare(db)) === 'same') {
    await finish(db, current, options)
    return true
  }
  if ((await check.compare(db, 'former master key')) !== 'same') return false
  const next = await readMasterKey(newMasterKeySource(options.env), false)
  if ((await createVault(next).check.compare(db)) !== 'same') throw new AppError('unavailable', NOT_NEW)
  await finish(db, next, options)
  return true
}

async function replace(
  db: Db,
  current: Uint8Array,
  next: Uint8Array,
  options: RewrapOptions & { readonly clock: Clock },
): Promise<void> {
  const [former, { check }] = [createVault(current).check, createVault(next)]
  if ((await check.compare(db)) === 'same') throw new AppError('invalid', SAME)
  const onStep = options.onStep ?? (() => Promise.resolve())
  const { both } = createRewrapping(current, next)
  await check.note(db, 'next master key')
  await onStep()
  await rewriteSealedTexts(db, both, onStep, options.batch)
  await onStep()
  await transaction(db, async (tx) => {
    // An instance that starts waits for this lock and then meets the new master key.
    await acquireLock(tx, 'instances', 'exclusive')
    await requireIdleDatabase(tx, options.clock)
    if ((await countSealedTextsToRewrite(tx, both)) > 0) throw new AppError('unavailable', LATE)
    await former.note(tx, 'former master key')
    await check.note(tx)
    await unregisterSecret(tx, 'next master key')
  })
  await onStep()
  await finish(db, next, options)
}

/** Puts the new master key's file in place, and drops the wraps of the old one, which then opens nothing. */
async function finish(
  db: Db,
  next: Uint8Array,
  { env, reportLine, onStep, batch }: RewrapOptions,
): Promise<void> {
  await placeNewKey(env, next)
  await onStep?.()
  const rewrapping = createRewrapping(null, next)
  await rewriteSealedTexts(db, rewrapping.next, onStep, batch)
  await unregisterSecret(db, 'former master key')
  reportLine(
    'Everything that is stored is sealed with the new master key. The former one opens nothing of it any more.',
  )
  for (const line of sayWhere(env)) reportLine(line)
}

const formerFile = (env: Env): string => `${masterKeySource(env).file}.former`

/** Returns whether the settings leave both master keys, the current and the new one, to the data folder. */
const isInFolder = (env: Env): boolean =>
  [masterKeySource(env), newMasterKeySource(env)].every(({ text, named }) => !text && !named)

/**
 * Replaces the master key by the new one in one step, if the data folder holds the old one and the new one was created
 * there. The old one stays next to it, for backups that were sealed with it.
 */
async function placeNewKey(env: Env, next: Uint8Array): Promise<void> {
  const [{ file }, made] = [masterKeySource(env), newMasterKeySource(env)]
  if (!isInFolder(env) || !existsSync(made.file)) return
  if (!timingSafeEqual(await readMasterKey(made, false), next)) return
  const former = formerFile(env)
  // A copy that exists is from an earlier change, or from this one before it was interrupted.
  await link(file, `${former}.draft`).catch(() => copyFile(file, `${former}.draft`))
  await rename(`${former}.draft`, former)
  await rename(made.file, file)
}

/** Says what the operator has to do now, in sentences that hold no key. */
function sayWhere(env: Env): string[] {
  const [{ file }, made] = [masterKeySource(env), newMasterKeySource(env)]
  if (isInFolder(env))
    return [
      `The new one is in ${file}. The former one is in ${formerFile(env)}: backups made before need it. Delete it when there are none left.`,
    ]
  const where = made.text ? 'the setting PURSER_NEW_MASTER_KEY' : `the file ${made.named ?? made.file}`
  return [
    `The new one is in ${where}. Before you start Purser, make it the value of PURSER_MASTER_KEY, or name its file with PURSER_MASTER_KEY_FILE; unset PURSER_NEW_MASTER_KEY. Backups made before need the former one.`,
  ]
}
