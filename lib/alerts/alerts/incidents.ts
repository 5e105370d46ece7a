import { type Nano, parseNano } from '@/lib/kernel'
import type { OutsideSpend } from '@/lib/money/statements'
import type { Db } from '@/lib/platform/db'
import { selectOutsideSpend } from './store'

/** Outside spend that was told: open until somebody acknowledges it with a reason. */
export interface Incident {
  readonly walletId: string
  /** Whether it may have been our own pages. */
  readonly isPerhaps: boolean
  /** When the balance was last known to be as it should. */
  readonly from: Date
  /** The last reading that it was told by. */
  readonly to: Date
  readonly nano: Nano
  /** Null while it is open. */
  readonly acknowledgedAt: Date | null
}

/** What ends the key of an alert that may be our own pages'. */
export const PERHAPS = 'perhaps'

/** A team's open incidents, and the latest that were acknowledged. */
export async function readIncidents(db: Db, teamId: string): Promise<Incident[]> {
  const rows = await selectOutsideSpend(db, teamId)
  return rows.map(({ subjectId, dedupeKey, firedAt, acknowledgedAt, data }) => {
    const { from, to, credits }: Partial<Record<string, string>> = JSON.parse(data)
    return {
      walletId: subjectId,
      isPerhaps: dedupeKey.split('|')[2] === PERHAPS,
      from: from === undefined ? firedAt : new Date(from),
      to: to === undefined ? (acknowledgedAt ?? firedAt) : new Date(to),
      nano: parseNano(credits ?? '') ?? 0n,
      acknowledgedAt,
    }
  })
}

/** Outside spend of a wallet that nobody has acknowledged. */
export interface NewSpend {
  readonly found: readonly OutsideSpend[]
  /** What was found, less what was acknowledged. */
  readonly nano: Nano
}

type FoundSpend = OutsideSpend & { readonly recognisedAt: Date | null }

/**
 * What one wallet lost to others and nobody has acknowledged; null if that is nothing. An open incident keeps all that was
 * found since it began, however long ago: else it would be over without anybody having seen it. What is acknowledged
 * stays so, also where a later reading tells it together with more.
 */
export function notAcknowledged(
  found: readonly FoundSpend[],
  incidents: readonly Incident[],
  dayAgo: Date,
): NewSpend | null {
  const goingOn = found.filter(({ recognisedAt }) => recognisedAt === null)
  const open = incidents.filter(({ acknowledgedAt }) => acknowledgedAt === null)
  let since = earliest(dayAgo, [...open, ...goingOn])
  let known: readonly Incident[] = []
  for (;;) {
    const from = since
    known = incidents.filter(({ acknowledgedAt }) => acknowledgedAt !== null && acknowledgedAt >= from)
    since = earliest(since, known)
    if (since === from) break
  }
  const own = found.filter(({ recognisedAt }) => recognisedAt === null || recognisedAt >= since)
  const nano = beyond(own, known)
  return nano > 0n ? { found: own, nano } : null
}

/**
 * What was found, less what was acknowledged of it: of each incident as much as is still found in its time. What readings
 * have proven to be a price is found no more, and its acknowledgement takes nothing off what was taken later.
 */
function beyond(found: readonly FoundSpend[], known: readonly Incident[]): Nano {
  const left = found.map(({ nano }) => nano)
  for (const incident of known) {
    let acknowledged = incident.nano
    for (const [place, { from, to }] of found.entries()) {
      if (from >= incident.to || to <= incident.from) continue
      const open = left[place] ?? 0n
      const taken = open < acknowledged ? open : acknowledged
      left[place] = open - taken
      acknowledged -= taken
    }
  }
  return left.reduce((sum, nano) => sum + nano, 0n)
}

const earliest = (moment: Date, others: readonly { readonly from: Date }[]): Date =>
  others.reduce((first, { from }) => (from < first ? from : first), moment)

/** From when on readings are read again for a wallet's open incidents. */
export const sinceOpen = (incidents: readonly Incident[], walletId: string, dayAgo: Date): Date =>
  earliest(
    dayAgo,
    incidents.filter((one) => one.walletId === walletId && one.acknowledgedAt === null),
  )
