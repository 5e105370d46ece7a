import { timingSafeEqual } from 'node:crypto'
import { existsSync } from 'node:fs'
import { copyFile, link, rename } from 'node:fs/promises'
import type { Env } from '@/lib/platform/settings'
import { masterKeyPlace, newMasterKeyPlace, readMasterKey } from '@/lib/server/runtime'

const formerFile = (env: Env): string => `${masterKeyPlace(env).file}.former`

/** Returns whether the settings leave both master keys, the present and the new one, to the data folder. */
const isInFolder = (env: Env): boolean =>
  [masterKeyPlace(env), newMasterKeyPlace(env)].every(({ text, named }) => !text && !named)

/**
 * Replaces the master key by the new one in one step, if the data folder holds the former and the new one was created
 * there. The former stays beside it, for backups that were sealed with it.
 */
export async function placeNewKey(env: Env, next: Uint8Array): Promise<void> {
  const [{ file }, made] = [masterKeyPlace(env), newMasterKeyPlace(env)]
  if (!isInFolder(env) || !existsSync(made.file)) return
  if (!timingSafeEqual(await readMasterKey(made, false), next)) return
  const former = formerFile(env)
  // A copy that exists is from an earlier change, or from this one before it was interrupted.
  await link(file, `${former}.draft`).catch(() => copyFile(file, `${former}.draft`))
  await rename(`${former}.draft`, former)
  await rename(made.file, file)
}

/** Says what the operator has to do now, in sentences that hold no key. */
export function sayWhere(env: Env): string[] {
  const [{ file }, made] = [masterKeyPlace(env), newMasterKeyPlace(env)]
  if (isInFolder(env))
    return [
      `The new one is in ${file}. The former one is in ${formerFile(env)}: backups made before need it. Delete it when there are none left.`,
    ]
  const where = made.text ? 'the setting PURSER_NEW_MASTER_KEY' : `the file ${made.named ?? made.file}`
  return [
    `The new one is in ${where}. Before you start Purser, make it the value of PURSER_MASTER_KEY, or name its file with PURSER_MASTER_KEY_FILE; unset PURSER_NEW_MASTER_KEY. Backups made before need the former one.`,
  ]
}
