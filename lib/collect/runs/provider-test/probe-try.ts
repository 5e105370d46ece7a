import { newId, OPERATIONS, type Operation } from '@/lib/kernel'
import type { StoredKey } from '@/lib/keys/keys'
import type { TeamCtx } from '@/lib/platform/db'
import { getEnvironment } from '@/lib/teams/teams'
import {
  type Answer,
  detectPage,
  listOf,
  type Page,
  type Provider,
  pageOf,
  type RawAnswer,
  readPage,
  suggestFromPage,
} from '@/lib/upstream/client'
import { giveSeqBack, insertRun, type RunRow, takeSeq } from '../core/store'
import { buyPermitted } from '../purchase/buy-permitted'
import type { Bought, ListOrder, PageSource } from '../purchase/page-order'
import type { RunServices } from '../purchase/run-services'

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
  readonly bought: Bought
  readonly seen: RawAnswer | null
  readonly found: Provider | null
}

export type ProbeOrder = Omit<ListOrder, 'upstream'> & { readonly run: RunRow }

/** Begins the run for a test's calls. */
export async function startProbeRun(
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
  const count = listOf(provider, operation).count.floor
  const request = { operation, subject, count, ...(product && { product }) }
  const claim = async (tx: Parameters<ListOrder['claim']>[0]) => {
    await takeSeq(tx, ctx.team.id, runId, 1)
  }
  const giveBack = async (tx: Parameters<ListOrder['giveBack']>[0]) => {
    await giveSeqBack(tx, ctx.team.id, runId, 1)
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
export async function tryOne(
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
    ...{ provider: probe.stored, name: own.name, id: own.id, isTrial: true },
    async fetchPage(key, request, options) {
      const inspected = await client.inspectPage(key, request, options)
      seen = inspected.seen
      const told = seen && readByWhatIsFound(seen, probe, candidate, inspected.answer)
      found = told?.provider ?? null
      return told?.answer ?? notForThisKey(inspected.answer)
    },
  }
  const bought = await buyPermitted(ctx, services, { ...order, upstream })
  return { bought, seen, found }
}

/**
 * Rewords a refusal. The account has just accepted the key, or there is none, so a path that refuses it says nothing
 * about the key itself.
 */
function notForThisKey(answer: Answer<Page>): Answer<Page> {
  if (answer.ok || answer.problem.kind !== 'not_allowed') return answer
  const message = 'The upstream does not let this key ask there.'
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
    { operation, count: listOf(candidate, operation).count.floor },
    { ...provider, chargeHeader, chargeField },
  )
  if (!page.ok) return null
  return {
    provider,
    answer: { ok: true, value: pageOf(page.value), httpStatus, latencyMs },
  }
}
