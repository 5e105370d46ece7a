import { findWalletAnomalies, markHistories, perDayOf, type WalletPriceShift } from '@/lib/money/statements'
import type { WalletView } from '@/lib/money/wallets'
import { DAY_MS } from '@/lib/platform/calendar'
import type { TeamCtx } from '@/lib/platform/db'
import type { AlertInputs, WalletLosses } from './condition'
import { notAcknowledged, readIncidents, sinceOpen } from './incidents'
import type { KeptAnomalies } from './kept-anomalies'

/**
 * Returns the anomalies of a team's balances. Reads again the history of wallets that have a new reading, or whose
 * lost calls are known better.
 */
export async function lookForAnomalies(
  ctx: TeamCtx,
  wallets: readonly WalletView[],
  kept: KeptAnomalies,
): Promise<AlertInputs['anomalies']> {
  const now = ctx.clock.now()
  const dayAgo = new Date(now.getTime() - DAY_MS)
  const [marks, incidents] = await Promise.all([
    markHistories(ctx, wallets),
    readIncidents(ctx.db, ctx.team.id),
  ])
  const outside: WalletLosses[] = []
  const shifts: WalletPriceShift[] = []
  // One after the other: each may read and compute for a while, and others wait.
  for (const wallet of wallets) {
    const { id, name } = wallet
    const { readings, lost } = marks.get(id) ?? {}
    const since = sinceOpen(incidents, id, dayAgo)
    const mark = `${name} ${readings} ${lost} ${since === dayAgo ? '' : since.toISOString()}`
    const found = await kept.of(`${ctx.team.id} ${id}`, mark, () => findWalletAnomalies(ctx, wallet, since))
    const lossesOf = (isPerhaps: boolean) =>
      notAcknowledged(
        found.outside.filter((one) => one.isPerhapsOurs === isPerhaps),
        incidents.filter((one) => one.walletId === id && one.isPerhaps === isPerhaps),
        dayAgo,
      )
    // The minimum taken since the last clean reading is too uncertain for a forecast.
    const taken = found.outside.flatMap(({ to: at, nano, isAtLeast }) => (isAtLeast ? [] : [{ at, nano }]))
    outside.push({
      ...{ walletId: id, walletName: name, certain: lossesOf(false), perhaps: lossesOf(true) },
      perDayNano: perDayOf(taken, now),
    })
    shifts.push(...found.shifts)
  }
  return { outside, shifts }
}
