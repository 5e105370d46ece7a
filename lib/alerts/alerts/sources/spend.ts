import { cachedTeamUnit, formatCredits, formatMoment, formatWithUnit, nanoToText } from '@/lib/kernel'
import { listAuditEntriesAbout } from '@/lib/platform/audit'
import { lastQuarterHours, QUARTER_HOURS_PER_DAY } from '@/lib/platform/calendar'
import type { TeamCtx } from '@/lib/platform/db'
import type { Condition, ConditionSource, WalletLosses } from '../condition'
import type { UnacknowledgedSpend } from '../incidents'
import { UNCERTAIN_KEY_SUFFIX } from '../urgency'

const KNOWN_DAYS = 28
const MIN_DAYS = 7
const USUAL_SHARE = 0.9
/** Fraction of the line below which spend has clearly recovered. */
const CLEARLY = 0.9

/** Returns wallets whose spend in the last 24 hours is far above a usual day's. */
export const unusualSpendConditions: ConditionSource = async ({ ctx, settings, wallets, spent: spentOf }) => {
  const { times } = settings.parametersOf('unusual_spend')
  const { from: start, to: end } = lastQuarterHours(ctx.clock.now(), KNOWN_DAYS + 1)
  return wallets.flatMap(({ id, name }) => {
    const days = new Array<bigint>(KNOWN_DAYS + 1).fill(0n)
    for (const { quarterHour, chargeNano } of spentOf.get(id) ?? []) {
      // A clock that was ahead books in future days.
      if (quarterHour < start || quarterHour >= end) continue
      const day = Math.floor((quarterHour - start) / QUARTER_HOURS_PER_DAY)
      days[day] = (days[day] ?? 0n) + chargeNano
    }
    const last = Number(days.pop() ?? 0n)
    const spent = days.map(Number).filter((nano) => nano > 0)
    if (spent.length < MIN_DAYS) return []
    const usual = spent.sort((a, b) => a - b)[Math.floor(spent.length * USUAL_SHARE)] ?? 0
    if (last < usual * times * CLEARLY) return []
    const credits = (nano: number) => formatCredits(BigInt(Math.round(nano)))
    return [
      {
        kind: 'unusual_spend',
        subjectId: id,
        subjectName: name,
        isOn: last >= usual * times,
        title: `“${name}” spends more than usual`,
        detail: `The last 24 hours cost ${credits(last)} ${cachedTeamUnit(ctx.team.id)} of the wallet “${name}”; nine days in ten cost ${credits(usual)} at most.`,
        data: { last24h: nanoToText(BigInt(last)), usual: nanoToText(BigInt(usual)) },
        path: `wallets/${id}`,
      },
    ]
  })
}

/** Returns wallets with outside spend that nobody has acknowledged. */
export const outsideSpendConditions: ConditionSource = async ({ ctx, anomalies }) => {
  const restores = await restoresWithin(ctx, anomalies.outside)
  const isRestored = (spend: UnacknowledgedSpend | null) =>
    spend?.found.every(({ from, to }) => restores.some((at) => at > from && at <= to)) === true
  return anomalies.outside.flatMap((wallet) => [
    ...conditionOf(wallet, wallet.certain, ctx.team, isRestored(wallet.certain) ? FORGOTTEN : SOMEBODY),
    ...conditionOf(wallet, wallet.perhaps, ctx.team, {
      ...(isRestored(wallet.perhaps) ? FORGOTTEN : EITHER),
      occasion: UNCERTAIN_KEY_SUFFIX,
    }),
  ])
}

interface OutsideWords {
  /** Distinguishes the two cases: once it is known which it was, that is reported again. */
  readonly occasion?: string
  /** Returns the title; `fallen` names the wallet and what it lost. */
  title(fallen: string): string
  /** Returns the detail; `fall` says when the balance fell, and by how much. */
  detail(fall: string): string
}

const SOMEBODY: OutsideWords = {
  title: (fallen) => `${fallen} that no call explains`,
  detail: (fall) =>
    `${fall} that none of our calls explains. A key of this wallet is used elsewhere, or leaked: check the wallet to find out which.`,
}

/** Words for a restored backup: the ledger knows nothing of what was bought between a backup and its restore. */
const FORGOTTEN: OutsideWords = {
  title: (fallen) => `${fallen} that the restored ledger does not hold`,
  detail: (fall) =>
    `${fall} that no call on the ledger explains. A backup was restored meanwhile: what was bought after it was taken is not on the ledger, and is probably this. The audit log says when the backup was taken.`,
}

const EITHER: OutsideWords = {
  title: (fallen) => `${fallen} beyond what our pages explain so far`,
  detail: (fall) =>
    `${fall} beyond what our pages should have cost. A price has changed, a charge showed late, or someone else spends from this wallet. The next pages will show which: run a search, or compare the price with your provider’s.`,
}

function conditionOf(
  { walletId, walletName }: WalletLosses,
  spend: UnacknowledgedSpend | null,
  { id: teamId, timeZone }: { readonly id: string; readonly timeZone: string },
  { occasion, title, detail }: OutsideWords,
): Condition[] {
  const [first, last] = [spend?.found[0], spend?.found.at(-1)]
  if (!spend || !first || !last) return []
  const { found, nano } = spend
  const min = found.some(({ isAtLeast }) => isAtLeast) ? 'at least ' : ''
  const span = `Between ${formatMoment(first.from, timeZone)} and ${formatMoment(last.to, timeZone)}`
  const amount = `${min}${formatWithUnit(nano, cachedTeamUnit(teamId))}`
  const fall = `${span} the balance of “${walletName}” fell by ${amount}`
  return [
    {
      kind: 'outside_spend',
      subjectId: walletId,
      subjectName: walletName,
      ...(occasion !== undefined && { occasion }),
      isOn: true,
      title: title(`“${walletName}” lost ${amount}`),
      detail: detail(fall),
      data: { credits: nanoToText(nano), from: first.from.toISOString(), to: last.to.toISOString() },
      path: `wallets/${walletId}`,
    },
  ]
}

/** Returns when backups of the team were restored, as far as that may explain these losses, oldest first. */
async function restoresWithin(ctx: TeamCtx, losses: readonly WalletLosses[]): Promise<readonly Date[]> {
  const found = losses.flatMap(({ certain, perhaps }) =>
    [certain, perhaps].flatMap((spend) => spend?.found ?? []),
  )
  const [first, ...others] = found.map(({ from }) => from)
  if (!first) return []
  const since = others.reduce((earliest, from) => (from < earliest ? from : earliest), first)
  const restoreFilter = { actions: ['backup.restore'], subjectIds: [ctx.team.id], since } as const
  return (await listAuditEntriesAbout(ctx, restoreFilter)).map(({ at }) => at)
}
