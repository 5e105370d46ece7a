import type { Nano, ProviderPrices } from '@/lib/kernel'
import type { BudgetView } from '@/lib/money/budgets'
import type { ForecastCache } from '@/lib/money/forecast'
import type { SpentQuarterHour } from '@/lib/money/ledger'
import type { WalletPriceShift } from '@/lib/money/statements'
import { findHighestBalance, type WalletView } from '@/lib/money/wallets'
import { createVersionedCache } from '@/lib/platform/cache'
import type { TeamCtx } from '@/lib/platform/db'
import type { UnacknowledgedSpend } from './incidents'
import type { AlertKind } from './schemas'
import type { AlertSettings } from './settings'

/** Something that is the case now and that an alert may report. */
export interface Condition {
  readonly kind: AlertKind
  readonly subjectId: string
  readonly subjectName: string
  /** Occasion on which it is reported once, such as a budget's period; else once per episode. */
  readonly occasion?: string
  /** False if it does not suffice to begin an alert, while an open one continues. */
  readonly isOn: boolean
  readonly title: string
  readonly detail: string
  /** Figures for machines. Never a secret. */
  readonly data: Readonly<Record<string, string>>
  /** Path of the page about it, below the team. */
  readonly path: string
}

/** The facts that a check of a team reads. */
export interface AlertInputs {
  readonly ctx: TeamCtx
  readonly settings: AlertSettings
  /** Prices that the team's provider states. */
  readonly prices: ProviderPrices
  readonly wallets: readonly WalletView[]
  readonly budgets: readonly BudgetView[]
  /** Spend of each wallet since `forecastHistoryStart`, by its id. */
  readonly spent: ReadonlyMap<string, readonly SpentQuarterHour[]>
  /** Caches of this process, so that a look reads only what has changed. */
  readonly forecasts: ForecastCache
  readonly highest: HighestBalanceCache
  /** Anomalies that the wallets' readings show beyond our own pages. */
  readonly anomalies: {
    readonly outside: readonly WalletLosses[]
    readonly shifts: readonly WalletPriceShift[]
  }
}

/** A wallet's losses to somebody else that nobody has acknowledged; null for none. */
export interface WalletLosses {
  readonly walletId: string
  readonly walletName: string
  readonly certain: UnacknowledgedSpend | null
  /** Losses that may have been our own pages. */
  readonly perhaps: UnacknowledgedSpend | null
  /** Amount that others take from it a day, acknowledged or not. */
  readonly perDayNano: Nano
}

/** Returns the conditions that hold, or no longer quite hold. */
export type ConditionSource = (look: AlertInputs) => Promise<Condition[]>

/** Maximum number of cached wallets; beyond it, the least recently used is dropped. */
const MAX_WALLETS = 5000
const HOUR_MS = 3_600_000

/** Returns the highest balance of a wallet since a moment. */
export type HighestBalanceCache = (ctx: TeamCtx, wallet: WalletView, since: Date) => Promise<Nano>

/**
 * Creates the cache of a process. It reads again after a new reading, and once an hour, when older readings drop out.
 */
export function createHighestBalanceCache(): HighestBalanceCache {
  const wallets = createVersionedCache<Nano>({ max: MAX_WALLETS })
  return (ctx, { id, balance }, since) => {
    const mark = `${balance?.id} ${Math.floor(since.getTime() / HOUR_MS)}`
    return wallets.of(`${ctx.team.id} ${id}`, mark, () => findHighestBalance(ctx, id, since))
  }
}
