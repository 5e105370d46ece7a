import { cachedTeamUnit, formatCredits, formatDay, formatWithUnit, nanoToText, parseNano } from '@/lib/kernel'
import { runOutAtMeanSpend } from '@/lib/money/forecast'
import type { WalletView } from '@/lib/money/wallets'
import { DAY_MS } from '@/lib/platform/calendar'
import type { AlertInputs, Condition, ConditionSource } from '../condition'

/** Percentage of the line that a balance must reach before it counts as recovered. */
const CLEARLY_PER_CENT = 110n

/**
 * Returns wallets whose balance is low: below a number of credits, or below a share of its highest value within 30
 * days.
 */
export const lowBalanceConditions: ConditionSource = async ({ ctx, settings, wallets, highest }) => {
  const { percent, credits } = settings.parametersOf('low_balance')
  const since = new Date(ctx.clock.now().getTime() - 30 * DAY_MS)
  const found = await Promise.all(
    wallets.map(async (wallet) => {
      const { id, name, expectedNano, keyCount } = wallet
      if (expectedNano === null || keyCount === 0) return []
      const line = parseNano(credits) ?? ((await highest(ctx, wallet, since)) * BigInt(percent)) / 100n
      if (expectedNano * 100n >= line * CLEARLY_PER_CENT) return []
      return [
        {
          kind: 'low_balance' as const,
          subjectId: id,
          subjectName: name,
          isOn: expectedNano < line,
          title: `“${name}” has ${formatWithUnit(expectedNano, cachedTeamUnit(ctx.team.id))} left: you are warned below ${formatCredits(line)}`,
          detail: `Calls are refused once “${name}” is empty: buy a pack or top it up.`,
          data: { balance: nanoToText(expectedNano), line: nanoToText(line) },
          path: `wallets/${id}`,
        },
      ]
    }),
  )
  return found.flat()
}

/** Returns wallets that probably run out within a number of days. */
export const runOutConditions: ConditionSource = async (look) => {
  const found: Condition[] = []
  // One after the other, because together their forecasts would compute in one long piece.
  for (const wallet of look.wallets) found.push(...(await runOutOf(look, wallet)))
  return found
}

async function runOutOf(
  { ctx, settings, budgets, forecasts, anomalies, spent }: AlertInputs,
  wallet: WalletView,
): Promise<Condition[]> {
  const { id, name } = wallet
  const { days } = settings.parametersOf('run_out')
  const now = ctx.clock.now().getTime()
  const taken = anomalies.outside.find(({ walletId }) => walletId === id)?.perDayNano ?? 0n
  const ownSpent = spent.get(id) ?? []
  const forecast = await forecasts.of(ctx, wallet, budgets, taken, ownSpent)
  const at = forecast?.hasHistory ? forecast.runOut.p50 : runOutAtMeanSpend(ctx, wallet, ownSpent, taken)
  // One day more, so that an alert does not come and go with each hour's forecast.
  if (!forecast || !at || at.getTime() - now > (days + 1) * DAY_MS) return []
  const { p10, p90 } = forecast.runOut
  const dayOf = (moment: Date) => formatDay(moment, ctx.team.timeZone)
  const pace = forecast.hasHistory ? 'the current pace' : 'its daily spend so far'
  const likely =
    forecast.hasHistory && p10 !== null
      ? ` (likely ${p90 === null ? `after ${dayOf(p10)}` : `${dayOf(p10)} – ${dayOf(p90)}`})`
      : ''
  return [
    {
      kind: 'run_out',
      subjectId: id,
      subjectName: name,
      isOn: at.getTime() - now <= days * DAY_MS,
      title: `“${name}” runs out around ${dayOf(at)}`,
      detail: `At ${pace} the wallet “${name}” runs out around ${dayOf(at)}${likely}.${taken > 0n ? ` ${formatWithUnit(taken, cachedTeamUnit(ctx.team.id))} a day of that is outside spend.` : ''}`,
      data: { runOut: at.toISOString() },
      path: `wallets/${id}`,
    },
  ]
}
