import { type Clock, cachedTeamUnit, formatMoment, nanoToText, operationItem } from '@/lib/kernel'
import { listBudgets } from '@/lib/money/budgets'
import { createForecastCache, forecastHistoryStart } from '@/lib/money/forecast'
import { createSpendMemory } from '@/lib/money/ledger'
import {
  findOutsideSpendAndPriceShifts,
  medianDailyOutsideSpend,
  readHistoryVersions,
  type WalletAnomalies,
  type WalletPriceShift,
} from '@/lib/money/statements'
import { listWallets, type WalletView } from '@/lib/money/wallets'
import { createVersionedCache, type VersionedCache } from '@/lib/platform/cache'
import { DAY_MS } from '@/lib/platform/calendar'
import { type TeamCtx, type Tx, transaction } from '@/lib/platform/db'
import { type DeploymentServices, getProvider, providerPrices } from '@/lib/upstream/providers'
import {
  type AlertInputs,
  type Condition,
  type ConditionSource,
  createHighestBalanceCache,
  type WalletLosses,
} from './condition'
import { queueDeliveries } from './delivery/queue'
import { findUnacknowledgedSpend, openIncidentsStart, readIncidents } from './incidents'
import { type AlertKind, alertKindSchema, REPORTED_ONCE_KINDS } from './schemas'
import { readAlertSettings } from './settings'
import { hasWorsened, isSnoozed } from './snooze'
import { lowBalanceConditions, runOutConditions } from './sources/balances'
import { budgetConditions } from './sources/budgets'
import { differingPriceConditions, priceShiftConditions } from './sources/prices'
import { scheduleConditions } from './sources/schedules'
import { outsideSpendConditions, unusualSpendConditions } from './sources/spend'
import { refusedKeyConditions, upstreamFailureConditions } from './sources/upstream'
import { endAlert, insertAlert, selectOpenAlerts, updateAlertText, updateOpenAlert } from './store'

/** The sources that watch each kind; some watch several kinds. */
const SOURCES_OF: Readonly<Record<AlertKind, readonly ConditionSource[]>> = {
  low_balance: [lowBalanceConditions],
  run_out: [runOutConditions],
  budget_threshold: [budgetConditions],
  budget_stopped: [budgetConditions],
  unusual_spend: [unusualSpendConditions],
  outside_spend: [outsideSpendConditions],
  key_refused: [refusedKeyConditions],
  price_shift: [priceShiftConditions, differingPriceConditions],
  upstream_failing: [upstreamFailureConditions],
  schedule_failing: [scheduleConditions],
  new_items: [scheduleConditions],
  nothing_new: [scheduleConditions],
}
const SOURCES: ReadonlySet<ConditionSource> = new Set(Object.values(SOURCES_OF).flat())

/** Watches a team's conditions and keeps its alerts up to date. */
export interface AlertWatch {
  /**
   * Fires alerts for new conditions and ends those whose conditions are over. Returns the number of each.
   * `isMine` says, within the transaction that writes, whether the job still belongs to this process; otherwise
   * nothing is written.
   */
  look(
    ctx: TeamCtx,
    services: DeploymentServices,
    isMine?: (tx: Tx) => Promise<boolean>,
  ): Promise<{ fired: number; recovered: number }>
}

/** Creates a watch. It remembers what it has read, so that checking a team in which nothing happened costs little. */
export function createAlertWatch(clock: Clock): AlertWatch {
  const kept = createAnomalyCache(clock)
  const spend = createSpendMemory()
  const forecasts = createForecastCache(spend)
  const highest = createHighestBalanceCache()
  return {
    async look(ctx, services, isMine = async () => true) {
      const begunAt = ctx.clock.now()
      const [settings, { provider }, wallets, budgets] = await Promise.all([
        readAlertSettings(ctx.db, ctx.team.id, begunAt),
        getProvider(ctx, services),
        listWallets(ctx),
        listBudgets(ctx),
      ])
      const [anomalies, spent] = await Promise.all([
        lookForAnomalies(ctx, wallets, kept),
        spend.since(
          ctx,
          wallets.map(({ id }) => id),
          forecastHistoryStart(begunAt),
        ),
      ])
      const prices = providerPrices(provider)
      const look = { ctx, settings, wallets, budgets, spent, forecasts, highest, prices, anomalies }
      const found = await Promise.all([...SOURCES].map((source) => source(look)))
      const conditions = found.flat().filter(({ kind }) => settings.isEnabled(kind))
      return transaction(ctx.db, async (tx) =>
        (await isMine(tx)) ? updateAlerts(tx, look, conditions, begunAt) : { fired: 0, recovered: 0 },
      )
    },
  }
}

/** An alert that ends by itself needs no words. */
const ENDED = {}

const keyOf = ({ kind, subjectId, occasion }: Condition): string =>
  [kind, subjectId, ...(occasion === undefined ? [] : [occasion])].join('|')

/** Compares the conditions with the open alerts. Each change is written and queued for sending, once. */
async function updateAlerts(tx: Tx, look: AlertInputs, conditions: readonly Condition[], begunAt: Date) {
  const { ctx, settings } = look
  const teamId = ctx.team.id
  const now = ctx.clock.now()
  const open = await selectOpenAlerts(tx, teamId)
  const openByKey = new Map(open.map((alert) => [alert.dedupeKey, alert]))
  const held = new Set(conditions.map(keyOf))
  const tell = async (
    alertId: string,
    { kind, subjectId }: { kind: AlertKind; subjectId: string },
    event: 'fired' | 'recovered',
  ) => {
    if (settings.mutedUntil(kind, subjectId) === null)
      await queueDeliveries(tx, { teamId, alertId, kind, event, at: now })
  }
  let fired = 0
  for (const condition of conditions) {
    const { kind, subjectId, subjectName, title, detail, path } = condition
    const data = JSON.stringify(condition.data)
    const before = openByKey.get(keyOf(condition))
    if (before) {
      // The action may be done by now. An alert that is reported once keeps its original text.
      const isOther = before.title !== title || before.detail !== detail || before.path !== path
      if (isOther && !REPORTED_ONCE_KINDS.has(kind))
        await updateAlertText(tx, teamId, before.id, { title, detail, data, path })
      if (isSnoozed(before, now) && hasWorsened(kind, before.snoozedData, condition.data))
        await updateOpenAlert(tx, teamId, before.id, { snoozedUntil: null, snoozedData: null })
      continue
    }
    if (!condition.isOn) continue
    const alertId = await insertAlert(tx, {
      teamId,
      kind,
      subjectId,
      subjectName,
      dedupeKey: keyOf(condition),
      title,
      detail,
      data,
      path,
      firedAt: now,
    })
    if (alertId === null) continue
    fired++
    await tell(alertId, condition, 'fired')
  }
  let recovered = 0
  for (const alert of open) {
    // An alert fired after the check began is not among its findings; one by a clock that was ahead may be.
    if (held.has(alert.dedupeKey) || (alert.firedAt > begunAt && alert.firedAt <= now)) continue
    const kind = alertKindSchema.parse(alert.kind)
    const why = kind === 'outside_spend' && settings.isEnabled(kind) ? endOfIncident(alert, look) : ENDED
    if (why === null) continue
    // A new episode may begin. An alert that is reported once per occasion keeps its key, so that it is not repeated.
    const isOnce = REPORTED_ONCE_KINDS.has(kind)
    const dedupeKey = isOnce ? alert.dedupeKey : `${alert.dedupeKey}|${alert.id}`
    if (!(await endAlert(tx, teamId, alert.id, { recoveredAt: now, dedupeKey, ...why }))) continue
    recovered++
    if (!isOnce && settings.isEnabled(kind))
      await tell(alert.id, { kind, subjectId: alert.subjectId }, 'recovered')
  }
  return { fired, recovered }
}

interface EndingIncident {
  readonly subjectId: string
  readonly subjectName: string
  readonly title: string
  readonly detail: string
  readonly firedAt: Date
  readonly acknowledgedAt: Date | null
}

/** How an incident ends, in words that replace its own. */
interface Ending {
  readonly title?: string
  readonly detail?: string
}

/**
 * Returns how outside spend that the readings no longer show ends, if it does: only if they prove that it was a price,
 * or identify it as somebody else’s, which is its own incident. Null: it stays until somebody acknowledges it.
 */
function endOfIncident(
  { subjectId, subjectName, detail, firedAt, acknowledgedAt }: EndingIncident,
  { ctx, anomalies }: Pick<AlertInputs, 'ctx' | 'anomalies'>,
): Ending | null {
  if (acknowledgedAt !== null) return {}
  const wallet = anomalies.outside.find(({ walletId }) => walletId === subjectId)
  if (wallet?.certain)
    return {
      detail: `${detail} The readings since then show that it was someone else: see the alert about that.`,
    }
  const shift = anomalies.shifts.findLast(
    ({ walletId, knownAt }) => walletId === subjectId && knownAt >= firedAt,
  )
  if (!shift) return null
  const { operation, realNano, since } = shift
  const price = `Since ${formatMoment(since, ctx.team.timeZone)} ${operationItem(operation)} takes ${nanoToText(realNano)} ${cachedTeamUnit(ctx.team.id)}`
  return {
    title: `It was a price: nobody else spent from “${subjectName}”`,
    detail: `${price}, as the readings since then prove. The alert said at first: ${detail}`,
  }
}

/** Maximum number of cached wallets; beyond it, the least recently used is dropped. */
const MAX_WALLETS = 5000

/** Anomalies of each wallet's balance. */
export type AnomalyCache = VersionedCache<WalletAnomalies>

/** Creates the cache of a process. It computes again if the mark has changed, and after a day. */
export const createAnomalyCache = (clock: Clock, maxWallets = MAX_WALLETS): AnomalyCache =>
  createVersionedCache({ max: maxWallets, life: { ms: DAY_MS, now: () => clock.now().getTime() } })

/**
 * Returns the anomalies of a team's balances. Reads again the history of wallets that have a new reading, or whose
 * lost calls are known better.
 */
async function lookForAnomalies(
  ctx: TeamCtx,
  wallets: readonly WalletView[],
  anomalyCache: AnomalyCache,
): Promise<AlertInputs['anomalies']> {
  const now = ctx.clock.now()
  const dayAgo = new Date(now.getTime() - DAY_MS)
  const [marks, incidents] = await Promise.all([
    readHistoryVersions(ctx, wallets),
    readIncidents(ctx.db, ctx.team.id),
  ])
  const outside: WalletLosses[] = []
  const shifts: WalletPriceShift[] = []
  // One after the other: each may read and compute for a while, and others wait.
  for (const wallet of wallets) {
    const { id, name } = wallet
    const { readings, lost } = marks.get(id) ?? {}
    const since = openIncidentsStart(incidents, id, dayAgo)
    const mark = `${name} ${readings} ${lost} ${since === dayAgo ? '' : since.toISOString()}`
    const found = await anomalyCache.of(`${ctx.team.id} ${id}`, mark, () =>
      findOutsideSpendAndPriceShifts(ctx, wallet, since),
    )
    const lossesOf = (isPerhaps: boolean) =>
      findUnacknowledgedSpend(
        found.outside.filter((one) => one.isPerhapsOurs === isPerhaps),
        incidents.filter((one) => one.walletId === id && one.isPerhaps === isPerhaps),
        dayAgo,
      )
    // A minimum that may be our own, as since the last clean reading, is too uncertain for a forecast.
    const taken = found.outside.flatMap(({ to: at, nano, isAtLeast, isPerhapsOurs }) =>
      isAtLeast && isPerhapsOurs ? [] : [{ at, nano }],
    )
    outside.push({
      walletId: id,
      walletName: name,
      certain: lossesOf(false),
      perhaps: lossesOf(true),
      perDayNano: medianDailyOutsideSpend(taken, now),
    })
    shifts.push(...found.shifts)
  }
  return { outside, shifts }
}
