import type { ContractPrices } from '@/lib/kernel'
import type { OutsideSpend, WalletPriceShift } from '@/lib/money/statements'
import type { TeamCtx } from '@/lib/platform/db'
import type { AlertKind } from './schemas'
import type { Wishes } from './settings'

/** Something that is the case now, and of which an alert may tell. */
export interface Condition {
  readonly kind: AlertKind
  readonly subjectId: string
  readonly subjectName: string
  /** Once per this, such as a budget's period; else once per episode. */
  readonly occasion?: string
  /** False: it does not suffice to begin an alert, but one that is open goes on. */
  readonly isOn: boolean
  readonly title: string
  readonly detail: string
  /** Figures for machines. Never a secret. */
  readonly data: Readonly<Record<string, string>>
  /** The page it is about, below the team. */
  readonly path: string
}

/** What a look at a team goes by. */
export interface AlertInputs {
  readonly ctx: TeamCtx
  readonly wishes: Wishes
  /** What the team's contract states. */
  readonly prices: ContractPrices
  /** What the wallets' readings show beside our own pages. */
  readonly oddities: {
    readonly outside: readonly OutsideSpend[]
    readonly shifts: readonly WalletPriceShift[]
  }
}

/** Looks whether what it watches is the case. */
export type Source = (look: AlertInputs) => Promise<Condition[]>
