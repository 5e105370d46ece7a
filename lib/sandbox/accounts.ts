import { createHash, randomInt } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import { type Nano, newId, notFound } from '@/lib/kernel'
import type { Purchase, SandboxOperation } from './operations'
import type { ListPage } from './pages'
import type { SandboxService, WindowRate } from './services'

/** Counts of what a key has requested and received, to compare with a ledger. */
export interface KeyCounts {
  /** Requests made with the key while it was valid, including refused ones. */
  requests: number
  /** Pages charged, and their items. */
  pages: number
  items: number
  /** Of these, the pages whose whole answer has left, and their items. */
  deliveredPages: number
  deliveredItems: number
  /** Requests answered 429. */
  refused: number
  /** Users who were looked up. */
  lookUps: number
  /** Users and posts that were requested by name or id. */
  found: number
}

/** Counts of what a key has received of one list. */
export interface PageCounts {
  pages: number
  items: number
  deliveredPages: number
  deliveredItems: number
  /** Pages without any item. */
  emptyPages: number
  /** Of these, the pages that were requested past the last one. */
  pagesPastEnd: number
}

export interface KeyAccount extends KeyCounts {
  readonly prefix: string
  readonly hash: string
  revoked: boolean
  readonly lists: Readonly<Record<SandboxOperation, PageCounts>>
}

export interface SandboxWallet {
  readonly id: string
  readonly name: string
  /** Service of the wallet; null for the interface's own. */
  readonly service: SandboxService | null
  balanceNano: Nano
  /** Total ever charged. */
  chargedNano: Nano
  /** Rate in place of the service's own; null unless the operator chose one. */
  rate: WindowRate | null
  /** True if the service refuses to report the balance. */
  hidesBalance: boolean
  readonly purchases: Purchase[]
  readonly keys: KeyAccount[]
  /** Items charged on a UTC day, by kind and id, if the service charges an item once a day. */
  sold: { day: string; readonly items: Set<string> }
}

/** Wallets and their keys. `changed` is called after each change. */
export interface SandboxAccounts {
  all(): readonly SandboxWallet[]
  /** Throws `not_found`. */
  wallet(id: string): SandboxWallet
  addWallet(name: string, balanceNano: Nano, service: SandboxService | null): SandboxWallet
  /** Stores a key's prefix and hash. Returns false if another key has the same prefix, since keys are revoked by it. */
  addKey(wallet: SandboxWallet, prefix: string, hash: string): boolean
  /** Returns a key that may be used, with its wallet; null if it is unknown or revoked. */
  findByHash(hash: string): { readonly wallet: SandboxWallet; readonly key: KeyAccount } | null
  /** Throws `not_found`. */
  keyByPrefix(prefix: string): KeyAccount
  /** Counts a page that was charged. */
  countPage(key: KeyAccount, page: ListPage & { readonly isPastEnd?: boolean }): void
  /** Counts a page whose whole answer has left. */
  countDelivered(key: KeyAccount, page: ListPage): void
  changed(): void
}

const NOTHING_YET: KeyCounts = {
  requests: 0,
  pages: 0,
  items: 0,
  deliveredPages: 0,
  deliveredItems: 0,
  refused: 0,
  lookUps: 0,
  found: 0,
}

/** Returns counts of a key's lists, all zero. */
export function emptyListCounts(): Record<SandboxOperation, PageCounts> {
  const none = {
    pages: 0,
    items: 0,
    deliveredPages: 0,
    deliveredItems: 0,
    emptyPages: 0,
    pagesPastEnd: 0,
  } satisfies PageCounts
  return { timeline: { ...none }, search: { ...none }, followers: { ...none } }
}

export function createSandboxAccounts(wallets: SandboxWallet[], changed: () => void): SandboxAccounts {
  const entries = wallets.flatMap((wallet) => wallet.keys.map((key) => ({ wallet, key })))
  const byHash = new Map(entries.map((entry) => [entry.key.hash, entry]))
  const byPrefix = new Map(entries.map((entry) => [entry.key.prefix, entry.key]))

  return {
    all: () => wallets,
    wallet: (id) => {
      const wallet = wallets.find((candidate) => candidate.id === id)
      if (!wallet) throw notFound('The wallet')
      return wallet
    },
    addWallet: (name, balanceNano, service) => {
      const wallet: SandboxWallet = {
        id: newId(),
        name,
        service,
        balanceNano,
        chargedNano: 0n,
        rate: null,
        hidesBalance: false,
        sold: { day: '', items: new Set() },
        purchases: [],
        keys: [],
      }
      wallets.push(wallet)
      changed()
      return wallet
    },
    addKey: (wallet, prefix, hash) => {
      if (byPrefix.has(prefix)) return false
      const key = { prefix, hash, revoked: false, ...NOTHING_YET, lists: emptyListCounts() }
      wallet.keys.push(key)
      byHash.set(hash, { wallet, key })
      byPrefix.set(prefix, key)
      changed()
      return true
    },
    findByHash: (hash) => {
      const entry = byHash.get(hash)
      return entry && !entry.key.revoked ? entry : null
    },
    keyByPrefix: (prefix) => {
      const key = byPrefix.get(prefix)
      if (!key) throw notFound('The key')
      return key
    },
    countPage: (key, { operation, items, isPastEnd = false }) => {
      for (const counts of [key, key.lists[operation]]) {
        counts.pages += 1
        counts.items += items.length
      }
      if (items.length === 0) key.lists[operation].emptyPages += 1
      if (isPastEnd) key.lists[operation].pagesPastEnd += 1
      changed()
    },
    countDelivered: (key, { operation, items }) => {
      for (const counts of [key, key.lists[operation]]) {
        counts.deliveredPages += 1
        counts.deliveredItems += items.length
      }
      changed()
    },
    changed,
  }
}

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789'
const FORMAT = /^xd_live_.{32}$/

/** Creates a new key: `xd_live_` and 32 characters (section "Key"). */
export const createKeyText = (): string =>
  `xd_live_${Array.from({ length: 32 }, () => ALPHABET[randomInt(ALPHABET.length)]).join('')}`

/** Returns the leading part by which a key is named: `xd_live_` and 4 characters. */
export const sandboxKeyPrefix = (key: string): string => key.slice(0, 12)

/** Returns all that is kept of a key: its SHA-256, in hexadecimal. */
export const hashSandboxKey = (key: string): string => createHash('sha256').update(key).digest('hex')

/**
 * Reads the key of a request: `x-api-key`, else `Authorization: Bearer` (section "Authentication"). Null if there is
 * none, or if it is malformed.
 */
export function readSandboxKey(headers: IncomingHttpHeaders): string | null {
  const key =
    readKeyFromHeader(headers, 'x-api-key', '') ?? readKeyFromHeader(headers, 'authorization', 'Bearer')
  return key !== null && FORMAT.test(key) ? key : null
}

/** Returns the key in a header after a scheme, in any case; null if there is none. */
export function readKeyFromHeader(
  headers: IncomingHttpHeaders,
  header: string,
  scheme: string,
): string | null {
  const value = headers[header]
  if (typeof value !== 'string') return null
  if (scheme === '') return value
  const [named = '', key, ...more] = value.trim().split(/ +/)
  return named.toLowerCase() === scheme.toLowerCase() && more.length === 0 ? (key ?? null) : null
}
