import type { Operation, OperationName } from '@/lib/kernel'
import type { LostCall, SettledByOperation, SettledLine } from '@/lib/money/ledger'
import type { ReadingView } from '@/lib/money/wallets'

const NOTHING = { pages: 0, items: 0, chargeNano: 0n, unpricedItems: 0, units: 0n }
const MINUTE_MS = 60_000

/** A wallet's life, composed by hand: what happens at the upstream, what we book, and readings in between. */
export class Life {
  readonly readings: ReadingView[] = []
  readonly lost: LostCall[] = []
  /** What was booked, and when. */
  readonly booked: { readonly at: Date; readonly line: SettledLine }[] = []
  private balanceNano = 100_000_000_000_000n
  private expiringNano: bigint | null = null
  private sums: SettledByOperation = {}
  private minutes = 0

  constructor() {
    this.read()
  }

  /**
   * Adds a page of ours, charged `real` an item at the upstream and booked at `booked`, or without a price
   * (null). If the tariff also charges for the call, both are the price of one of its `units`.
   */
  page(
    operation: OperationName,
    items: number,
    real: bigint,
    booked: bigint | null = real,
    units = items,
  ): this {
    this.balanceNano -= BigInt(units) * real
    this.booked.push({
      at: this.now(),
      line: {
        walletId: 'wallet',
        environmentId: 'production',
        operation,
        pages: 1,
        items,
        chargeNano: BigInt(units) * (booked ?? 0n),
        unpricedItems: booked === null ? items : 0,
      },
    })
    const was = this.sums[operation] ?? NOTHING
    this.sums = {
      ...this.sums,
      [operation]: {
        pages: was.pages + 1,
        items: was.items + items,
        chargeNano: was.chargeNano + BigInt(units) * (booked ?? 0n),
        unpricedItems: was.unpricedItems + (booked === null ? items : 0),
        units: was.units + (booked === null ? 0n : BigInt(units)),
      },
    }
    return this
  }

  topUp(nano: bigint): this {
    this.balanceNano += nano
    return this
  }

  /** Sets a bonus that may expire, as part of the balance: `nano` of it are left from now on. */
  bonus(nano: bigint): this {
    this.balanceNano += nano - (this.expiringNano ?? 0n)
    this.expiringNano = nano
    return this
  }

  thief(nano: bigint): this {
    this.balanceNano -= nano
    return this
  }

  /**
   * Adds a call whose answer was lost, for which the upstream charged `charged` items. `priceNano` is the
   * booked price.
   */
  lose(charged: number, priceNano: bigint, maxUnits = 100, operation: Operation = 'search'): this {
    this.minutes += 2
    this.balanceNano -= BigInt(charged) * priceNano
    this.lost.push({
      attemptId: `lost ${this.lost.length}`,
      operation,
      environmentId: 'production',
      openedAt: this.now(),
      endedAt: this.now(),
      maxUnits,
      maxItems: maxUnits,
      maxNano: BigInt(maxUnits) * priceNano,
      priceNano,
      resolution: null,
    })
    return this
  }

  /**
   * Adds a balance reading two minutes later, with `inFlight` calls under way, `quietMs` after the last call.
   */
  read(inFlight = 0, quietMs: number | null = null): this {
    this.minutes += 2
    const sums = Object.values(this.sums)
    this.readings.push({
      id: `reading ${this.readings.length}`,
      balanceNano: this.balanceNano,
      expiringNano: this.expiringNano,
      settledNano: sums.reduce((sum, { chargeNano }) => sum + chargeNano, 0n),
      unpricedItems: sums.reduce((sum, { unpricedItems }) => sum + unpricedItems, 0),
      byOperation: this.sums,
      inFlight,
      inFlightNano: BigInt(inFlight) * 10_000_000_000n,
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
