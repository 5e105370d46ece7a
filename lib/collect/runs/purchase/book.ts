import { AppError, type Clock, newId } from '@/lib/kernel'
import { type Db, type TeamCtx, transaction } from '@/lib/platform/db'
import { staged } from '@/lib/platform/process'
import type { PageOutline } from '@/lib/upstream/client'
import {
  type AnyOrder,
  endOrder,
  endTry,
  loseDelivered,
  type Missed,
  NEVER_SENT,
  NOT_WRITTEN,
  openTries,
} from './attempts'
import { createQueues, type Queues } from './book-queues'
import { createCallCounts, type KeyNames } from './call-counts'
import { createKeptWrites, type GiveUp } from './kept-writes'
import { BOOKED_LATER, ENDED_LATER, NOTHING_BOUGHT, type OnLate, orLater } from './or-later'
import type { Delivered } from './page-order'
import type { CallToSettle } from './settle-calls'
import type { PageToBook, SettledPage } from './settle-pages'
import { untilFailing } from './until-failing'

/** Writes a process's purchases. Simultaneous calls share a transaction. */
export interface Book {
  /**
   * Puts a try at an order on the ledger, with its claim and reservation. Returns the attempt's id. Waits while
   * anything that has arrived cannot be written. Throws `BudgetStop`, or the claim's error; then nothing is written,
   * and the call must not be sent.
   */
  open(ctx: TeamCtx, order: AnyOrder): Promise<string>
  /**
   * Ends a refused try and puts the next one at the same order on the ledger; otherwise as `open`. If it throws,
   * `miss` must still be called.
   */
  openAgain(ctx: TeamCtx, order: AnyOrder, missed: Missed): Promise<string>
  /**
   * Ends an order's last try, which brought no page, however long that takes. If it is late, a person who waits is
   * told, and a caller at the gateway is let go. If nothing was charged, the sequence number can be used again.
   */
  miss(ctx: TeamCtx, order: AnyOrder, missed: Missed): Promise<void>
  /**
   * Books a received page, with everything that belongs to it, however long that takes. After some seconds a person
   * who waits is told that it is late. If the page itself cannot be stored, its cost is unknown.
   */
  settle(ctx: TeamCtx, page: PageToBook): Promise<SettledPage>
  /**
   * Books a page that is to be passed on, however long that takes. If it cannot be written, its cost is unknown.
   * Returns whether it is written; false as soon as a write has failed: it is then written later, and the page need
   * not wait.
   */
  settleCall(ctx: TeamCtx, call: CallToSettle): Promise<boolean>
  /** Attempts that this process has begun and not yet ended. */
  readonly underWay: ReadonlySet<string>
  /** Returns the names by which metrics identify a key that made calls; null for others. */
  namesOf(keyId: string): KeyNames | null
}

/**
 * Creates the book of a process. Its attempts carry `instanceId`, so that those of a dead process are found. It opens
 * none if `requireLiving` rejects, because others have taken this process for dead.
 */
export function createBook(
  instanceId: string,
  clock: Clock,
  requireLiving: () => Promise<void> = () => Promise.resolve(),
): Book {
  const queues = new WeakMap<Db, Queues>()
  const kept = createKeptWrites(clock)
  const underWay = new Set<string>()
  const counts = createCallCounts()
  const over = (attemptId: string): void => {
    underWay.delete(attemptId)
    counts.over(attemptId)
  }
  const queuesOf = ({ db }: TeamCtx): Queues => {
    const made = queues.get(db) ?? createQueues(db, instanceId)
    queues.set(db, made)
    return made
  }

  /** Runs a write that an earlier try, whose answer was lost, may have done already. */
  const once = (work: (again: boolean) => Promise<unknown>): Promise<void> =>
    kept.write(work).then(
      () => undefined,
      () => undefined,
    )

  /** Opens a try. If it is not known whether that was written, takes it back if it was. */
  async function opened(ctx: TeamCtx, order: AnyOrder, write: (id: string) => Promise<unknown>) {
    await untilWritten(order)
    await requireLiving()
    const attemptId = newId()
    underWay.add(attemptId)
    try {
      await write(attemptId)
      counts.begun(ctx, order, attemptId)
      return attemptId
    } catch (error) {
      if (error instanceof AppError) over(attemptId)
      else {
        const missed = { attemptId, problem: NOT_WRITTEN, travel: NEVER_SENT }
        void once(() => endOrder(ctx, order, missed)).then(() => over(attemptId))
      }
      throw error
    }
  }

  const miss = async (
    ctx: TeamCtx,
    order: AnyOrder,
    missed: Missed,
    onFailure: () => void = () => undefined,
  ): Promise<void> => {
    await once((again) => {
      if (again) onFailure()
      return endOrder(ctx, order, missed)
    })
    counts.missed(missed)
    over(missed.attemptId)
  }

  /** Waits for work. A run waits as long as it takes; a person is told soon that it takes longer. */
  const patiently = <T>(
    isForPerson: boolean,
    work: Promise<T>,
    message: string,
    onLate?: OnLate,
  ): Promise<T> => (isForPerson ? orLater(work, clock, message, onLate) : work)

  const untilWritten = ({ priority, signal }: AnyOrder): Promise<void> =>
    patiently(priority === 'interactive', kept.untilWritten(signal), NOTHING_BOUGHT)

  async function book(ctx: TeamCtx, page: PageToBook): Promise<SettledPage> {
    return orLost(ctx, page.delivered, async (lose) => {
      const read = await staged('unpack', async () => {
        const packed = await page.delivered.page.packed()
        // Nobody waits for the items of a background run, which at full pace are twenty thousand a second.
        const items = page.run.manner === 'background' ? [] : await page.delivered.page.items()
        return { ...page, packed, items }
      })
      const write = (again: boolean) => queuesOf(ctx).settlements.add({ ctx, page: read, again })
      const settled = await staged('settle', () => kept.write(write, lose))
      counts.settled(page.delivered, settled.page.chargeNano)
      return settled
    })
  }

  /** Books what was delivered. If that cannot be written, its cost is unknown. */
  async function orLost<T>(
    ctx: TeamCtx,
    delivered: Delivered<PageOutline>,
    work: (lose: GiveUp) => Promise<T>,
  ): Promise<T> {
    const lose: GiveUp = (isRehearsal) => loseDelivered(ctx, delivered, isRehearsal)
    try {
      return await work(lose)
    } catch (error) {
      await once(() => lose(false))
      counts.lost(delivered)
      throw error
    } finally {
      over(delivered.attemptId)
    }
  }

  return {
    underWay,
    namesOf: counts.namesOf,
    open: (ctx, order) =>
      opened(ctx, order, (attemptId) => queuesOf(ctx).openings.add({ ctx, order, attemptId })),
    async openAgain(ctx, order, missed) {
      const { attemptId, problem, travel } = missed
      const next = await opened(ctx, order, (id) =>
        transaction(ctx.db, async (tx) => {
          await endTry(tx, ctx, attemptId, problem, travel)
          await openTries(tx, ctx, instanceId, [{ attemptId: id, order }])
        }),
      )
      counts.missed(missed)
      over(attemptId)
      return next
    },
    async miss(ctx, order, missed) {
      if (order.priority === 'gateway')
        await untilFailing(clock, (onFailure) => miss(ctx, order, missed, onFailure))
      else
        await patiently(order.priority === 'interactive', miss(ctx, order, missed), ENDED_LATER, order.onLate)
    },
    settleCall: (ctx, call) =>
      untilFailing(clock, (onFailure) =>
        orLost(ctx, call.delivered, async (lose) => {
          const write = (again: boolean) => {
            if (again) onFailure()
            return queuesOf(ctx).calls.add({ ctx, call, again })
          }
          counts.settled(call.delivered, await staged('settle', () => kept.write(write, lose)))
        }),
      ),
    settle: (ctx, page) =>
      patiently(page.run.manner !== 'background', book(ctx, page), BOOKED_LATER, page.onLate),
  }
}
