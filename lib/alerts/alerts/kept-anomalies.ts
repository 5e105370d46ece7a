import type { Clock } from '@/lib/kernel'
import type { WalletAnomalies } from '@/lib/money/statements'
import { createCache } from '@/lib/platform/cache'
import { DAY_MS } from '@/lib/platform/calendar'

/** With more wallets than this, the one that was not looked at for longest is forgotten. */
const MOST_WALLETS = 5000

/** What is odd about the balances of each wallet. */
export interface KeptAnomalies {
  /** Asks again where `mark` is another one, which changes with whatever can change the answer; and after a day. */
  of(wallet: string, mark: string, ask: () => Promise<WalletAnomalies>): Promise<WalletAnomalies>
}

/** Makes the memory of a process. */
export function keepAnomalies(clock: Clock, mostWallets = MOST_WALLETS): KeptAnomalies {
  const kept = createCache<{ readonly mark: string; readonly anomalies: WalletAnomalies }>({
    most: mostWallets,
    life: { ms: DAY_MS, now: () => clock.now().getTime() },
  })
  return {
    async of(wallet, mark, ask) {
      const known = kept.get(wallet)
      if (known?.mark === mark) return known.anomalies
      const anomalies = await ask()
      kept.set(wallet, { mark, anomalies })
      return anomalies
    },
  }
}
