import { type Nano, parseNano } from '@/lib/kernel'
import type { OutsideSpend } from '@/lib/money/statements'
import type { Db, TeamCtx } from '@/lib/platform/db'
import type { AlertKind } from './schemas'
import { selectOpenAlerts, selectOutsideSpendAlerts } from './store'
import { isUncertainSpend } from './urgency'

/** Outside spend that was reported, open until somebody acknowledges it with a reason. */
export interface Incident {
  readonly walletId: string
  /** True if it may have been our own pages. */
  readonly isPerhaps: boolean
  /** When the balance was last known to be right. */
  readonly from: Date
  /** Last reading that showed it. */
  readonly to: Date
  readonly nano: Nano
  /** Null while it is open. */
  readonly acknowledgedAt: Date | null
}

/** Returns a team's open incidents, and the latest acknowledged ones. */
export async function readIncidents(db: Db, teamId: string): Promise<Incident[]> {
  const rows = await selectOutsideSpendAlerts(db, teamId)
  return rows.map(({ subjectId, dedupeKey, firedAt, acknowledgedAt, data }) => {
    const { from, to, credits }: Partial<Record<string, string>> = JSON.parse(data)
    return {
      walletId: subjectId,
      isPerhaps: isUncertainSpend(dedupeKey),
      from: from === undefined ? firedAt : new Date(from),
      to: to === undefined ? (acknowledgedAt ?? firedAt) : new Date(to),
      nano: parseNano(credits ?? '') ?? 0n,
      acknowledgedAt,
    }
  })
}

/** Outside spend of a wallet that nobody has acknowledged. */
export interface UnacknowledgedSpend {
  readonly found: readonly OutsideSpend[]
  /** Amount found, less the amount acknowledged. */
  readonly nano: Nano
}

type FoundSpend = OutsideSpend & { readonly recognisedAt: Date | null }

/**
 * Returns what one wallet lost to others and nobody has acknowledged; null if that is nothing. An open incident keeps
 * everything found since it began, however long ago, or else it would end without anybody having seen it. What is
 * acknowledged stays so, even if a later reading shows it together with more.
 */
export function findUnacknowledgedSpend(
  outsideSpends: readonly FoundSpend[],
  incidents: readonly Incident[],
  dayAgo: Date,
): UnacknowledgedSpend | null {
  const goingOn = outsideSpends.filter(({ recognisedAt }) => recognisedAt === null)
  const open = incidents.filter(({ acknowledgedAt }) => acknowledgedAt === null)
  let since = earliest(dayAgo, [...open, ...goingOn])
  let known: readonly Incident[] = []
  for (;;) {
    const from = since
    known = incidents.filter(({ acknowledgedAt }) => acknowledgedAt !== null && acknowledgedAt >= from)
    since = earliest(since, known)
    if (since === from) break
  }
  const own = outsideSpends.filter(({ recognisedAt }) => recognisedAt === null || recognisedAt >= since)
  const nano = beyond(own, known)
  return nano > 0n ? { found: own, nano } : null
}

/**
 * Returns the amount found, less what was acknowledged of it: from each incident, as much as is still found in its
 * time. What readings have proven to be a price is no longer found, and its acknowledgement does not reduce what was
 * taken later.
 */
function beyond(found: readonly FoundSpend[], known: readonly Incident[]): Nano {
  const left = found.map(({ nano }) => nano)
  for (const incident of known) {
    let acknowledged = incident.nano
    for (const [index, { from, to }] of found.entries()) {
      if (from >= incident.to || to <= incident.from) continue
      const open = left[index] ?? 0n
      const taken = open < acknowledged ? open : acknowledged
      left[index] = open - taken
      acknowledged -= taken
    }
  }
  return left.reduce((sum, nano) => sum + nano, 0n)
}

const earliest = (moment: Date, others: readonly { readonly from: Date }[]): Date =>
  others.reduce((first, { from }) => (from < first ? from : first), moment)

/** Returns the moment from which readings are read again for a wallet's open incidents. */
export const openIncidentsStart = (incidents: readonly Incident[], walletId: string, dayAgo: Date): Date =>
  earliest(
    dayAgo,
    incidents.filter((one) => one.walletId === walletId && one.acknowledgedAt === null),
  )

const KIND: AlertKind = 'outside_spend'

/** Outside spend that nobody has acknowledged. */
export interface OpenIncident {
  readonly id: string
  readonly walletId: string
  readonly walletName: string
  readonly title: string
  readonly detail: string
  /** Amount, and the moments between which it was spent. */
  readonly nano: Nano
  readonly from: Date
  readonly to: Date
  /** True if it may be our own pages at another price, which the next ones will show. */
  readonly isPerhaps: boolean
}

/** Returns outside spend that nobody has acknowledged, newest first. */
export async function listIncidents(ctx: TeamCtx): Promise<OpenIncident[]> {
  const open = await selectOpenAlerts(ctx.db, ctx.team.id, KIND)
  return open
    .filter(({ acknowledgedAt }) => acknowledgedAt === null)
    .map(({ id, subjectId, subjectName, title, detail, data, dedupeKey, firedAt }) => {
      const { credits, from, to }: Partial<Record<string, string>> = JSON.parse(data)
      return {
        id,
        title,
        detail,
        walletId: subjectId,
        walletName: subjectName,
        nano: parseNano(credits ?? '') ?? 0n,
        from: from === undefined ? firedAt : new Date(from),
        to: to === undefined ? firedAt : new Date(to),
        isPerhaps: isUncertainSpend(dedupeKey),
      }
    })
}
