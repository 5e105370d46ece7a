import type { Clock } from '@/lib/kernel'
import type { WalletAnomalies } from '@/lib/money/statements'
import { createMarkedCache, type MarkedCache } from '@/lib/platform/cache'
import { DAY_MS } from '@/lib/platform/calendar'

/** Maximum number of cached wallets; beyond it, the least recently used is dropped. */
const MAX_WALLETS = 5000

/** Anomalies of each wallet's balance. */
export type KeptAnomalies = MarkedCache<WalletAnomalies>

/** Creates the cache of a process. It computes again if the mark has changed, and after a day. */
export const keepAnomalies = (clock: Clock, mostWallets = MAX_WALLETS): KeptAnomalies =>
  createMarkedCache({ most: mostWallets, life: { ms: DAY_MS, now: () => clock.now().getTime() } })
