import type { TeamCtx } from '@/lib/platform/db'
import { detectPage, listOf, type Provider, type RawAnswer } from '@/lib/upstream/client'
import { providerPrices } from '@/lib/upstream/providers'
import { endRun } from '../core/end-run'
import type { PageProblem } from '../core/page-problem'
import type { RunRow } from '../core/store'
import { findUserId } from '../purchase/look-up-user'
import type { Bought } from '../purchase/page-order'
import type { RunServices } from '../purchase/run-services'
import { candidatePaths, candidatesAt, MAX_TRIES } from './probe-candidates'
import type { ProbedPage, ProbeStep } from './probe-schemas'
import { type Probe, startProbeRun, tryOne } from './probe-try'

export interface Probed {
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
export async function probePage(ctx: TeamCtx, services: RunServices, probe: Probe): Promise<Probed> {
  const { operation, provider } = probe
  const order = await startProbeRun(ctx, probe)
  const steps: ProbeStep[] = []
  const refusals: RawAnswer[] = []
  const ended = async (more: Partial<Probed> = {}): Promise<Probed> => {
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
    ...{
      runId: order.run.id,
      key: probe.key,
      subject: probe.subject,
      priority: 'interactive',
      leftNano: null,
      isTrial: true,
    },
    upstream: services.upstreams.at(provider, await services.upstreams.for(ctx)),
    attribution: order.attribution,
    operation,
  }).catch(async (error: unknown) => {
    await ended()
    throw error
  })
  if (user.problem) {
    const asked = provider.lookup?.path ?? listOf(provider, operation).path
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
      const { subject } = listOf(candidate, operation)
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
  delivered: NonNullable<Bought['delivered']>,
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
