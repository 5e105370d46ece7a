import type { PageOrder } from '@/lib/collect/runs'
import type { OperationName, Secret } from '@/lib/kernel'
import type { StoredKey } from '@/lib/keys/keys'
import type { Caller } from '@/lib/keys/services'
import {
  type Answer,
  listOf,
  type PageOutline,
  type RelayedAnswer,
  type Sending,
} from '@/lib/upstream/client'
import { placeOf, type TeamUpstream } from '@/lib/upstream/providers'
import type { Activity } from './figures'
import type { BoughtCall, FurtherForm } from './read-call'

/** A call to buy, and its caller. */
export interface CallToPass {
  readonly caller: Caller
  readonly key: StoredKey
  readonly upstream: TeamUpstream
  readonly call: BoughtCall
}

/** The upstream's last answer to a call that was passed on, unchanged. */
interface LastAnswer {
  readonly answer: Answer<PageOutline>
  readonly received: RelayedAnswer | null
}

/** An order, and the upstream's last answer to it. */
export interface RelayingOrder {
  readonly order: PageOrder<PageOutline>
  last(): LastAnswer | null
}

/** Creates the order of a call. Its page is bought like any other, and its answer is kept unchanged. */
export function orderOf(
  { caller, key, upstream, call }: CallToPass,
  signal: AbortSignal,
  stands: (standing: Activity) => void,
): RelayingOrder {
  let last: LastAnswer | null = null
  const relayed = async (relay: () => Promise<LastAnswer>): Promise<LastAnswer['answer']> => {
    stands('underWay')
    last = await relay()
    const { answer } = last
    // A refused call waits again.
    if (!answer.ok && answer.problem.kind === 'rate_limited') stands('waiting')
    return answer
  }
  const service = { provider: upstream.provider, name: upstream.name, id: upstream.id }
  const { path } = call
  const common = {
    key,
    attribution: {
      walletId: key.walletId,
      keyId: key.id,
      keyPrefix: key.prefix,
      environmentId: caller.environment.id,
      environmentName: caller.environment.name,
      principal: 'service',
      principalId: caller.service.id,
      origin: 'gateway',
      memberId: '',
      memberName: caller.service.name,
      searchId: null,
      searchName: null,
      runId: '',
      operation: nameOf(call),
    },
    // No run counts its pages.
    pageNumber: 1,
    priority: 'gateway',
    signal,
    claim: () => Promise.resolve(),
    giveBack: () => Promise.resolve(),
  } as const
  if (call.kind === 'further') {
    const { maxItems } = call
    const { items, id, rate } = call.form
    const send = (secret: Secret, options?: Sending) =>
      relayed(() => upstream.relayFurther(secret, { path, items, id }, options))
    const other = { maxItems, heldItems: maxItems, rate }
    return { order: { ...common, upstream: { ...service, send }, other }, last: () => last }
  }
  const { request } = call
  const { operation, count, cursor } = request
  const asked = {
    ...{ operation, path },
    ...(count !== undefined && { count }),
    ...(cursor !== undefined && { cursor }),
  }
  const fetchPage = (secret: Secret, _: unknown, options?: Sending) =>
    relayed(() => upstream.relayPage(secret, asked, options))
  return { order: { ...common, upstream: { ...service, fetchPage }, request }, last: () => last }
}

/** Returns the name of a call on the ledger. */
export const nameOf = (call: BoughtCall): OperationName =>
  call.kind === 'page' ? call.request.operation : call.form.name

/** Returns the limit that the service counts for such calls separately; null: the key's. */
export const rateOfCall = ({ call, upstream }: Pick<CallToPass, 'call' | 'upstream'>): FurtherForm['rate'] =>
  call.kind === 'page' ? listOf(upstream.provider, call.request.operation).rate : call.form.rate

/**
 * Returns what booking a call needs besides its answer: for a page, the number of items asked for; for others, their
 * kind.
 */
export function asBooked({ call, upstream }: Pick<CallToPass, 'call' | 'upstream'>) {
  if (call.kind === 'further') {
    const { name: operation, holds } = call.form
    const asked = { place: placeOf(upstream, operation), count: call.maxItems, maximum: call.maxItems }
    return { operation, holds, asked }
  }
  const { operation, count } = call.request
  const { maximum } = listOf(upstream.provider, operation).count
  return { operation, asked: { place: placeOf(upstream, operation), count: count ?? maximum, maximum } }
}
