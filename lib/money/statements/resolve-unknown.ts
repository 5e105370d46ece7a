import { z } from 'zod'
import {
  cachedTeamUnit,
  chargeForPage,
  chargeUnit,
  conflict,
  formatMoment,
  formatPlural,
  formatWithUnit,
  invalid,
  type Nano,
  notFound,
  type ProviderPrices,
  perItemTariff,
  requireAdmin,
  type Tariff,
  withPlainConventions,
} from '@/lib/kernel'
import { readLockedHolds, releaseHolds, settleHolds } from '@/lib/money/budgets'
import { findUnknownAttempt, listUnknownAttempts, readLostTotals, resolveAttempt } from '@/lib/money/ledger'
import { findPriceInForce } from '@/lib/money/prices'
import type { WalletView } from '@/lib/money/wallets'
import { appendAuditEntry } from '@/lib/platform/audit'
import { type TeamCtx, type Tx, transaction } from '@/lib/platform/db'
import { cachedByHistory, readHistoryVersions, startOfHistory } from './kept-histories'
import { readHistory } from './list-movements'
import { findLostSums, type LostSum, splitLostSum } from './lost-sum'
import type { LostCallGroup, resolveCallsInput, resolveUnknownInput, UnknownView } from './schemas'

/**
 * Records what an admin knows about a call whose answer was lost: charged for a number of items, or not at all. It
 * costs what a page of that many items cost when it was opened, by the provider's stated prices and the team's own.
 * Its entry does not change. What it held of budgets becomes spent or free. Throws `conflict` if it is already
 * resolved.
 */
export async function resolveUnknown(
  ctx: TeamCtx,
  { attemptId, finding, items, note }: z.output<typeof resolveUnknownInput>,
  provider: ProviderPrices,
): Promise<void> {
  requireAdmin(ctx, 'resolve unknown calls')
  const counted = finding === 'charged' ? items : 0
  await transaction(ctx.db, async (tx) => {
    const by = { resolvedById: ctx.actor.memberId, resolvedByName: ctx.actor.name }
    const said = { attemptId, finding, items: counted, proof: 'note', note, ...by } as const
    const attempt = await applyResolution(tx, ctx, said, async (unknown) => {
      const nano = await chargeAt(tx, unknown, items, provider)
      // Some calls cost something even without items.
      if (items === 0 && (nano ?? 0n) === 0n)
        throw invalid('The call was not resolved.', { items: 'Enter how many items were charged.' })
      return nano
    })
    await appendAuditEntry(tx, ctx, {
      action: 'unknown.resolve',
      subjectId: attemptId,
      subjectName: `${attempt.keyPrefix}, page ${attempt.pageNumber}`,
      detail: { finding, items: counted, note },
    })
  })
}

/**
 * Returns the charge of a page with this many items by the tariff in force when the call was opened; null if none was
 * known.
 */
async function chargeAt(
  tx: Tx,
  unknown: UnknownCall,
  items: number,
  provider: ProviderPrices,
): Promise<Nano | null> {
  const { reservedItems, reservedNano } = unknown
  // A user's look-up has no items. It costs what is held for it.
  if (reservedItems === 0) return reservedNano
  const unit = unknown.priceNano
  if (unit === null) return null
  const nano = chargeForPage(await tariffOf(tx, unknown, unit, provider), { items, chargedItems: items })
  // It costs no more than what was held for that many items.
  return items <= reservedItems && reservedNano !== null && nano > reservedNano ? reservedNano : nano
}

/**
 * Returns the tariff of a call whose unit is known. If the provider now states another one, its units count as items.
 */
async function tariffOf(
  tx: Tx,
  { teamId, walletId, operation, openedAt }: UnknownCall,
  unit: Nano,
  provider: ProviderPrices,
): Promise<Tariff> {
  const { tariff } = await findPriceInForce(tx, { teamId, walletId, operation, at: openedAt, provider })
  return tariff !== null && chargeUnit(tariff) === unit ? tariff : perItemTariff(unit)
}

export interface Finding {
  readonly attemptId: string
  readonly finding: 'charged' | 'uncharged'
  readonly items: number
  readonly proof: 'readings' | 'note'
  readonly note: string
  readonly resolvedById: string | null
  readonly resolvedByName: string
}

/** A call whose answer was lost, as stored in the ledger. */
export type UnknownCall = NonNullable<Awaited<ReturnType<typeof findUnknownAttempt>>>

/**
 * Records the resolution of an unknown call. What it held of budgets becomes spent or free. `chargeOf` returns the
 * cost of its items. Returns the call. Throws `not_found`, and `conflict` if it is already resolved.
 */
export async function applyResolution(
  tx: Tx,
  ctx: TeamCtx,
  { attemptId, finding, items, ...proof }: Finding,
  chargeOf: (attempt: UnknownCall) => Nano | null | Promise<Nano | null>,
): Promise<UnknownCall> {
  const teamId = ctx.team.id
  const holds = await readLockedHolds(tx, teamId, [attemptId])
  const attempt = await findUnknownAttempt(tx, teamId, attemptId)
  if (!attempt) throw notFound('The unknown call')
  const isCharged = finding === 'charged'
  const chargeNano = isCharged ? await chargeOf(attempt) : null
  const at = ctx.clock.now()
  const { walletId } = attempt
  await resolveAttempt(tx, { teamId, attemptId, walletId, finding, items, chargeNano, ...proof, at })
  if (isCharged) await settleHolds(tx, teamId, at, [{ attemptId, items, nano: chargeNano }], holds)
  else await releaseHolds(tx, teamId, holds)
  return attempt
}

/** Returns the unresolved lost calls of these wallets whose sum readings show, per window, newest first. */
export async function listLostCallGroups(
  ctx: TeamCtx,
  wallets: readonly WalletView[],
): Promise<LostCallGroup[]> {
  const lost = await readLostTotals(
    ctx,
    wallets.map(({ id }) => id),
  )
  // Most wallets have none, and a wallet's readings are many.
  const losing = wallets.filter(({ id }) => (lost.get(id)?.unresolved ?? 0) > 0)
  const marks = readHistoryVersions(ctx, losing)
  const found = await Promise.all(
    losing.map(async (wallet) => {
      const { id, name } = wallet
      const { sums } = await shownSums(ctx, wallet, ctx.clock.now(), marks)
      return sums.map(({ from, to, nano, calls }) => {
        const attemptIds = calls.map(({ attemptId }) => attemptId)
        return { walletId: id, walletName: name, from, to, nano, attemptIds }
      })
    }),
  )
  return found.flat().sort((one, two) => two.to.getTime() - one.to.getTime())
}

const shownSums = cachedByHistory('lost sums', ({ movements }) => ({ sums: findLostSums(movements) }))

/**
 * Records what an admin knows about several lost calls in one step: each was charged the most that it may have cost,
 * none was charged, or they cost what the balance shows. Throws `not_found`, and `conflict` if one of them is already
 * resolved. Admins only.
 */
export async function resolveCalls(
  ctx: TeamCtx,
  { attemptIds, finding, items, note }: z.output<typeof resolveCallsInput>,
  provider: ProviderPrices,
): Promise<void> {
  requireAdmin(ctx, 'resolve unknown calls')
  if (finding === 'balance') return resolveLostCallGroup(ctx, { attemptIds }, provider)
  const [attemptId = '', ...others] = attemptIds
  if (others.length === 0 && items !== undefined)
    return resolveUnknown(ctx, { attemptId, finding, items, note }, provider)
  const by = { resolvedById: ctx.actor.memberId, resolvedByName: ctx.actor.name, proof: 'note' } as const
  await transaction(ctx.db, async (tx) => {
    // In order, so that two admins at once cannot wait for each other.
    for (const attemptId of attemptIds.toSorted()) {
      const unknown = await findUnknownAttempt(tx, ctx.team.id, attemptId)
      if (!unknown) throw notFound('The unknown call')
      const counted = finding === 'charged' ? unknown.reservedItems : 0
      const said = { attemptId, finding, items: counted, note, ...by }
      await applyResolution(tx, ctx, said, (attempt) => chargeAt(tx, attempt, counted, provider))
    }
    await appendAuditEntry(tx, ctx, {
      action: 'unknown.resolve',
      subjectId: attemptId,
      subjectName: formatPlural(attemptIds.length, 'call'),
      detail: { finding, calls: attemptIds.length, note },
    })
  })
}

/**
 * Resolves all lost calls of the windows of these calls, by the sums that the readings show. Each counts with its
 * share, and with the items that such a charge means by the provider's prices. Throws `not_found`, or `conflict` if a
 * sum is no longer known or a call was resolved in the meantime. Admins only.
 */
export async function resolveLostCallGroup(
  ctx: TeamCtx,
  { attemptIds }: { readonly attemptIds: readonly string[] },
  provider: ProviderPrices,
): Promise<void> {
  requireAdmin(ctx, 'resolve unknown calls')
  const sums = await sumsOf(ctx, attemptIds)
  const by = { resolvedById: ctx.actor.memberId, resolvedByName: ctx.actor.name, proof: 'note' } as const
  await transaction(ctx.db, async (tx) => {
    for (const { walletId, ...sum } of sums) {
      const note = withPlainConventions(() => noteOf(ctx, sum))
      for (const { call, items, chargeNano } of splitLostSum(sum, provider)) {
        const finding = chargeNano > 0n ? ('charged' as const) : ('uncharged' as const)
        const said = { attemptId: call.attemptId, finding, items: chargeNano > 0n ? items : 0, note, ...by }
        await applyResolution(tx, ctx, said, () => chargeNano)
      }
      await appendAuditEntry(tx, ctx, {
        action: 'unknown.resolve',
        subjectId: sum.calls[0]?.attemptId ?? '',
        subjectName: formatPlural(sum.calls.length, 'call'),
        detail: { walletId, calls: sum.calls.length, note },
      })
    }
  })
}

/** Returns the sums that cover these calls. Throws `not_found`, and `conflict` if one has none. */
async function sumsOf(
  ctx: TeamCtx,
  attemptIds: readonly string[],
): Promise<(LostSum & { readonly walletId: string })[]> {
  const walletIds = new Set<string>()
  for (const attemptId of attemptIds) {
    const unknown = await findUnknownAttempt(ctx.db, ctx.team.id, attemptId)
    if (!unknown) throw notFound('The unknown call')
    walletIds.add(unknown.walletId)
  }
  const asked = new Set(attemptIds)
  const sums: (LostSum & { readonly walletId: string })[] = []
  for (const walletId of walletIds) {
    // Uses the same history as the list that showed it.
    const { movements } = await readHistory(ctx, walletId, startOfHistory(ctx, ctx.clock.now()))
    const fitting = findLostSums(movements).filter(({ calls }) =>
      calls.some((call) => asked.has(call.attemptId)),
    )
    sums.push(...fitting.map((sum) => ({ ...sum, walletId })))
  }
  const covered = new Set(sums.flatMap(({ calls }) => calls.map((call) => call.attemptId)))
  if (attemptIds.some((id) => !covered.has(id)))
    throw conflict('The sum of these calls is not known, or they are resolved. Reload to see.')
  return sums
}

const noteOf = (ctx: TeamCtx, { from, to, nano, calls }: LostSum): string => {
  const at = (moment: Date) => formatMoment(moment, ctx.team.timeZone)
  return `A share of ${formatWithUnit(nano, cachedTeamUnit(ctx.team.id))}, by which the balance fell more than other pages cost, for ${calls.length} unknown calls between ${at(from)} and ${at(to)}.`
}

const finding = z.enum(['charged', 'uncharged'])

const MAX = 100

/** Returns the team's calls whose answer was lost: unresolved ones first, each newest first. */
export async function listUnknowns(ctx: TeamCtx, limit = MAX): Promise<UnknownView[]> {
  const rows = await listUnknownAttempts(ctx, limit)
  return rows.map(({ entry, resolution, ...attempt }) => ({
    attemptId: attempt.id,
    walletId: attempt.walletId,
    at: entry?.at ?? attempt.openedAt,
    why: entry?.reason ?? 'Not known',
    keyPrefix: attempt.keyPrefix,
    environmentName: attempt.environmentName,
    memberName: attempt.memberName,
    searchName: attempt.searchName,
    operation: attempt.operation,
    runId: attempt.runId,
    pageNumber: attempt.pageNumber,
    maxItems: attempt.reservedItems,
    maxNano: attempt.reservedNano,
    resolution: resolution && {
      finding: finding.parse(resolution.finding),
      items: resolution.items,
      chargeNano: resolution.chargeNano,
      note: resolution.note,
      by: resolution.resolvedByName,
      at: resolution.at,
    },
  }))
}
