import { dayBefore, monthAfter, monthContaining, monthNameBefore, type Range } from '@/lib/platform/calendar'
import { acquireLock, readPresent, type TeamCtx, type Tx, transaction } from '@/lib/platform/db'
import { readTimeZone } from '@/lib/teams/teams'
import { insertMonth, type PastMonth, selectLastMonth, selectMonths } from './month-store'

/** Time after a month's end at which it is recorded. Calls that end late are mostly on the ledger then. */
const REST_MS = 2 * 3_600_000
/** Number of earlier months that are recorded together with the first one. */
const MONTHS_BACK = 13

/**
 * Records the team's past months, so that their statements keep the zone and the moments that they have now. A month
 * begins where the previous one ended, so that statements add up after a change of the zone.
 */
export const recordMonths = (
  ctx: TeamCtx,
  isMine: (tx: Tx) => Promise<boolean> = () => Promise.resolve(true),
): Promise<void> =>
  transaction(ctx.db, async (tx) => {
    await acquireLock(tx, `months of ${ctx.team.id}`, 'exclusive')
    if (!(await isMine(tx))) return
    const timeZone = await readTimeZone(tx, ctx.team.id)
    const now = await readPresent(tx, ctx.clock)
    let last = await selectLastMonth(tx, ctx.team.id)
    for (;;) {
      const next = last ? monthAfter(last.month, timeZone) : firstMonth(now, timeZone)
      if (next.endsAt.getTime() + REST_MS > now.getTime()) return
      last = { month: next.name, timeZone, startsAt: last?.endsAt ?? next.startsAt, endsAt: next.endsAt }
      await insertMonth(tx, ctx.team.id, last, ctx.clock.now())
    }
  })

const firstMonth = (now: Date, timeZone: string) =>
  monthContaining(dayBefore(now, timeZone, MONTHS_BACK * 31).startsAt, timeZone)

/** Returns the last recorded month; null if none has been over for two hours. */
export const findLastMonth = ({ db, team }: TeamCtx): Promise<PastMonth | null> =>
  selectLastMonth(db, team.id)

/**
 * Returns the month that is not recorded yet, as its statement will be cut if the team keeps its zone: the running one,
 * or for two hours the one that has just ended.
 */
export async function findRunningMonth({ db, team, clock }: TeamCtx): Promise<PastMonth> {
  const { timeZone } = team
  const last = await selectLastMonth(db, team.id)
  const { name, startsAt, endsAt } = last
    ? monthAfter(last.month, timeZone)
    : monthContaining(clock.now(), timeZone)
  return { month: name, timeZone, startsAt: last?.endsAt ?? startsAt, endsAt }
}

/** Returns a recorded month, such as 2026-01; null if it is not over, or long before the first one. */
export const findMonth = async ({ db, team }: TeamCtx, month: string): Promise<PastMonth | null> =>
  // PostgreSQL refuses a text with NUL, and this one may come from an address.
  /^\d{4}-\d{2}$/.test(month) ? ((await selectMonths(db, team.id, [month]))[0] ?? null) : null

/** The moments of a statement, and the zone in which its days are shown. */
export interface StatementSpan {
  readonly from: Date
  readonly to: Date
  readonly timeZone: string
  /** The recorded month that it is; null for any other span. */
  readonly month: string | null
  /** The month that ends where it begins, if it begins with a month. */
  readonly monthBefore: string | null
  /** The recorded month with whose end it ends, if it does. */
  readonly lastMonth: string | null
}

/** Returns the moments of a range of days: those of whole months as they were recorded, others by the team's zone. */
export async function resolveStatementSpan(ctx: TeamCtx, range: Range): Promise<StatementSpan> {
  const { timeZone } = ctx.team
  const [from, to] = [range.from.toJSDate(), range.to.toJSDate()]
  const [first, before, last] = [
    monthContaining(from, timeZone),
    monthContaining(new Date(from.getTime() - 1), timeZone),
    monthContaining(new Date(to.getTime() - 1), timeZone),
  ]
  const recorded = await selectMonths(ctx.db, ctx.team.id, [first.name, before.name, last.name])
  const find = ({ name }: { readonly name: string }): PastMonth | undefined =>
    recorded.find(({ month }) => month === name)
  const isFirst = first.startsAt.getTime() === from.getTime()
  const isLast = last.endsAt.getTime() === to.getTime()
  const end = isLast ? find(last) : undefined
  return {
    from: (isFirst && (find(first)?.startsAt ?? find(before)?.endsAt)) || from,
    to: end?.endsAt ?? to,
    timeZone: end?.timeZone ?? timeZone,
    month: isFirst && first.name === last.name ? (end?.month ?? null) : null,
    monthBefore: isFirst ? before.name : null,
    lastMonth: end?.month ?? null,
  }
}

/** Returns the span of a recorded month. */
export const spanOfMonth = ({ month, startsAt, endsAt, timeZone }: PastMonth): StatementSpan => ({
  from: startsAt,
  to: endsAt,
  timeZone,
  month,
  monthBefore: monthNameBefore(month),
  lastMonth: month,
})
