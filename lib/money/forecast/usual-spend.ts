import type { Nano } from '@/lib/kernel'
import type { SpentQuarterHour } from '@/lib/money/ledger'
import type { WalletView } from '@/lib/money/wallets'
import { DAY_MS, dayBefore, quarterHourOf } from '@/lib/platform/calendar'
import type { TeamCtx } from '@/lib/platform/db'

/** Number of whole days that the usual daily spend is taken from. */
const USUAL_DAYS = 28

/** Returns the last whole days as quarter hours, newest first. */
export const usualDays = (now: Date, timeZone: string) =>
  Array.from({ length: USUAL_DAYS }, (_, place) => {
    const day = dayBefore(now, timeZone, place + 1)
    return { from: quarterHourOf(day.startsAt), to: quarterHourOf(day.endsAt) }
  })

/** Returns the mean of the days since the first one with spend. The days must be newest first. */
export function meanOf(days: readonly Nano[]): Nano {
  const first = days.findLastIndex((nano) => nano > 0n)
  if (first < 0) return 0n
  return days.slice(0, first + 1).reduce((sum, nano) => sum + nano, 0n) / BigInt(first + 1)
}

/** Latest moment that a date may have. */
const LAST_MS = Date.UTC(9999, 0)

/** Returns when a balance is used up at a daily spend, which must not be 0; now if nothing is left. */
export function endAtSpend(balanceNano: Nano, perDayNano: Nano, now: Date): Date {
  const left = balanceNano > 0n ? balanceNano : 0n
  return new Date(Math.min(LAST_MS, now.getTime() + Number((left * BigInt(DAY_MS)) / perDayNano)))
}

/**
 * Returns when a wallet with less than a week of spend is empty, at the mean of its whole days so far. `spent` must
 * cover at least these days. Null if it spends nothing or its balance is not known.
 */
export function endAtDailySpend(
  ctx: TeamCtx,
  { expectedNano }: Pick<WalletView, 'expectedNano'>,
  spent: readonly SpentQuarterHour[],
  outsidePerDayNano: Nano,
): Date | null {
  if (expectedNano === null) return null
  const now = ctx.clock.now()
  const days = usualDays(now, ctx.team.timeZone).map((day) => spentOn(day, spent))
  const perDayNano = meanOf(days) + outsidePerDayNano
  return perDayNano === 0n ? null : endAtSpend(expectedNano, perDayNano, now)
}

const spentOn = (
  day: { readonly from: number; readonly to: number },
  spent: readonly SpentQuarterHour[],
): Nano =>
  spent.reduce(
    (sum, { quarterHour, chargeNano }) =>
      quarterHour >= day.from && quarterHour < day.to ? sum + chargeNano : sum,
    0n,
  )
