import type { Operation } from '@/lib/kernel'
import type { Sandbox } from '@/lib/sandbox'

/** What the sandbox took off a wallet for one call, and what we know of it. */
export interface Charge {
  readonly walletId: string
  readonly by: 'us' | 'thief' | 'lost'
  readonly at: number
  /** From then on the balance that is told holds it. */
  readonly showsAt: number
  readonly operation: Operation
  /** How many times the price it was: as many as items, where items alone are charged. */
  readonly units: number
  /** How many times at most a call of its list is. */
  readonly mostUnits: number
  readonly nano: bigint
  /** What a unit cost then. */
  readonly priceNano: bigint
  /** What a call costs beside its items, where only the readings can show it: so many times the price. Else 0. */
  readonly hiddenCall: bigint
  /** What we booked for it; null where no price was known, and for what is not booked. */
  readonly bookedNano: bigint | null
  /** Of a lost call. */
  readonly attemptId: string
}

/** The truth of a month: every charge and top-up, as the sandbox's own balances show them. */
export class Books {
  readonly charges: Charge[] = []
  readonly topUps: { readonly walletId: string; readonly at: number; readonly nano: bigint }[] = []

  constructor(private readonly sandbox: Sandbox) {}

  /** The real balance of a sandbox's wallet, late charges included. */
  balance(upstreamId: string): bigint {
    const wallet = this.sandbox.operator.state().find(({ id }) => id === upstreamId)
    if (!wallet) throw new Error(`The sandbox has no wallet ${upstreamId}`)
    return wallet.balanceNano
  }

  /** All that moved a wallet's told balance after one moment and by another. */
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
  /** A reading at its ends came before one of our own charges showed. */
  readonly isCutEarly: boolean
}

export const sumOf = (charges: readonly { readonly nano: bigint }[]): bigint =>
  charges.reduce((sum, { nano }) => sum + nano, 0n)
