import { type Nano, newId, notFound } from '@/lib/kernel'
import type { Purchase } from './packs'

/** What a key has requested and received, to compare with a ledger. */
export interface Counts {
  /** Requests made with the key while it was valid, refused ones included. */
  requests: number
  /** Pages charged, and their items. */
  pages: number
  items: number
  /** Of these, the pages whose whole answer has left, and their items. */
  deliveredPages: number
  deliveredItems: number
  /** Requests answered 429. */
  refused: number
}

export interface KeyAccount extends Counts {
  readonly prefix: string
  readonly hash: string
  revoked: boolean
}

export interface SandboxWallet {
  readonly id: string
  readonly name: string
  balanceNano: Nano
  readonly purchases: Purchase[]
  readonly keys: KeyAccount[]
}

/** Wallets and their keys. `changed` is called after each change. */
export interface Accounts {
  all(): readonly SandboxWallet[]
  /** Throws `not_found`. */
  wallet(id: string): SandboxWallet
  addWallet(name: string, balanceNano: Nano): SandboxWallet
  /** Keeps a key's prefix and hash; false when another key has the same prefix, since keys are revoked by it. */
  addKey(wallet: SandboxWallet, prefix: string, hash: string): boolean
  /** A key that may be used, with its wallet; null when unknown or revoked. */
  findByHash(hash: string): { readonly wallet: SandboxWallet; readonly key: KeyAccount } | null
  /** Throws `not_found`. */
  keyByPrefix(prefix: string): KeyAccount
  changed(): void
}

const NOTHING_YET: Counts = {
  requests: 0,
  pages: 0,
  items: 0,
  deliveredPages: 0,
  deliveredItems: 0,
  refused: 0,
}

export function createAccounts(wallets: SandboxWallet[], changed: () => void): Accounts {
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
    addWallet: (name, balanceNano) => {
      const wallet = { id: newId(), name, balanceNano, purchases: [], keys: [] }
      wallets.push(wallet)
      changed()
      return wallet
    },
    addKey: (wallet, prefix, hash) => {
      if (byPrefix.has(prefix)) return false
      const key = { prefix, hash, revoked: false, ...NOTHING_YET }
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
    changed,
  }
}
