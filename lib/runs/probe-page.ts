import { contractPrices } from '@/lib/contracts'
import type { TeamCtx } from '@/lib/db'
import { newId } from '@/lib/kernel'
import type { StoredKey } from '@/lib/keys'
import type { Operation } from '@/lib/ledger'
import { getEnvironment } from '@/lib/teams'
import {
  type Answer,
  type Contract,
  detectPage,
  type Page,
  readPage,
  type Seen,
  suggestFromPage,
} from '@/lib/upstream'
import { type Bought, buyPage, type PageOrder } from './buy-page'
import { candidatePaths, candidatesAt, MOST_TRIES } from './probe-candidates'
import type { ProbedPage, ProbeStep } from './probe-schemas'
import type { RunServices } from './services'
import { settlePage } from './settle-page'
import { endRun, insertRun, takeSeq } from './store'

/** As small a page as the upstream sells (upstream-interface, Limits / Page size). */
const SMALLEST_PAGE = 20

export interface Probe {
  readonly key: StoredKey
  readonly operation: Operation
  readonly subject: string
  /** Whose prices are in force. */
  readonly stored: Contract
  /** What is tried first. */
  readonly contract: Contract
}

export interface Probed {
  readonly page: ProbedPage
  readonly steps: readonly ProbeStep[]
  /** Answers without items, as they came. */
  readonly refusals: readonly Seen[]
  /** The contract tried, with what was found. */
  readonly contract: Contract
  /** The key or its wallet is of no use: nothing else need be tried. */
  readonly isOver: boolean
}

/** What one place answered. */
interface Try {
  readonly bought: Bought
  readonly seen: Seen | null
  readonly found: Contract | null
}

/**
 * Buys one small page for a test of the contract, looking for it at one place after another until one has it. It is a
 * run like any other: each call has its attempt and reservation on the ledger, and items are settled by what was told.
 */
export async function probePage(ctx: TeamCtx, services: RunServices, probe: Probe): Promise<Probed> {
  const { operation, contract } = probe
  const order = await startProbeRun(ctx, probe)
  const steps: ProbeStep[] = []
  const refusals: Seen[] = []
  const ended = async (more: Partial<Probed> = {}): Promise<Probed> => {
    await endRun(ctx.db, ctx.team.id, order.runId, { reason: 'contract_test', at: ctx.clock.now() })
    const page = { operation, runId: order.runId, findings: null, items: 0, chargeMicro: 0n }
    return { page, steps, refusals, contract, isOver: false, ...more }
  }
  for (const path of candidatePaths(operation, contract)) {
    for (const candidate of candidatesAt(path, operation, contract)) {
      if (steps.length === MOST_TRIES) return ended()
      const { bought, seen, found } = await tryOne(ctx, services, probe, order, candidate)
      const { problem } = bought
      const parameter = operation === 'search' ? `?${candidate.searchQueryParameter}=` : ''
      const httpStatus = seen?.httpStatus ?? bought.delivered?.httpStatus ?? null
      steps.push({ operation, asked: path + parameter, httpStatus, problem })
      if (bought.delivered) {
        const page = await settle(ctx, probe, order.runId, bought.delivered)
        const findings = seen && detectPage(seen, operation)
        return ended({ page: { ...page, findings }, contract: found ?? candidate })
      }
      if (seen) refusals.push(seen)
      if (problem?.kind === 'not_found' || httpStatus === 405) break
      if (problem?.kind !== 'bad_request')
        return ended({ isOver: problem?.kind === 'key_refused' || problem?.kind === 'wallet_empty' })
    }
  }
  return ended()
}

type ProbeOrder = Omit<PageOrder, 'upstream'> & { readonly runId: string }

async function startProbeRun(ctx: TeamCtx, { key, operation, subject }: Probe): Promise<ProbeOrder> {
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
    searchName: 'Test of the contract',
    operation,
  }
  const product = operation === 'search' ? ('Latest' as const) : null
  await insertRun(ctx.db, {
    ...attribution,
    id: runId,
    teamId: ctx.team.id,
    subject,
    product,
    shared: true,
    startedAt: ctx.clock.now(),
  })
  const request = { operation, subject, count: SMALLEST_PAGE, ...(product && { product }) }
  const claim = async (tx: Parameters<PageOrder['claim']>[0]) => {
    await takeSeq(tx, ctx.team.id, runId, 1)
  }
  return {
    runId,
    key,
    request,
    pageNumber: 1,
    attribution: { ...attribution, runId, walletId: key.walletId },
    claim,
  }
}

async function tryOne(
  ctx: TeamCtx,
  services: RunServices,
  probe: Probe,
  order: ProbeOrder,
  candidate: Contract,
): Promise<Try> {
  const client = services.upstreams.at(candidate)
  let seen: Seen | null = null
  let found: Contract | null = null
  const bought = await buyPage(ctx, services, {
    ...order,
    upstream: {
      contract: probe.stored,
      async fetchPage(key, request, signal) {
        const inspected = await client.inspectPage(key, request, signal)
        seen = inspected.seen
        const told = seen && readByWhatIsFound(seen, probe.operation, candidate, inspected.answer)
        found = told?.contract ?? null
        return told?.answer ?? inspected.answer
      },
    },
  })
  return { bought, seen, found }
}

/** Items that the contract misses are items all the same: they were paid for, and are read by what was found. */
function readByWhatIsFound(
  { body, headers, httpStatus, ...rest }: Seen,
  operation: Operation,
  candidate: Contract,
  answer: Answer<Page>,
): { readonly answer: Answer<Page>; readonly contract: Contract } | null {
  const findings = detectPage({ body, headers, httpStatus, ...rest }, operation)
  if (!findings || body === undefined) return null
  const contract = suggestFromPage(candidate, { findings, body })
  const page = readPage(body, headers, operation, contract)
  if (!page.ok) return null
  // A charge that nobody has confirmed the meaning of is shown, but not put on the ledger.
  const reportedChargeMicro = answer.ok ? answer.value.reportedChargeMicro : null
  const { latencyMs } = answer
  return {
    contract,
    answer: { ok: true, value: { ...page.value, reportedChargeMicro }, httpStatus, latencyMs },
  }
}

async function settle(
  ctx: TeamCtx,
  { key, operation, stored }: Probe,
  runId: string,
  delivered: NonNullable<Bought['delivered']>,
): Promise<Omit<ProbedPage, 'findings'>> {
  const { page } = await settlePage(ctx, {
    prices: contractPrices(stored),
    runId,
    key,
    operation,
    pageNumber: 1,
    delivered,
    endReason: 'contract_test',
  })
  return { operation, runId, items: page.items.length, chargeMicro: page.chargeMicro }
}
