import { type Clock, invalid, type Nano, Secret } from '@/lib/kernel'
import type { Accounts, Counts } from './accounts'
import { hashOf, makeKey, prefixOf } from './keys'
import { type PackName, type Purchase, toPackName } from './packs'

export interface KeyState extends Readonly<Counts> {
  readonly prefix: string
  readonly revoked: boolean
}

export interface WalletState {
  readonly id: string
  readonly name: string
  readonly balanceNano: Nano
  readonly packs: readonly Purchase[]
  readonly keys: readonly KeyState[]
}

/** The operator's actions, outside the interface: sells, creates, revokes and lists. Throws AppErrors. */
export interface Operator {
  createWallet(wallet: { name: string; balanceNano?: Nano }): { readonly walletId: string }
  /** Buys a pack now; adds no balance, since the interface shows no credit size. */
  buyPack(walletId: string, pack: PackName): void
  /** The only time the key is shown. */
  createKey(walletId: string): Secret
  /** From then on the key is answered 401 (section "Authentication"). */
  revokeByPrefix(prefix: string): void
  topUp(walletId: string, nano: Nano): void
  /** A copy of all accounts, with what was delivered to each key. */
  state(): readonly WalletState[]
}

export function createOperator(accounts: Accounts, clock: Clock): Operator {
  return {
    createWallet: ({ name, balanceNano = 0n }) => {
      if (balanceNano < 0n) throw invalid('A balance is never negative.', { balance: 'Zero or more.' })
      return { walletId: accounts.addWallet(name, balanceNano).id }
    },
    buyPack: (walletId, pack) => {
      accounts.wallet(walletId).purchases.push({ pack: toPackName(pack), boughtAt: clock.now() })
      accounts.changed()
    },
    createKey: (walletId) => {
      const wallet = accounts.wallet(walletId)
      let key = makeKey()
      while (!accounts.addKey(wallet, prefixOf(key), hashOf(key))) key = makeKey()
      return new Secret(key)
    },
    revokeByPrefix: (prefix) => {
      accounts.keyByPrefix(prefix).revoked = true
      accounts.changed()
    },
    topUp: (walletId, nano) => {
      if (nano <= 0n) throw invalid('A top-up must be more than zero.', { amount: 'More than zero.' })
      accounts.wallet(walletId).balanceNano += nano
      accounts.changed()
    },
    state: () =>
      accounts.all().map(({ id, name, balanceNano, purchases, keys }) => ({
        id,
        name,
        balanceNano,
        packs: purchases.map((purchase) => ({ ...purchase })),
        keys: keys.map(({ hash: _, ...shown }) => shown),
      })),
  }
}
