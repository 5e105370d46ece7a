import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto'
import type { Clock } from '@/lib/kernel'
import type { Db } from '@/lib/platform/db'
import { createPasswordHasher, type PasswordHasher } from './password'

/** The shared parts behind an installation's sign-in and accounts: one of each per process. */
export interface AccountParts {
  readonly db: Db
  readonly clock: Clock
  readonly hashing: PasswordHasher
  readonly seals: AccountSeals
}

/** Keyed hashes with keys derived from the session secret: the same on every instance, and nobody else's. */
export interface AccountSeals {
  /** Names what is counted without revealing it. */
  tried(subject: string): string
  /** Proves that a cookie of a known browser was made here. */
  browser(text: string): string
  /** Token of the set-up link. It needs no row, because every instance can derive it. */
  readonly setupToken: string
}

export function createAccountParts(from: {
  readonly db: Db
  readonly clock: Clock
  readonly secret: string
}): AccountParts {
  const { db, clock, secret } = from
  return { db, clock, hashing: createPasswordHasher(), seals: createSeals(secret) }
}

function createSeals(secret: string): AccountSeals {
  const keyFor = (what: string) => Buffer.from(hkdfSync('sha256', secret, '', `purser: ${what}`, 32))
  const seal = (key: Buffer) => (text: string) => createHmac('sha256', key).update(text).digest('base64url')
  return {
    tried: seal(keyFor('counted tries')),
    browser: seal(keyFor('known browsers')),
    setupToken: keyFor('set-up token').toString('base64url'),
  }
}

/** Compares two sealed texts in constant time. */
export function isSameSeal(given: string, right: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(right)]
  return a.length === b.length && timingSafeEqual(a, b)
}
