import type { Nano } from '@/lib/kernel'
import type { SpentQuarterHour } from '@/lib/money/ledger'
import type { WalletView } from '@/lib/money/wallets'
import { DAY_MS, dayBefore, quarterHourOf } from '@/lib/platform/calendar'
import type { TeamCtx } from '@/lib/platform/db'

/** How many whole days tell the usual spend of a day. */
const USUAL_DAYS = 28

/** The last whole days, newest first, as quarter hours. */
export const usualDays = (now: Date, timeZone: string) =>
  Array.from({ length: USUAL_DAYS }, (_, place) => {
    const day = dayBefore(now, timeZone, place + 1)
    return { from: quarterHourOf(day.startsAt), to: quarterHourOf(day.endsAt) }
  })

/** The mean of the days since the first one with spend; the days come newest first. */
export function meanOf(days: readonly Nano[]): Nano {
  const first = days.findLastIndex((nano) => nano > 0n)
  if (first < 0) return 0n
  return days.slice(0, first + 1).reduce((sum, nano) => sum + nano, 0n) / BigInt(first + 1)
}

/** The furthest moment that a date can be. */
const LAST_MS = Date.UTC(9999, 0)

/** When a balance is used up at so much a day, which is not 0; now if nothing is left. */
export function endAtSpend(balanceNano: Nano, perDayNano: Nano, now: Date): Date {
  const left = balanceNano > 0n ? balanceNano : 0n
  return new Date(Math.min(LAST_MS, now.getTime() + Number((left * BigInt(DAY_MS)) / perDayNano)))
}

/**
 * When a wallet is empty at the mean of its whole days so far, for one that has less than a week of spend. `spent` is what it
 * spent since then at least. Null where it spends nothing or its balance is not known.
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
