import { randomBytes, type ScryptOptions, scrypt } from 'node:crypto'
import type { Db, Tx } from '@/lib/platform/db'
import { deleteSecretCheck, insertSecretCheck, putSecretCheck, selectSecretCheck } from './check-store'

/** A secret that all instances on one database must share. */
export type SharedSecret = 'master key' | 'session secret'

/** A master key that is about to replace another, or has just been replaced. */
export type TransitionalSecret = 'next master key' | 'former master key'

/**
 * About 50 ms: a setting may be a sentence that somebody made up, and a copy of the database must not help to guess
 * it.
 */
const COST: ScryptOptions = { N: 2 ** 14, r: 8, p: 1 }
const BYTES = 32

/** A secret, and the value by which a database recognises it. */
export interface SecretCheck {
  readonly name: SharedSecret
  /** Compares the value stored under a name with this secret's. Costs one small query if the salt is the known one. */
  compare(db: Db | Tx, as?: TransitionalSecret): Promise<'same' | 'another' | 'missing'>
  /** Stores this secret's value if none is stored. Of several simultaneous callers one is first. */
  noteFirst(db: Db | Tx): Promise<void>
  /** Stores this secret's value in place of any other. */
  note(db: Db | Tx, as?: TransitionalSecret): Promise<void>
}

/** Creates a secret's check for a database. */
export function createSecretCheck(name: SharedSecret, secret: string | Uint8Array): SecretCheck {
  let known: { readonly salt: string; readonly value: string } | null = null
  const valueFor = async (salt: string) => {
    if (known?.salt !== salt) known = { salt, value: await digestOf(secret, salt) }
    return known
  }
  const newSalt = () => randomBytes(BYTES).toString('base64')
  return {
    name,
    async compare(db, as) {
      const noted = await selectSecretCheck(db, as ?? name)
      if (!noted) return 'missing'
      return (await valueFor(noted.salt)).value === noted.value ? 'same' : 'another'
    },
    noteFirst: async (db) =>
      void (await insertSecretCheck(db, { name, ...(await valueFor(known?.salt ?? newSalt())) })),
    note: async (db, as) =>
      void (await putSecretCheck(db, { name: as ?? name, ...(await valueFor(newSalt())) })),
  }
}

/** Returns whether a database has been used with such a secret. */
export const isSecretRegistered = async (
  db: Db | Tx,
  name: SharedSecret | TransitionalSecret,
): Promise<boolean> => (await selectSecretCheck(db, name)) !== null

/** Deletes the value of a master key that is out of use. */
export const unregisterSecret = async (tx: Db | Tx, name: TransitionalSecret): Promise<void> =>
  void (await deleteSecretCheck(tx, name))

const digestOf = (secret: string | Uint8Array, salt: string): Promise<string> =>
  new Promise((resolve, reject) => {
    scrypt(secret, salt, BYTES, COST, (error, key) =>
      error ? reject(error) : resolve(key.toString('base64')),
    )
  })
