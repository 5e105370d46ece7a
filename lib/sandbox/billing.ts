import { type Clock, invalid, type Nano } from '@/lib/kernel'
import type { SandboxWallet } from './accounts'
import { SANDBOX_PRICES, type SandboxOperation } from './operations'
import { SERVICE_PRICES } from './services'

const LATEST_MS = 900_000

/** What the service charges for an item, and how late a charge shows in the balance that it tells. */
export interface Billing {
  priceOf(wallet: SandboxWallet, operation: SandboxOperation): Nano
  /** Charges this price per item from now on: on one wallet, or on all of the interface that have no price of their own. Throws `invalid`. */
  setPrice(operation: SandboxOperation, nano: Nano, walletId?: string): void
  readonly delayMs: number
  /** Shows charges so much later from now on. Throws `invalid`. */
  chooseDelay(ms: number): void
  /** Takes a charge off a wallet at once; the balance that is told may fall later. */
  charge(wallet: SandboxWallet, nano: Nano): void
  /** The balance that the service tells now. */
  toldBalance(wallet: SandboxWallet): Nano
}

interface LateCharge {
  readonly nano: Nano
  readonly showsAt: number
}

export function createBilling(clock: Clock): Billing {
  const prices = { ...SANDBOX_PRICES }
  const own = new Map<string, Nano>()
  const late = new Map<string, LateCharge[]>()
  let delayMs = 0
  /** Charges that do not show yet; the others are forgotten. */
  const hiddenOf = ({ id }: SandboxWallet): LateCharge[] => {
    const now = clock.now().getTime()
    const hidden = (late.get(id) ?? []).filter(({ showsAt }) => showsAt > now)
    late.set(id, hidden)
    return hidden
  }
  return {
    priceOf: ({ id, service }, operation) =>
      own.get(`${id} ${operation}`) ??
      (service === null ? prices : SERVICE_PRICES[service].perItem)[operation],
    setPrice(operation, nano, walletId) {
      if (nano < 0n) throw invalid('A price is never negative.', { price: 'Zero or more.' })
      if (walletId === undefined) prices[operation] = nano
      else own.set(`${walletId} ${operation}`, nano)
    },
    get delayMs() {
      return delayMs
    },
    chooseDelay(ms) {
      if (!Number.isInteger(ms) || ms < 0 || ms > LATEST_MS)
        throw invalid(`A charge shows from 0 to ${LATEST_MS} milliseconds late: give a whole number of them.`)
      delayMs = ms
    },
    charge(wallet, nano) {
      wallet.balanceNano -= nano
      wallet.chargedNano += nano
      if (delayMs === 0) return
      hiddenOf(wallet)
      late.get(wallet.id)?.push({ nano, showsAt: clock.now().getTime() + delayMs })
    },
    toldBalance: (wallet) => hiddenOf(wallet).reduce((sum, { nano }) => sum + nano, wallet.balanceNano),
  }
}
