import { dayBefore, monthAfter, monthContaining, type Range } from '@/lib/platform/calendar'
import { acquireLock, readPresent, type TeamCtx, type Tx, transaction } from '@/lib/platform/db'
import { readTimeZone } from '@/lib/teams/teams'
import { type ClosedMonth, insertClosedMonth, selectClosedMonths, selectLastClosedMonth } from './month-store'

/** Time after a month's end at which it is closed. Calls that end late are mostly on the ledger then. */
const REST_MS = 2 * 3_600_000
/** Number of earlier months that are closed together with the first one. */
const MONTHS_BACK = 13

/**
 * Closes the team's past months, so that their statements keep the zone and the moments that they have now. A month
 * begins where the previous one ended, so that statements add up after a change of the zone.
 */
export const closeMonths = (ctx: TeamCtx, isMine: (tx: Tx) => Promise<boolean>): Promise<void> =>
  transaction(ctx.db, async (tx) => {
    await acquireLock(tx, `months of ${ctx.team.id}`, 'exclusive')
    if (!(await isMine(tx))) return
    const timeZone = await readTimeZone(tx, ctx.team.id)
    const now = await readPresent(tx, ctx.clock)
    let last = await selectLastClosedMonth(tx, ctx.team.id)
    for (;;) {
      const next = last ? monthAfter(last.month, timeZone) : firstMonth(now, timeZone)
      if (next.endsAt.getTime() + REST_MS > now.getTime()) return
      last = { month: next.name, timeZone, startsAt: last?.endsAt ?? next.startsAt, endsAt: next.endsAt }
      await insertClosedMonth(tx, ctx.team.id, last, ctx.clock.now())
    }
  })

const firstMonth = (now: Date, timeZone: string) =>
  monthContaining(dayBefore(now, timeZone, MONTHS_BACK * 31).startsAt, timeZone)

/** The moments of a statement, and the zone in which its days are shown. */
export interface StatementSpan {
  readonly from: Date
  readonly to: Date
  readonly timeZone: string
}

/** Returns the moments of a range of days: those of whole months as they were closed, all others by the team's zone. */
export async function resolveStatementSpan(ctx: TeamCtx, range: Range): Promise<StatementSpan> {
  const { timeZone } = ctx.team
  const [from, to] = [range.from.toJSDate(), range.to.toJSDate()]
  const [first, before, last] = [
    monthContaining(from, timeZone),
    monthContaining(new Date(from.getTime() - 1), timeZone),
    monthContaining(new Date(to.getTime() - 1), timeZone),
  ]
  const closed = await selectClosedMonths(ctx.db, ctx.team.id, [first.name, before.name, last.name])
  const find = ({ name }: { readonly name: string }): ClosedMonth | undefined =>
    closed.find(({ month }) => month === name)
  const isFirst = first.startsAt.getTime() === from.getTime()
  const isLast = last.endsAt.getTime() === to.getTime()
  const end = isLast ? find(last) : undefined
  return {
    from: (isFirst && (find(first)?.startsAt ?? find(before)?.endsAt)) || from,
    to: end?.endsAt ?? to,
    timeZone: end?.timeZone ?? timeZone,
  }
}
