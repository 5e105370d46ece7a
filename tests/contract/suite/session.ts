import { type Operation, systemClock } from '@/lib/kernel'
import {
  createUpstream,
  type KeyInfo,
  type PageRequest,
  type Problem,
  type Upstream,
} from '@/lib/upstream/client'
import { withItems } from '@/tests/support/read-page'
import { createBudget } from './budget'
import { type Differs, NotChecked, type ProviderField, unexpected } from './findings'
import { createLists, type Lists } from './lists'
import { createPaced, type Paced } from './paced'
import type { Purchase, Send, Try } from './pages'
import type { Target } from './target'

/**
 * One run of the suite against one target: its client, its pace, what it has bought and what it may still
 * buy.
 */
export interface Session {
  readonly target: Target
  readonly upstream: Upstream
  readonly paced: Paced
  readonly lists: Lists
  /** Every page bought so far. */
  readonly purchases: readonly Purchase[]
  readonly notes: string[]
  keyInfo(): Promise<KeyInfo>
  /**
   * Requests a page, and reads the balance before and after it if the service states one. Throws `NotChecked`
   * if the budget is used up.
   */
  tryPage(request: PageRequest, send?: Send): Promise<Try>
  /** Does the same for a page that must arrive: throws `Differs` if it does not. */
  buy(request: PageRequest): Promise<Purchase>
  /** Allows the next check these pages, and no others. */
  allow(pages: readonly Operation[]): void
  itemsSpent(): number
  close(): Promise<void>
}

/** Opens a session, without calling anything yet. */
export function openSession(target: Target): Session {
  const upstream = createUpstream({ ...target, clock: systemClock })
  const paced = createPaced(target.provider.rate)
  const budget = createBudget(target.maxItems, target.provider)
  const purchases: Purchase[] = []
  let allowance: Operation[] = []
  let balanceNano: bigint | null = null
  let keyInfoCame: boolean | null = null

  async function keyInfo(): Promise<KeyInfo> {
    const { account, name } = target.provider
    if (account === null) throw new NotChecked(`It needs a balance, and ${name} tells none.`)
    if (keyInfoCame === false) throw new NotChecked('It needs the account, which did not come.')
    const answer = await paced.call(() => upstream.readKeyInfo(target.key))
    keyInfoCame ||= answer.ok
    if (!answer.ok) throw unexpected(`GET ${account.path}`, answer.problem, ['account'], ['account'])
    if (answer.value.requestsPerSecond !== null) paced.setRate(answer.value.requestsPerSecond)
    balanceNano = answer.value.balanceNano
    return answer.value
  }

  function take(operation: Operation): void {
    const at = allowance.indexOf(operation)
    if (at < 0) throw new Error(`This check asks for more ${operation} pages than it states.`)
    allowance.splice(at, 1)
  }

  const session: Session = {
    target,
    upstream,
    paced,
    purchases,
    notes: [],
    lists: createLists((request) => session.buy(request), target.subjects),
    keyInfo,
    async tryPage(request, send = paced.call) {
      const { operation } = request
      take(operation)
      const isTold = target.provider.account !== null
      const before = isTold ? (balanceNano ?? (await keyInfo()).balanceNano) : null
      budget.reserve(operation)
      const answer = await send(() => upstream.fetchPage(target.key, request).then(withItems))
      if (answer.ok) budget.settle(operation, answer.value.items.length)
      else if (answer.problem.charged === 'no') budget.settle(operation, 0)
      balanceNano = null
      const dropNano = before === null ? null : before - (await keyInfo()).balanceNano
      if (answer.ok) purchases.push({ request, page: answer.value, dropNano })
      return { request, answer, dropNano }
    },
    async buy(request) {
      const { answer, dropNano } = await session.tryPage(request)
      if (!answer.ok) throw refusedPage(request, answer.problem)
      return { request, page: answer.value, dropNano }
    },
    allow(pages) {
      allowance = [...pages]
    },
    itemsSpent: budget.spent,
    close: () => upstream.close(),
  }
  return session
}

const PATHS: Readonly<Record<Operation, readonly ProviderField[]>> = {
  timeline: ['timeline.path', 'timeline.subject.name'],
  search: ['search.path', 'search.subject.name'],
  followers: ['followers.path', 'followers.subject.name'],
}

function refusedPage(request: PageRequest, problem: Problem): Differs {
  const { operation } = request
  const what = `A ${operation} page of “${request.subject}”`
  return unexpected(what, problem, PATHS[operation], [`${operation}.items`, 'usualArrays'])
}
