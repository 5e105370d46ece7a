import type { Clock } from '@/lib/kernel'
import type { WalletAnomalies } from '@/lib/money/statements'
import { createMarkedCache, type MarkedCache } from '@/lib/platform/cache'
import { DAY_MS } from '@/lib/platform/calendar'

/** With more wallets than this, the one that was not looked at for longest is forgotten. */
const MOST_WALLETS = 5000

/** What is odd about the balances of each wallet. */
export type KeptAnomalies = MarkedCache<WalletAnomalies>

/** Makes the memory of a process: it asks again where the mark is another one, and after a day. */
export const keepAnomalies = (clock: Clock, mostWallets = MOST_WALLETS): KeptAnomalies =>
  createMarkedCache({ most: mostWallets, life: { ms: DAY_MS, now: () => clock.now().getTime() } })
