import { createHash, timingSafeEqual } from 'node:crypto'
import type { KeyNames } from '@/lib/collect/runs'
import { type Clock, type Nano, nanoToText, PRIORITIES, type Priority } from '@/lib/kernel'
import { type BudgetView, listBudgets } from '@/lib/money/budgets'
import { createForecastCache } from '@/lib/money/forecast'
import { createSpendMemory } from '@/lib/money/ledger'
import { readDailyOutsideSpend } from '@/lib/money/statements'
import { listWallets } from '@/lib/money/wallets'
import { DAY_MS } from '@/lib/platform/calendar'
import type { Db, TeamCtx } from '@/lib/platform/db'
import { joinMetrics, type LabelsOf, type MetricTexts, setGauge, writeMetrics } from '@/lib/platform/metrics'
import { systemCtx } from '@/lib/server/jobs'
import { listAllTeams } from '@/lib/teams/teams'
import type { Pacers } from '@/lib/upstream/pacing'

/** Answers those who scrape an instance's metrics. */
export interface MetricsReader {
  /** Returns whether the header `Authorization` has the token of the settings. */
  accepts(authorization: string | null): boolean
  /** Returns all metrics of both processes, in Prometheus's format. */
  read(): Promise<string>
}

interface MetricsReaderParts {
  readonly token: string
  readonly clock: Pick<Clock, 'monotonic'>
  readonly worker: { metrics(): Promise<MetricTexts> }
  /** True if the worker is another process; otherwise it also reports what this one has counted. */
  readonly isApart: boolean
  readonly teams: TeamGauges
}

/** Time for which simultaneous scrapers share an answer. */
const SHARED_MS = 1000
/** Has a label, because the worker would report an unlabelled one as 0. */
const WORKER = { process: 'worker' }

/** Creates the reader of an instance. */
export function createMetricsReader({
  token,
  clock,
  worker,
  isApart,
  teams,
}: MetricsReaderParts): MetricsReader {
  let latest: { readonly at: number; readonly text: Promise<string> } | null = null
  const expected = digestOf(`Bearer ${token}`)

  async function readNow(): Promise<string> {
    await teams.refresh()
    if (!isApart) {
      setGauge('purser_worker_up', [[WORKER, 1]])
      return joinMetrics([await worker.metrics()])
    }
    const theirs = await worker.metrics().catch(() => null)
    setGauge('purser_worker_up', [[WORKER, theirs === null ? 0 : 1]])
    return joinMetrics([await writeMetrics(), theirs ?? {}])
  }
  return {
    // Compares digests, so that the time taken does not reveal even the length of the token.
    accepts: (authorization) =>
      timingSafeEqual(digestOf((authorization ?? '').replace(/^bearer +/i, 'Bearer ')), expected),
    read() {
      const now = clock.monotonic()
      if (latest === null || now - latest.at >= SHARED_MS) latest = { at: now, text: readNow() }
      return latest.text
    },
  }
}

const digestOf = (text: string): Buffer => createHash('sha256').update(text).digest()

interface KeyGaugeParts {
  readonly pacers: Pick<Pacers, 'list'>
  readonly book: {
    /** Returns the names of a key with which calls were made; null for others. */
    readonly namesOf: (keyId: string) => KeyNames | null
  }
}

/** Sets the gauges of each key of this worker. It reads nothing from the database. */
export function setKeyGauges({ pacers, book }: KeyGaugeParts): void {
  const keys = pacers.list().flatMap(({ keyId, pacer }) => {
    const names = book.namesOf(keyId)
    return names ? [{ names, figures: pacer.figures() }] : []
  })
  const waiting = (priority: Priority) =>
    keys.map(({ names, figures }) => [{ ...names, priority }, figures.queue[priority].waiting] as const)
  setGauge('purser_key_queue_length', PRIORITIES.flatMap(waiting))
  setGauge(
    'purser_key_under_way',
    keys.map(({ names, figures }) => [names, figures.underWay]),
  )
  setGauge(
    'purser_key_rate',
    keys.map(({ names, figures }) => [names, figures.rate]),
  )
  setGauge(
    'purser_key_halted',
    keys.map(({ names, figures }) => [names, figures.halted === null ? 0 : 1]),
  )
}

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
  const forecasts = createForecastCache(createSpendMemory())
  let reading: Promise<void> | null = null
  let nextAt = Number.NEGATIVE_INFINITY

  async function readTeam(ctx: TeamCtx, into: Readings): Promise<void> {
    const team = ctx.team.slug
    const [wallets, budgets] = await Promise.all([listWallets(ctx), listBudgets(ctx)])
    const outside = await readDailyOutsideSpend(ctx, wallets)
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
