import type { PageOrder } from '@/lib/collect/runs'
import type { StoredKey } from '@/lib/keys/keys'
import type { Caller } from '@/lib/keys/services'
import {
  type Answer,
  listOf,
  type PageOutline,
  type RelayedAnswer,
  type Sending,
} from '@/lib/upstream/client'
import type { TeamUpstream } from '@/lib/upstream/providers'
import type { Activity } from './figures'
import type { GatewayCall } from './read-call'

/** A call to buy, and for whom. */
export interface CallToPass {
  readonly caller: Caller
  readonly key: StoredKey
  readonly upstream: TeamUpstream
  readonly call: Extract<GatewayCall, { kind: 'page' }>
}

/** The upstream's last answer to a call that was passed on, as it came. */
interface LastAnswer {
  readonly answer: Answer<PageOutline>
  readonly received: RelayedAnswer | null
}

/** An order, and what the upstream answered last. */
export interface RelayingOrder {
  readonly order: PageOrder<PageOutline>
  last(): LastAnswer | null
}

/** Makes the order of a call: its page is bought like any other, and its answer is kept as it came. */
export function orderOf(
  { caller, key, upstream, call }: CallToPass,
  signal: AbortSignal,
  stands: (standing: Activity) => void,
): RelayingOrder {
  const { request, path } = call
  const { operation, count, cursor } = request
  const relayed = {
    operation,
    path,
    ...(count !== undefined && { count }),
    ...(cursor !== undefined && { cursor }),
  }
  let last: LastAnswer | null = null
  const order: PageOrder<PageOutline> = {
    upstream: {
      provider: upstream.provider,
      name: upstream.name,
      id: upstream.id,
      async fetchPage(secret, _, options?: Sending) {
        stands('underWay')
        last = await upstream.relayPage(secret, relayed, options)
        const { answer } = last
        // A refused one waits again.
        if (!answer.ok && answer.problem.kind === 'rate_limited') stands('waiting')
        return answer
      },
    },
    key,
    request,
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
      operation,
    },
    // No run counts its pages.
    pageNumber: 1,
    priority: 'gateway',
    signal,
    claim: () => Promise.resolve(),
    giveBack: () => Promise.resolve(),
  }
  return { order, last: () => last }
}

/** How many items a call asks for, of at most how many; a whole page where it does not say. */
export function sizeAsked({ call: { request }, upstream }: Pick<CallToPass, 'call' | 'upstream'>): {
  readonly count: number
  readonly maximum: number
} {
  const { maximum } = listOf(upstream.provider, request.operation).count
  return { count: request.count ?? maximum, maximum }
}
