import { type Clock, type Nano, nanoToText } from '@/lib/kernel'
import { type BudgetView, listBudgets } from '@/lib/money/budgets'
import { keepForecasts } from '@/lib/money/forecast'
import { createSpendMemory } from '@/lib/money/ledger'
import { outsidePerDay } from '@/lib/money/statements'
import { listWallets } from '@/lib/money/wallets'
import { DAY_MS } from '@/lib/platform/calendar'
import type { Db, TeamCtx } from '@/lib/platform/db'
import { type LabelsOf, setGauge } from '@/lib/platform/metrics'
import { systemCtx } from '@/lib/server/jobs'
import { listAllTeams } from '@/lib/teams/teams'

/** Gauges that the database provides for all teams: balances, days left, use of budgets. */
export interface TeamGauges {
  /**
   * Reads the gauges again if they are old. Resolves when that is done, or has taken too long for a scrape; the
   * reading then continues.
   */
  refresh(): Promise<void>
}

interface TeamGaugeParts {
  readonly db: Db
  readonly clock: Clock
  onError(error: unknown): void
}

type ToldValues<Name extends Parameters<typeof setGauge>[0]> = (readonly [LabelsOf<Name>, number])[]

interface Readings {
  readonly balances: ToldValues<'purser_wallet_balance_credits'>
  readonly days: ToldValues<'purser_wallet_days_left'>
  readonly budgets: ToldValues<'purser_budget_used_ratio'>
}

const FRESH_MS = 60_000
/** Multiple of a reading's duration until the next, so that readings take at most a tenth of the time. */
const REST_TIMES = 10
const PATIENCE_MS = 2000
/** Maximum number of teams in the metrics. */
const MAX_TEAMS = 200

/** Creates the gauges of a process. Teams are read one after another. A forecast is cached until it would change. */
export function createTeamGauges({ db, clock, onError }: TeamGaugeParts): TeamGauges {
  const forecasts = keepForecasts(createSpendMemory())
  let reading: Promise<void> | null = null
  let nextAt = Number.NEGATIVE_INFINITY

  async function readTeam(ctx: TeamCtx, into: Readings): Promise<void> {
    const team = ctx.team.slug
    const [wallets, budgets] = await Promise.all([listWallets(ctx), listBudgets(ctx)])
    const outside = await outsidePerDay(ctx, wallets)
    for (const wallet of wallets) {
      const labels = { team, wallet: wallet.name }
      if (wallet.expectedNano === null || wallet.keyCount === 0) continue
      into.balances.push([labels, creditsOf(wallet.expectedNano)])
      const forecast = await forecasts.of(ctx, wallet, budgets, outside.get(wallet.id) ?? 0n)
      if (!forecast?.hasHistory) continue
      for (const band of ['p10', 'p50', 'p90'] as const) {
        const at = forecast.runOut[band]
        if (at) into.days.push([{ ...labels, band }, (at.getTime() - clock.now().getTime()) / DAY_MS])
      }
    }
    for (const budget of budgets)
      into.budgets.push([{ team, budget: budget.name, period: budget.period }, usedOf(budget)])
  }

  async function readAll(): Promise<void> {
    const since = clock.monotonic()
    const into: Readings = { balances: [], days: [], budgets: [] }
    try {
      const teams = await listAllTeams(db)
      for (const team of teams.slice(0, MAX_TEAMS)) await readTeam(systemCtx(db, clock, team), into)
      setGauge('purser_wallet_balance_credits', into.balances)
      setGauge('purser_wallet_days_left', into.days)
      setGauge('purser_budget_used_ratio', into.budgets)
    } catch (error) {
      onError(error)
    }
    const now = clock.monotonic()
    nextAt = now + Math.max(FRESH_MS, REST_TIMES * (now - since))
    reading = null
  }

  return {
    async refresh() {
      if (reading === null && clock.monotonic() < nextAt) return
      reading ??= readAll()
      const done = new AbortController()
      const late = clock.sleep(PATIENCE_MS, done.signal).catch(() => undefined)
      await Promise.race([reading, late])
      done.abort()
    },
  }
}

/** Converts to floating point, the only numbers of Prometheus. */
const creditsOf = (nano: Nano): number => Number(nanoToText(nano))

const usedOf = ({ settled, reserved, effectiveAmount }: BudgetView): number =>
  effectiveAmount <= 0n ? 1 : Number(((settled + reserved) * 10_000n) / effectiveAmount) / 10_000
