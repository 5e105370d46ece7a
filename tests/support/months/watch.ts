import { createAlertWatch } from '@/lib/alerts/alerts'
import { findAnomalies } from '@/lib/money/statements'
import { readHistory, type WalletHistory } from '@/lib/money/statements/list-movements'
import { createBalanceWatch, systemCtx } from '@/lib/server/jobs'
import type { World } from './world'

const SECOND = 1000
/** How often the jobs run. */
const TICK = 15 * SECOND
/** A wallet is read when its last call was a minute ago, or as long as its charges take to show: by the next tick. */
const QUIET = 60 * SECOND
const HOUR = 3600 * SECOND

type OutsideSpend = Awaited<ReturnType<typeof findAnomalies>>['outside'][number]

/** What Purser knows and says after a new reading. */
export interface WindowObservation {
  readonly at: number
  readonly histories: ReadonlyMap<string, WalletHistory>
  readonly outside: readonly OutsideSpend[]
  /** The open alerts of outside spend. */
  readonly alerts: readonly {
    readonly walletId: string
    readonly isCertain: boolean
    readonly title: string
  }[]
}

export type { OutsideSpend, WalletHistory }

/** Runs the jobs as a worker would, and has what they say judged after each new reading. */
export interface MonthWatch {
  /** One turn of the jobs. */
  tick(): Promise<void>
  /** Has what Purser says now judged, whatever it is. */
  see(): Promise<void>
  /** Lets wallets be quiet for 75 seconds and the lag that was learnt: then all that came before must have been told. */
  quiet(): Promise<void>
  /** Lets hours pass; the jobs run at the end of each, or only at the end of all, as where Purser was off. */
  rest(hours: number, isWatching: boolean): Promise<void>
}

export function watchMonth(world: World, judge: (sight: WindowObservation) => void): MonthWatch {
  const { ctx, clock, upstream, pots, books, draws, lagMs, isLagTold } = world
  const balances = createBalanceWatch()
  const alerts = createAlertWatch(clock)
  const purser = systemCtx(ctx.db, clock, ctx.team)
  const now = () => clock.now().getTime()
  let readings = 0
  let learntMs = 0

  /** What Purser says now; a month in which nothing was stolen or accused needs no closer look. */
  async function see(isEnd = false): Promise<void> {
    const open = await ctx.db.alert.findMany({
      where: { teamId: ctx.team.id, kind: 'outside_spend', recoveredAt: null },
    })
    const isLate = lagMs >= QUIET && !isLagTold
    const isAsked = isEnd || isLate || open.length > 0 || books.charges.some(({ by }) => by === 'thief')
    if (!isAsked) return
    const histories = new Map<string, WalletHistory>()
    for (const { walletId } of pots) histories.set(walletId, await readHistory(ctx, walletId, clock.now()))
    learntMs = Math.max(...[...histories.values()].map((history) => history.learntMs))
    judge({
      at: now(),
      histories,
      outside: (await findAnomalies(ctx)).outside,
      alerts: open.map(({ subjectId, dedupeKey, title }) => ({
        walletId: subjectId,
        isCertain: !dedupeKey.endsWith('|perhaps'),
        title,
      })),
    })
  }

  async function tick(): Promise<void> {
    await balances.visit(purser, upstream, async () => true)
    const had = readings
    readings = await ctx.db.balanceReading.count({ where: { teamId: ctx.team.id } })
    if (readings === had) return
    await alerts.look(purser, upstream.upstreams)
    await see()
  }

  return {
    tick,
    see: () => see(true),
    async quiet() {
      const since = now()
      const tickAfter = draws.between(0, TICK / SECOND) * SECOND
      // Between these ticks nothing is due.
      const settlingMs = Math.max(QUIET, isLagTold ? lagMs : 0)
      const waitFor = async (waitMs: number) => {
        clock.advance(Math.max(1, since + waitMs + tickAfter - now()))
        await tick()
      }
      await waitFor(settlingMs)
      // Often it is this reading that tells how late charges are.
      if (learntMs > settlingMs) await waitFor(learntMs)
    },
    async rest(hours, isWatching) {
      if (!isWatching) clock.advance((hours - 1) * HOUR)
      for (let hour = 0; hour < (isWatching ? hours : 1); hour++) {
        clock.advance(HOUR)
        await tick()
      }
    },
  }
}
