import { z } from 'zod'
import {
  type ByOperation,
  bySubject,
  type Nano,
  newId,
  OPERATION_NAMES,
  OPERATIONS,
  type Operation,
} from '@/lib/kernel'
import type { StoredKey } from '@/lib/keys/keys'
import type { TeamCtx } from '@/lib/platform/db'
import { singleLineText } from '@/lib/platform/input'
import { getEnvironment } from '@/lib/teams/teams'
import {
  type Answer,
  type DetectedError,
  type DetectedRetryAfter,
  detectPage,
  listFormOf,
  type Page,
  type PageFindings,
  type Provider,
  type RawAnswer,
  readPage,
  suggestFromPage,
  wrapPage,
} from '@/lib/upstream/client'
import { overridesInput, providerPrices } from '@/lib/upstream/providers'
import { endRun } from '../core/end-run'
import type { PageProblem } from '../core/page-problem'
import { claimSequenceNumber, insertRun, type RunRow, releaseSequenceNumber } from '../core/store'
import { buyPageIfPermitted } from '../purchase/buy-page'
import { findUserId } from '../purchase/look-up-user'
import type { ListOrder, PageSource, PurchaseResult } from '../purchase/page-order'
import type { RunServices } from '../purchase/run-services'

export interface ProbeResult {
  readonly page: ProbedPage
  readonly steps: readonly ProbeStep[]
  /** Unchanged answers without items. */
  readonly refusals: readonly RawAnswer[]
  /** The tried provider, with its findings. */
  readonly provider: Provider
  /** True if the key or its wallet cannot be used, so that no other try would help. */
  readonly isOver: boolean
}

/** Problems that would be the same at another path. */
const ENDS: readonly PageProblem['kind'][] = [
  'wallet_empty',
  'rate_limited',
  'out_of_reach',
  'upstream_down',
  'cancelled',
  'key_disabled',
  'wallet_paused',
  'budget_stopped',
  'stopping',
]

/**
 * Buys one small page for a test of the provider, trying one path after another until one answers. It is a run like
 * any other: each call has its attempt and reservation on the ledger, and its items are settled by its own answer.
 */
export async function probePage(ctx: TeamCtx, services: RunServices, probe: Probe): Promise<ProbeResult> {
  const { operation, provider } = probe
  const order = await startProbeRun(ctx, probe)
  const steps: ProbeStep[] = []
  const refusals: RawAnswer[] = []
  const ended = async (more: Partial<ProbeResult> = {}): Promise<ProbeResult> => {
    await endRun(ctx.db, ctx.team.id, order.run.id, { reason: 'provider_test', at: ctx.clock.now() })
    const page = {
      operation,
      runId: order.run.id,
      findings: null,
      items: 0,
      chargeNano: 0n,
      fellNano: null,
    }
    return { page, steps, refusals, provider, isOver: false, ...more }
  }
  const user = await findUserId(ctx, services, {
    runId: order.run.id,
    key: probe.key,
    subject: probe.subject,
    priority: 'interactive',
    leftNano: null,
    isTrial: true,
    upstream: services.upstreams.at(provider, await services.upstreams.for(ctx)),
    attribution: order.attribution,
    operation,
  }).catch(async (error: unknown) => {
    await ended()
    throw error
  })
  if (user.problem) {
    const asked = provider.lookup?.path ?? listFormOf(provider, operation).path
    steps.push({ operation, asked, httpStatus: null, problem: user.problem })
    return ended({ isOver: user.problem.kind === 'wallet_empty' })
  }
  const { userId } = user
  const asking = { ...order, request: { ...order.request, ...(userId !== undefined && { userId }) } }
  for (const path of candidatePaths(operation, provider)) {
    for (const candidate of candidatesAt(path, operation, provider)) {
      if (steps.length === MAX_TRIES) return ended()
      const { bought, seen, found } = await tryOne(ctx, services, probe, asking, candidate).catch(
        async (error) => {
          await ended()
          throw error
        },
      )
      const { problem } = bought
      const { subject } = listFormOf(candidate, operation)
      const parameter = subject.in === 'query' ? `?${subject.name}=` : ''
      const httpStatus = seen?.httpStatus ?? bought.delivered?.httpStatus ?? null
      steps.push({ operation, asked: path + parameter, httpStatus, problem })
      if (bought.delivered) {
        const page = await settle(ctx, services, probe, order.run, bought.delivered)
        const findings = seen && detectPage(seen, operation, candidate)
        return ended({ page: { ...page, findings, fellNano: null }, provider: found ?? candidate })
      }
      if (seen) refusals.push(seen)
      if (problem && ENDS.includes(problem.kind)) return ended({ isOver: problem.kind === 'wallet_empty' })
      // A call that may have been charged is not repeated at another path.
      if (problem?.charged !== 'no') return ended()
      if (problem.kind !== 'bad_request' || httpStatus === 405) break
    }
  }
  return ended()
}

async function settle(
  ctx: TeamCtx,
  services: RunServices,
  { key, operation, stored }: Probe,
  run: RunRow,
  delivered: NonNullable<PurchaseResult['delivered']>,
): Promise<Omit<ProbedPage, 'findings' | 'fellNano'>> {
  const { page } = await services.book.settle(ctx, {
    prices: providerPrices(stored),
    run,
    streamId: run.id,
    key,
    operation,
    pageNumber: 1,
    place: 0,
    delivered,
    whyEnd: () => 'provider_test',
  })
  return { operation, runId: run.id, items: page.items.length, chargeNano: page.chargeNano }
}

export const testProviderInput = z.object({
  keyId: z.uuid('Choose a key.'),
  operations: z.array(z.enum(OPERATION_NAMES)).max(OPERATION_NAMES.length),
  /** Subjects to ask about; required for each ticked operation that needs one. */
  ...bySubject(() => singleLineText(z.string().trim().max(500))),
  /** True to also send more simultaneous calls of /v1/me than the key's pack allows, to see a 429. Free of charge. */
  provokes: z.boolean(),
  /** The form's values, saved or not. */
  overrides: overridesInput,
})

/** One tried path and its answer. */
export interface ProbeStep {
  readonly operation: Operation
  /** The path and, for a search, the parameter. */
  readonly asked: string
  readonly httpStatus: number | null
  /** Null if items could be read. */
  readonly problem: PageProblem | null
}

export interface ProbedPage {
  readonly operation: Operation
  readonly runId: string
  readonly findings: PageFindings | null
  readonly items: number
  /** Null if no price is known. */
  readonly chargeNano: Nano | null
  /** Fall of the balance with this page, by one more free reading; null if no page came, or it could not be read. */
  readonly fellNano: Nano | null
}

/** The findings of a provider test. Texts in it are the upstream's. */
export interface ProviderTest {
  /** Null if the service reports no balance. */
  readonly balanceNano: Nano | null
  /** Null if the service does not report it. */
  readonly requestsPerSecond: number | null
  readonly steps: readonly ProbeStep[]
  readonly pages: readonly ProbedPage[]
  readonly errors: readonly DetectedError[]
  readonly retryAfter: DetectedRetryAfter | null
  /** Number of the calls that should provoke a 429 and of those that did; null if not requested. */
  readonly provoked: { readonly calls: number; readonly refused: number } | null
  /** The provider's fields by their dotted names, as the test suggests them. Nothing is saved. */
  readonly suggestion: Readonly<Record<string, unknown>>
}

/** Paths where services of this kind answer searches, and their names for the query parameter. */
const SEARCH_PATHS = [
  '/v1/search',
  '/v1/tweets/search',
  '/v1/search/tweets',
  '/v1/posts/search',
  '/v1/search/posts',
  '/v1/find/posts',
  '/v1/tweet/advanced_search',
  '/v1/twitter/search',
]
const SEARCH_PARAMETERS = ['q', 'query', 'keywords', 'text', 'keyword', 'search', 'term']
const FOLLOWERS_PATHS = [
  '/v1/users/{user}/followers',
  '/v1/followers/{user}',
  '/v1/user/{user}/followers',
  '/v1/accounts/{user}/followers',
  '/v1/accounts/{user}/follower-list',
  '/v1/users/{user}/follower-list',
]

const unique = (first: string, rest: readonly string[]): string[] => [...new Set([first, ...rest])]

/** Paths where usual services answer each operation. The timeline's path is given by the interface. */
const USUAL_PATHS: ByOperation<readonly string[]> = {
  timeline: [],
  search: SEARCH_PATHS,
  followers: FOLLOWERS_PATHS,
}

/** Returns the paths to try, the provider's own first. */
function candidatePaths(operation: Operation, provider: Provider): string[] {
  const { path, subject } = listFormOf(provider, operation)
  // Usual paths fit only the usual form: a user in the path, or words in the query.
  const isUsual = subject.in === (OPERATIONS[operation].subject === 'query' ? 'query' : 'path')
  return unique(path, isUsual ? USUAL_PATHS[operation] : [])
}

/** Returns the providers to try at a path, one for each likely name of the search parameter. */
function candidatesAt(path: string, operation: Operation, provider: Provider): Provider[] {
  const form = listFormOf(provider, operation)
  const there = { ...provider, [operation]: { ...form, path } }
  if (OPERATIONS[operation].subject !== 'query' || form.subject.in !== 'query') return [there]
  return unique(form.subject.name, SEARCH_PARAMETERS).map((name) => ({
    ...there,
    [operation]: { ...form, path, subject: { ...form.subject, name } },
  }))
}

/**
 * Returns the maximum number of calls that the search for an operation can take. All but the last were refused, and
 * refusals are free.
 */
export function maxProbeCalls(operation: Operation, provider: Provider): number {
  const paths = candidatePaths(operation, provider)
  const parameters = candidatesAt(paths[0] ?? '', operation, provider).length
  return Math.min(paths.length + parameters - 1, MAX_TRIES)
}

/** Maximum number of calls for one operation, however a service answers. */
const MAX_TRIES = 16

export interface Probe {
  readonly key: StoredKey
  readonly operation: Operation
  readonly subject: string
  /** The provider of the team whose prices count. */
  readonly stored: Provider
  /** The provider to try first. */
  readonly provider: Provider
}

/** The answer at one path. */
interface Try {
  readonly bought: PurchaseResult
  readonly seen: RawAnswer | null
  readonly found: Provider | null
}

export type ProbeOrder = Omit<ListOrder, 'upstream'> & { readonly run: RunRow }

/** Begins the run for a test's calls. */
async function startProbeRun(
  ctx: TeamCtx,
  { key, operation, subject, provider }: Probe,
): Promise<ProbeOrder> {
  const environment = await getEnvironment(ctx, key.environmentId)
  const runId = newId()
  const attribution = {
    keyId: key.id,
    keyPrefix: key.prefix,
    environmentId: environment.id,
    environmentName: environment.name,
    memberId: ctx.actor.memberId,
    memberName: ctx.actor.name,
    searchId: null,
    searchName: 'Test of the provider',
    operation,
  }
  const product = OPERATIONS[operation].subject === 'query' ? ('Latest' as const) : null
  const run = await insertRun(ctx.db, {
    ...attribution,
    id: runId,
    teamId: ctx.team.id,
    subject,
    product,
    shared: true,
    streamId: runId,
    startedAt: ctx.clock.now(),
  })
  const count = listFormOf(provider, operation).count.floor
  const request = { operation, subject, count, ...(product && { product }) }
  const claim = async (tx: Parameters<ListOrder['claim']>[0]) => {
    await claimSequenceNumber(tx, ctx.team.id, runId, 1)
  }
  const giveBack = async (tx: Parameters<ListOrder['giveBack']>[0]) => {
    await releaseSequenceNumber(tx, ctx.team.id, runId, 1)
  }
  return {
    run,
    priority: 'interactive',
    key,
    request,
    pageNumber: 1,
    attribution: {
      ...attribution,
      principal: 'member',
      principalId: attribution.memberId,
      origin: 'test',
      runId,
      walletId: key.walletId,
    },
    claim,
    giveBack,
  }
}

/** Asks at one path. The page is bought like any other. */
async function tryOne(
  ctx: TeamCtx,
  services: RunServices,
  probe: Probe,
  order: ProbeOrder,
  candidate: Provider,
): Promise<Try> {
  const own = await services.upstreams.for(ctx)
  const client = services.upstreams.at(candidate, own)
  let seen: RawAnswer | null = null
  let found: Provider | null = null
  const upstream: PageSource = {
    provider: probe.stored,
    name: own.name,
    id: own.id,
    isTrial: true,
    async fetchPage(key, request, options) {
      const inspected = await client.inspectPage(key, request, options)
      seen = inspected.seen
      const told = seen && readByWhatIsFound(seen, probe, candidate, inspected.answer)
      found = told?.provider ?? null
      return told?.answer ?? notForThisKey(inspected.answer)
    },
  }
  const bought = await buyPageIfPermitted(ctx, services, { ...order, upstream })
  return { bought, seen, found }
}

/**
 * Rewords a refusal. The account has just accepted the key, or there is none, so a path that refuses it says nothing
 * about the key itself.
 */
function notForThisKey(answer: Answer<Page>): Answer<Page> {
  if (answer.ok || answer.problem.kind !== 'not_allowed') return answer
  const message = 'The API does not let this key ask there.'
  return { ...answer, problem: { ...answer.problem, kind: 'not_found', message } }
}

/** Reads items that the provider misses by what the findings suggest: they were paid for too. */
function readByWhatIsFound(
  seen: RawAnswer,
  { operation, stored }: Probe,
  candidate: Provider,
  { latencyMs }: Answer<Page>,
): { readonly answer: Answer<Page>; readonly provider: Provider } | null {
  const { body, headers, httpStatus } = seen
  const findings = detectPage(seen, operation, candidate)
  if (!findings || body === undefined) return null
  const provider = suggestFromPage(candidate, { findings, body })
  // An unconfirmed charge is shown but does not reach the ledger.
  const { chargeHeader, chargeField } = stored
  const page = readPage(
    body,
    headers,
    { operation, count: listFormOf(candidate, operation).count.floor },
    { ...provider, chargeHeader, chargeField },
  )
  if (!page.ok) return null
  return {
    provider,
    answer: { ok: true, value: wrapPage(page.value), httpStatus, latencyMs },
  }
}
