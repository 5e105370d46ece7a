import { AppError, type Clock, newId } from '@/lib/kernel'
import { type Db, type TeamCtx, transaction } from '@/lib/platform/db'
import { staged } from '@/lib/platform/process'
import type { PageProblem } from '../core/page-problem'
import { endTry, loseDelivered, NEVER_SENT, openTries, type Timing } from './attempts'
import { createQueues, type Queues } from './book-queues'
import { createKeptWrites } from './kept-writes'
import type { PageOrder } from './page-order'
import type { PageToSettle, SettledPage } from './settle-pages'

/** Where a process writes its runs' purchases: simultaneous calls share a transaction. */
export interface Book {
  /**
   * Puts a try at an order on the ledger, with its claim and reservation; returns the attempt's id. Waits while anything
   * that has arrived cannot be written. Throws `BudgetStop`, or the claim's error: then nothing is written, and the call
   * must not be sent.
   */
  open(ctx: TeamCtx, order: PageOrder): Promise<string>
  /** Ends a refused try and puts the next one at the same order on the ledger; as `open`. Where it throws, `miss` is still to be called. */
  openAgain(ctx: TeamCtx, order: PageOrder, missed: Missed): Promise<string>
  /** Ends an order's last try, which brought no page, however long that takes. If nothing was charged, its place can be used again. */
  miss(ctx: TeamCtx, order: PageOrder, missed: Missed): Promise<void>
  /**
   * Books a received page, with everything that belongs to it, however long that takes; who waits at a page is told after
   * some seconds that it comes later. Where the page itself cannot be stored, its cost is unknown.
   */
  settle(ctx: TeamCtx, page: Omit<PageToSettle, 'packed' | 'items'>): Promise<SettledPage>
  /** The attempts that this process has begun and not yet ended. */
  readonly underWay: ReadonlySet<string>
}

/** A try that brought no page. */
export interface Missed {
  readonly attemptId: string
  readonly problem: PageProblem
  readonly travel: Timing
}

/** How long a person waits for a page that has arrived and cannot be written. */
const PERSON_MS = 15_000

/**
 * Makes the book of a process; its attempts carry `instanceId`, so that those of a dead process are found. It opens none
 * where `requireLiving` rejects: others have taken this process for dead.
 */
export function createBook(
  instanceId: string,
  clock: Clock,
  requireLiving: () => Promise<void> = () => Promise.resolve(),
): Book {
  const queues = new WeakMap<Db, Queues>()
  const kept = createKeptWrites(clock)
  const underWay = new Set<string>()
  const queuesOf = ({ db }: TeamCtx): Queues => {
    const made = queues.get(db) ?? createQueues(db, instanceId)
    queues.set(db, made)
    return made
  }

  /** A write that may find its work done already, by an earlier try whose answer was lost. */
  const once = (work: () => Promise<unknown>): Promise<void> =>
    kept.write(work).then(
      () => undefined,
      () => undefined,
    )

  /** Opens a try; where it is not known whether that was written, takes it back if it was. */
  async function opened(ctx: TeamCtx, order: PageOrder, write: (id: string) => Promise<unknown>) {
    await untilWritten(order)
    await requireLiving()
    const attemptId = newId()
    underWay.add(attemptId)
    try {
      await write(attemptId)
      return attemptId
    } catch (error) {
      if (error instanceof AppError) underWay.delete(attemptId)
      else {
        const missed = { attemptId, problem: NOT_WRITTEN, travel: NEVER_SENT }
        void once(() => endOrder(ctx, order, missed)).then(() => underWay.delete(attemptId))
      }
      throw error
    }
  }

  const miss = async (ctx: TeamCtx, order: PageOrder, missed: Missed): Promise<void> => {
    await once(() => endOrder(ctx, order, missed))
    underWay.delete(missed.attemptId)
  }

  /** A run waits as long as it takes; a person is told soon that it takes longer. */
  const patiently = <T>(isForPerson: boolean, work: Promise<T>, message: string): Promise<T> =>
    isForPerson ? orLater(work, clock, message) : work

  const untilWritten = ({ priority, signal }: PageOrder): Promise<void> =>
    patiently(priority === 'interactive', kept.untilWritten(signal), NOTHING_BOUGHT)

  async function book(ctx: TeamCtx, page: Omit<PageToSettle, 'packed' | 'items'>): Promise<SettledPage> {
    const { attemptId } = page.delivered
    const lose = (isRehearsal = false) => loseDelivered(ctx, page.delivered, isRehearsal)
    try {
      const read = await staged('unpack', async () => {
        const packed = await page.delivered.page.packed()
        // Nobody waits for the items of a run in the background: at full pace that is twenty thousand items a second.
        const items = page.run.manner === 'background' ? [] : await page.delivered.page.items()
        return { ...page, packed, items }
      })
      const write = (again: boolean) => queuesOf(ctx).settlements.add({ ctx, page: read, again })
      return await staged('settle', () => kept.write(write, lose))
    } catch (error) {
      await once(() => lose())
      throw error
    } finally {
      underWay.delete(attemptId)
    }
  }

  return {
    underWay,
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
      underWay.delete(attemptId)
      return next
    },
    miss: (ctx, order, missed) =>
      patiently(order.priority === 'interactive', miss(ctx, order, missed), ENDED_LATER),
    settle: (ctx, page) => patiently(page.run.manner !== 'background', book(ctx, page), BOOKED_LATER),
  }
}

const NOT_WRITTEN: PageProblem = {
  kind: 'stopping',
  charged: 'no',
  message: 'The call was never sent: the database could not be written.',
}

const NOTHING_BOUGHT =
  'Purser cannot write its database at present, so nothing was bought. Try again when an admin has looked at the disk or the database server.'

const BOOKED_LATER =
  'The page has arrived, but the database cannot be written at present. Purser keeps the page and stores it as soon as it can: reload this page later, and do not start the run again.'

const ENDED_LATER =
  'The call brought no page, and the database cannot be written at present. Purser notes it as soon as it can: reload this page later.'

/** Ends an order without a page. If nothing was charged, its place can be used again. */
const endOrder = (ctx: TeamCtx, order: PageOrder, { attemptId, problem, travel }: Missed): Promise<void> =>
  transaction(ctx.db, async (tx) => {
    await endTry(tx, ctx, attemptId, problem, travel)
    if (problem.charged === 'no') await order.giveBack(tx)
  })

/** What a person waits for, or after a while the news that it takes longer; the work goes on. */
async function orLater<T>(work: Promise<T>, clock: Clock, message: string): Promise<T> {
  const done = new AbortController()
  const later = clock.sleep(PERSON_MS, done.signal).then(() => {
    throw new AppError('unavailable', message)
  })
  // Told to the person already.
  work.catch(() => undefined)
  later.catch(() => undefined)
  try {
    return await Promise.race([work, later])
  } finally {
    done.abort()
  }
}
