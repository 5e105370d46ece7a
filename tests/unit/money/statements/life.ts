import type { Operation } from '@/lib/kernel'
import type { LostCall, SettledByOperation, SettledLine } from '@/lib/money/ledger'
import type { ReadingView } from '@/lib/money/wallets'

const MINUTE_MS = 60_000

/** A wallet's life written down by hand: what happens at the upstream, what we book, and readings in between. */
export class Life {
  readonly readings: ReadingView[] = []
  readonly lost: LostCall[] = []
  /** What was booked, and when. */
  readonly booked: { readonly at: Date; readonly line: SettledLine }[] = []
  private balanceMicro = 100_000_000_000n
  private sums: SettledByOperation = {}
  private minutes = 0

  constructor() {
    this.read()
  }

  /** A page of ours: charged `real` a piece at the upstream, booked at `booked`, or without a price (null). */
  page(operation: Operation, items: number, real: bigint, booked: bigint | null = real): this {
    this.balanceMicro -= BigInt(items) * real
    this.booked.push({
      at: this.now(),
      line: {
        walletId: 'wallet',
        environmentId: 'production',
        operation,
        pages: 1,
        items,
        chargeMicro: BigInt(items) * (booked ?? 0n),
        unpricedItems: booked === null ? items : 0,
      },
    })
    const was = this.sums[operation] ?? { pages: 0, items: 0, chargeMicro: 0n, unpricedItems: 0 }
    this.sums = {
      ...this.sums,
      [operation]: {
        pages: was.pages + 1,
        items: was.items + items,
        chargeMicro: was.chargeMicro + BigInt(items) * (booked ?? 0n),
        unpricedItems: was.unpricedItems + (booked === null ? items : 0),
      },
    }
    return this
  }

  topUp(micro: bigint): this {
    this.balanceMicro += micro
    return this
  }

  thief(micro: bigint): this {
    this.balanceMicro -= micro
    return this
  }

  /** A call whose answer was lost: `charged` items were charged for it. */
  lose(charged: number, priceMicro: bigint, mostItems = 100): this {
    this.minutes += 2
    this.balanceMicro -= BigInt(charged) * priceMicro
    this.lost.push({
      attemptId: `lost ${this.lost.length}`,
      operation: 'search',
      environmentId: 'production',
      openedAt: this.now(),
      endedAt: this.now(),
      mostItems,
      mostMicro: BigInt(mostItems) * priceMicro,
      priceMicro,
      resolution: null,
    })
    return this
  }

  /** A balance reading some minutes later, with `inFlight` calls under way, `quietMs` after the last call. */
  read(inFlight = 0, quietMs: number | null = null): this {
    this.minutes += 2
    const sums = Object.values(this.sums)
    this.readings.push({
      id: `reading ${this.readings.length}`,
      balanceMicro: this.balanceMicro,
      settledMicro: sums.reduce((sum, { chargeMicro }) => sum + chargeMicro, 0n),
      unpricedItems: sums.reduce((sum, { unpricedItems }) => sum + unpricedItems, 0),
      byOperation: this.sums,
      inFlight,
      inFlightMicro: BigInt(inFlight) * 10_000_000n,
      quietMs,
      settlingMs: null,
      askedAt: this.now(),
      at: this.now(),
    })
    return this
  }

  private now(): Date {
    return new Date(this.minutes * MINUTE_MS)
  }
}
