import type { Operation } from '@/lib/kernel'
import type { Sandbox } from '@/lib/sandbox'

/** What the sandbox charged a wallet for one call, and what we know of it. */
export interface Charge {
  readonly walletId: string
  readonly by: 'us' | 'thief' | 'lost'
  readonly at: number
  /** Moment from which the reported balance includes it. */
  readonly showsAt: number
  readonly operation: Operation
  /** Multiple of the price: the number of items, if only items are charged. */
  readonly units: number
  /** Maximum multiple for a call of its list. */
  readonly mostUnits: number
  readonly nano: bigint
  /** Cost of a unit at that time. */
  readonly priceNano: bigint
  /** Cost of a call besides its items, as a multiple of the price, if only the readings can show it; else 0. */
  readonly hiddenCall: bigint
  /** Amount that we booked for it; null if no price was known, and for what is not booked. */
  readonly bookedNano: bigint | null
  /** For a lost call. */
  readonly attemptId: string
}

/** The truth of a month: every charge and top-up, as the sandbox's own balances show them. */
export class Books {
  readonly charges: Charge[] = []
  readonly topUps: { readonly walletId: string; readonly at: number; readonly nano: bigint }[] = []

  constructor(private readonly sandbox: Sandbox) {}

  /** Returns the real balance of a sandbox wallet, including late charges. */
  balance(upstreamId: string): bigint {
    const wallet = this.sandbox.operator.state().find(({ id }) => id === upstreamId)
    if (!wallet) throw new Error(`The sandbox has no wallet ${upstreamId}`)
    return wallet.balanceNano
  }

  /** Returns everything that moved a wallet's reported balance after one moment and by another. */
  between(walletId: string, after: number, until: number): Facts {
    const isWithin = (at: number) => at > after && at <= until
    const own = this.charges.filter((one) => one.walletId === walletId)
    const shown = own.filter(({ showsAt }) => isWithin(showsAt))
    const by = (who: Charge['by']) => shown.filter((one) => one.by === who)
    return {
      after,
      until,
      thefts: by('thief'),
      ours: by('us'),
      lost: by('lost'),
      topUps: this.topUps.filter((one) => one.walletId === walletId && isWithin(one.at)),
      isCutEarly: own.some(
        ({ by: who, at, showsAt }) =>
          who !== 'thief' && [after, until].some((cut) => at <= cut && cut < showsAt),
      ),
    }
  }
}

/** What really happened in a window. */
export interface Facts {
  readonly after: number
  readonly until: number
  readonly thefts: readonly Charge[]
  readonly ours: readonly Charge[]
  readonly lost: readonly Charge[]
  readonly topUps: readonly { readonly nano: bigint }[]
  /** True if a reading at one of its ends was made before one of our own charges showed. */
  readonly isCutEarly: boolean
}

export const sumOf = (charges: readonly { readonly nano: bigint }[]): bigint =>
  charges.reduce((sum, { nano }) => sum + nano, 0n)
