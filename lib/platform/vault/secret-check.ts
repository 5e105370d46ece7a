import { randomBytes, type ScryptOptions, scrypt } from 'node:crypto'
import type { Db, Tx } from '@/lib/platform/db'
import { insertCheck, selectCheck, updateCheck } from './check-store'

/** What all instances on one database must have in common. */
export type SharedSecret = 'master key' | 'session secret'

/** About 50 ms: a setting may be a sentence that somebody made up, and a copy of the database must not help to guess it. */
const COST: ScryptOptions = { N: 2 ** 14, r: 8, p: 1 }
const BYTES = 32

/** A secret's check value for a database, where the first who asks notes its own. */
export interface SecretCheck {
  /** Whether the secret is the noted one. */
  isSame(tx: Db | Tx): Promise<boolean>
  /** Notes this secret in the place of the former one. */
  replace(tx: Tx): Promise<void>
}

/** Notes a secret's check value if none is there. Of several that start at once one is first. */
export async function checkSecret(
  db: Db,
  name: SharedSecret,
  secret: string | Uint8Array,
): Promise<SecretCheck> {
  const salt = (await selectCheck(db, name))?.salt ?? (await noteFirst(db, name, secret))
  const value = await digestOf(secret, salt)
  return {
    isSame: async (tx) => (await selectCheck(tx, name))?.value === value,
    async replace(tx) {
      await updateCheck(tx, name, value)
    },
  }
}

/** Whether a database has been used with such a secret. */
export const hasSecret = async (db: Db, name: SharedSecret): Promise<boolean> =>
  (await selectCheck(db, name)) !== null

async function noteFirst(db: Db, name: SharedSecret, secret: string | Uint8Array): Promise<string> {
  const salt = randomBytes(BYTES).toString('base64')
  await insertCheck(db, { name, salt, value: await digestOf(secret, salt) })
  return (await selectCheck(db, name))?.salt ?? salt
}

const digestOf = (secret: string | Uint8Array, salt: string): Promise<string> =>
  new Promise((resolve, reject) => {
    scrypt(secret, salt, BYTES, COST, (error, key) =>
      error ? reject(error) : resolve(key.toString('base64')),
    )
  })
