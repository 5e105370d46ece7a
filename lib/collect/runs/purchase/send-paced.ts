import { AppError } from '@/lib/kernel'
import { findUsableKey, listPacer, loadKeyForUse, type ReadyKey } from '@/lib/keys/keys'
import { BudgetStopError, recordBudgetStop } from '@/lib/money/budgets'
import type { TeamCtx } from '@/lib/platform/db'
import { type Answer, listFormOf, type PageOutline } from '@/lib/upstream/client'
import { KEY_REPLACED, type Slot, sendInSlot } from '@/lib/upstream/pacing'
import { type PageProblem, toUnsentProblem } from '../core/page-problem'
import type { PageOrder } from './page-order'
import type { CallServices } from './run-services'

type PacedAnswer<Got> =
  | { readonly slot: Slot; readonly answer: Answer<Got>; readonly used: ReadyKey }
  | { readonly problem: PageProblem }

interface PacedSending<Got extends PageOutline> {
  readonly order: PageOrder<Got>
  readonly attemptId: string
  readonly used: ReadyKey
  readonly goesFirst: boolean
}

const BROKEN: Answer<never> = {
  ok: false,
  httpStatus: null,
  latencyMs: 0,
  problem: {
    kind: 'not_understood',
    charged: 'unknown',
    message: 'Purser failed while it read the answer, so what the call cost may be unknown.',
  },
}

/** Fetches a page. A failure of our own after the call was sent is an answer too, since it may have been charged. */
async function fetchPage<Got extends PageOutline>(
  order: PageOrder<Got>,
  secret: ReadyKey['secret'],
  onSent: () => void,
): Promise<Answer<Got>> {
  let isSent = false
  const noteSent = () => {
    isSent = true
    onSent()
  }
  try {
    const sending = { onSent: noteSent }
    return await (order.other
      ? order.upstream.send(secret, sending)
      : order.upstream.fetchPage(secret, order.request, sending))
  } catch (error) {
    if (!isSent) throw error
    return BROKEN
  }
}

/**
 * Sends in the key's next slot or, if the key is replaced meanwhile, in that of the new one. A call whose wait ends
 * without a slot was never sent.
 */
export async function sendPaced<Got extends PageOutline>(
  ctx: TeamCtx,
  services: CallServices,
  sending: PacedSending<Got>,
): Promise<PacedAnswer<Got>> {
  const { order, attemptId } = sending
  const { leaving, unfollow } = follow(order.signal)
  const { signal } = leaving
  const clear = services.waiting.add(ctx, attemptId, (stop) => leaving.abort(stop))
  try {
    const sent = await sendWaiting(ctx, services, { ...sending, signal, clear })
    const reason: unknown = signal.reason
    if ('problem' in sent && reason instanceof BudgetStopError)
      return { problem: await budgetStopProblem(ctx, reason) }
    return sent
  } finally {
    clear()
    unfollow()
  }
}

async function sendWaiting<Got extends PageOutline>(
  ctx: TeamCtx,
  services: CallServices,
  {
    order,
    used: begun,
    goesFirst,
    signal,
    clear,
  }: PacedSending<Got> & { readonly signal: AbortSignal; clear(): void },
): Promise<PacedAnswer<Got>> {
  const { priority, attribution } = order
  const lane = order.lane ?? (attribution.runId || attribution.principalId)
  const request = { priority, lane, goesFirst, signal }
  for (let used = begun; ; ) {
    const { secret } = used
    const { rate } = order.other ?? listFormOf(order.upstream.provider, order.request.operation)
    const pacer = listPacer(services, used.row, { rate }, attribution.operation)
    try {
      const send = (onSent: () => void) => {
        clear()
        return fetchPage(order, secret, onSent)
      }
      return { ...(await sendInSlot(pacer, request, send)), used }
    } catch (error) {
      if (error !== KEY_REPLACED) return { problem: toUnsentProblem(error, signal) }
    }
    const next = await keyOrProblem(() => reloadKeyForUse(ctx, services, order, used))
    if ('kind' in next) return { problem: next }
    used = next
  }
}

/** Takes the key as it is stored now. */
export async function reloadKeyForUse(
  ctx: TeamCtx,
  services: CallServices,
  { upstream }: Pick<PageOrder<PageOutline>, 'upstream'>,
  { row }: ReadyKey,
): Promise<ReadyKey | PageProblem> {
  const key = await findUsableKey(ctx, row.id)
  return 'kind' in key ? { ...key, charged: 'no' } : loadKeyForUse(ctx, services, key, upstream)
}

/**
 * Returns a problem if a key stored outside the database, or a deleted one, cannot be used: nothing is sent, and the
 * run says why.
 */
export async function keyOrProblem(
  take: () => Promise<ReadyKey | PageProblem>,
): Promise<ReadyKey | PageProblem> {
  try {
    return await take()
  } catch (error) {
    if (!(error instanceof AppError) || !KEY_CODES.includes(error.code)) throw error
    return { kind: 'key_disabled', charged: 'no', message: error.message }
  }
}

const KEY_CODES: readonly AppError['code'][] = ['conflict', 'not_found', 'upstream']

/** Returns a controller that aborts with the caller's own signal, and can be aborted earlier for another reason. */
function follow(given: AbortSignal | undefined) {
  const leaving = new AbortController()
  const leave = () => leaving.abort(given?.reason)
  given?.addEventListener('abort', leave, { once: true })
  if (given?.aborted) leave()
  return { leaving, unfollow: () => given?.removeEventListener('abort', leave) }
}

/**
 * Returns what a budget's stop means for the page. The budget records a final one; that is only shown, so nothing fails
 * because of it.
 */
export async function budgetStopProblem(
  ctx: TeamCtx,
  stop: BudgetStopError,
  isFinal = true,
): Promise<PageProblem> {
  if (isFinal) await recordBudgetStop(ctx, stop).catch(() => undefined)
  return { kind: 'budget_stopped', charged: 'no', message: stop.message }
}
