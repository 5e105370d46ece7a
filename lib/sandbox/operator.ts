import { type Clock, invalid, type Nano, Secret } from '@/lib/kernel'
import {
  createKeyText,
  emptyListCounts,
  hashSandboxKey,
  type KeyCounts,
  type PageCounts,
  type SandboxAccounts,
  type SandboxWallet,
  sandboxKeyPrefix,
} from './accounts'
import { type PackName, type Purchase, parsePackName, type SandboxOperation } from './operations'
import { createServiceKey, type SandboxService, SERVICE_PRICES, type WindowRate } from './services'

export interface KeyState extends Readonly<KeyCounts> {
  readonly prefix: string
  readonly revoked: boolean
  readonly lists: Readonly<Record<SandboxOperation, Readonly<PageCounts>>>
}

export interface WalletState {
  readonly id: string
  readonly name: string
  /** Null for a wallet of the interface itself. */
  readonly service: SandboxService | null
  readonly unit: 'credits' | 'USD'
  /** Nano-units of the wallet's unit. */
  readonly balanceNano: Nano
  readonly chargedNano: Nano
  /** Rate that the operator chose in place of the service's own. */
  readonly rate: WindowRate | null
  readonly packs: readonly Purchase[]
  readonly keys: readonly KeyState[]
}

/** Totals of what a wallet sold to all of its keys, and what it charged for that. */
export interface WalletBooks {
  readonly unit: 'credits' | 'USD'
  readonly chargedNano: Nano
  readonly requests: number
  /** Requests answered 429. */
  readonly refused: number
  readonly lookUps: number
  /** Users and posts that were requested by name or id. */
  readonly found: number
  readonly lists: Readonly<Record<SandboxOperation, Readonly<PageCounts>>>
}

/** The operator's actions, outside the interface: sells, creates, revokes and lists. Throws AppErrors. */
export interface Operator {
  /**
   * Creates a wallet. Amounts are nano-units of the service's unit; a wallet without a service is the interface's own,
   * in credits.
   */
  createWallet(wallet: {
    name: string
    balanceNano?: Nano
    service?: SandboxService
    /** Pack that is bought at once; services sell none. */
    pack?: PackName
  }): { readonly walletId: string }
  /** Buys a pack now. Adds no balance, because the interface shows no credit size. */
  buyPack(walletId: string, pack: PackName): void
  /** Sets another rate for a service's wallet, as after the choice of a plan; null restores the service's own. */
  chooseRate(walletId: string, rate: WindowRate | null): void
  /** Sets whether the service reports the wallet's balance, if it may refuse to (X: 404). It does by default. */
  tellBalance(walletId: string, tells: boolean): void
  /** Creates a key in the form of the wallet's service, shown only this once. */
  createKey(walletId: string): Secret
  /** Revokes a key, which is answered 401 from then on (section "Authentication"). */
  revokeByPrefix(prefix: string): void
  topUp(walletId: string, nano: Nano): void
  /** Sums over all keys of a wallet. */
  books(walletId: string): WalletBooks
  /** Returns a copy of all accounts, with what was delivered to each key. */
  state(): readonly WalletState[]
}

export function createOperator(accounts: SandboxAccounts, clock: Clock): Operator {
  const buyPack = ({ service, purchases }: SandboxWallet, pack: PackName): void => {
    refusePacksOf(service)
    purchases.push({ pack: parsePackName(pack), boughtAt: clock.now() })
    accounts.changed()
  }
  return {
    createWallet: ({ name, balanceNano = 0n, service = null, pack }) => {
      if (balanceNano < 0n) throw invalid('A balance is never negative.', { balance: 'Zero or more.' })
      if (pack !== undefined) refusePacksOf(service)
      const wallet = accounts.addWallet(name, balanceNano, service)
      if (pack !== undefined) buyPack(wallet, pack)
      return { walletId: wallet.id }
    },
    buyPack: (walletId, pack) => buyPack(accounts.wallet(walletId), pack),
    chooseRate: (walletId, rate) => {
      const wallet = accounts.wallet(walletId)
      if (wallet.service === null) throw invalid('The rate of this wallet is its pack: buy another one.')
      if (rate && !(isCount(rate.calls) && isCount(rate.perMs)))
        throw invalid('A rate is a whole number of calls in a whole number of milliseconds, both above zero.')
      wallet.rate = rate
      accounts.changed()
    },
    tellBalance: (walletId, tells) => {
      accounts.wallet(walletId).hidesBalance = !tells
      accounts.changed()
    },
    createKey: (walletId) => {
      const wallet = accounts.wallet(walletId)
      let made = makeKeyOf(wallet.service)
      while (!accounts.addKey(wallet, made.prefix, hashSandboxKey(made.key))) made = makeKeyOf(wallet.service)
      return new Secret(made.key)
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
    books: (walletId) => {
      const { service, chargedNano, keys } = accounts.wallet(walletId)
      const sum = (of: (key: KeyState) => number) => keys.reduce((total, key) => total + of(key), 0)
      return {
        unit: unitOf(service),
        chargedNano,
        requests: sum(({ requests }) => requests),
        refused: sum(({ refused }) => refused),
        lookUps: sum(({ lookUps }) => lookUps),
        found: sum(({ found }) => found),
        lists: sumLists(keys),
      }
    },
    state: () =>
      accounts.all().map(({ id, name, service, balanceNano, chargedNano, rate, purchases, keys }) => ({
        id,
        name,
        service,
        unit: unitOf(service),
        balanceNano,
        chargedNano,
        rate,
        packs: purchases.map((purchase) => ({ ...purchase })),
        keys: keys.map(({ hash: _, ...shown }) => ({ ...shown, lists: sumLists([shown]) })),
      })),
  }
}

function refusePacksOf(service: SandboxService | null): void {
  if (service !== null) throw invalid(`${service} sells no packs: choose a rate for the wallet.`)
}

const isCount = (value: number): boolean => Number.isSafeInteger(value) && value > 0

const unitOf = (service: SandboxService | null): 'credits' | 'USD' =>
  service === null ? 'credits' : SERVICE_PRICES[service].unit

function makeKeyOf(service: SandboxService | null): { readonly key: string; readonly prefix: string } {
  if (service !== null) return createServiceKey(service)
  const key = createKeyText()
  return { key, prefix: sandboxKeyPrefix(key) }
}

/** Adds up the lists of several keys in a copy. */
function sumLists(keys: readonly Pick<KeyState, 'lists'>[]): Record<SandboxOperation, PageCounts> {
  const sums = emptyListCounts()
  for (const { lists } of keys)
    for (const operation of ['timeline', 'search', 'followers'] as const) {
      const [sum, counts] = [sums[operation], lists[operation]]
      sum.pages += counts.pages
      sum.items += counts.items
      sum.deliveredPages += counts.deliveredPages
      sum.deliveredItems += counts.deliveredItems
      sum.emptyPages += counts.emptyPages
      sum.pagesPastEnd += counts.pagesPastEnd
    }
  return sums
}
