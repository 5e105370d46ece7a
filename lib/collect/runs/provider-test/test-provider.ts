import { isDeepStrictEqual } from 'node:util'
import type { z } from 'zod'
import {
  AppError,
  invalid,
  type Nano,
  nanoToText,
  OPERATIONS,
  readSubject,
  requireAdmin,
  type Secret,
  SUBJECTS,
} from '@/lib/kernel'
import { fetchKeyInfo, getUsableKey, loadKeyForUse, type StoredKey } from '@/lib/keys/keys'
import { appendAuditEntry } from '@/lib/platform/audit'
import { type TeamCtx, transaction } from '@/lib/platform/db'
import {
  type Answer,
  type DetectedRetryAfter,
  detectError,
  detectRetryAfter,
  type KeyInfo,
  type Provider,
  pricePerItem,
  type RawAnswer,
  suggestFromErrors,
} from '@/lib/upstream/client'
import { flattenProvider, getProvider, withOverrides } from '@/lib/upstream/providers'
import type { RunServices } from '../purchase/run-services'
import { type ProbeResult, type ProviderTest, probePage, type testProviderInput } from './probe-page'

type TestInput = z.output<typeof testProviderInput>

/**
 * Tries a provider on the upstream with as few and as small calls as possible, each through the key's queue and on the
 * ledger: GET /v1/me before and after each page, one page of each ticked operation, and a 429 if requested. Returns
 * the findings and a suggestion; changes nothing. Throws `upstream` if the key is not accepted. Admins only.
 */
export async function testProvider(
  ctx: TeamCtx,
  services: RunServices,
  input: TestInput,
): Promise<ProviderTest> {
  requireAdmin(ctx, 'test the provider')
  const usable = await getUsableKey(ctx, input.keyId)
  checkSubjects(input)
  const { provider: stored, deployment } = await getProvider(ctx, services.upstreams)
  let provider = withOverrides(deployment, input.overrides)
  const own = await services.upstreams.for(ctx)
  const { row: key, secret, pacer } = await loadKeyForUse(ctx, services, usable, own)
  const upstream = services.upstreams.at(provider, own)
  const ask = async (): Promise<Answer<KeyInfo> | null> =>
    provider.account === null ? null : (await fetchKeyInfo(upstream, pacer, secret, ctx.clock)).answer
  const info = await ask()
  if (info && !info.ok) throw new AppError('upstream', `Nothing was tested. ${info.problem.message}`)
  await recordTest(ctx, key.prefix, input)

  const probes: ProbeResult[] = []
  let balanceNano: Nano | null = info?.value.balanceNano ?? null
  for (const operation of input.operations) {
    const kind = OPERATIONS[operation].subject
    const subject = readSubject(input[kind], kind)
    let probed = await probePage(ctx, services, { key, operation, subject, stored, provider })
    if (probed.page.items > 0) {
      const reading: Answer<KeyInfo> | null = await ask()
      const after = reading?.ok ? reading.value.balanceNano : null
      if (balanceNano !== null && after !== null) probed = withPriceTold(probed, balanceNano, after)
      balanceNano = after
    }
    probes.push(probed)
    provider = probed.provider
    if (probed.isOver) break
  }
  // A few free calls can reach only a limit per second.
  const canProvoke = provider.account !== null && key.windowMs === 1000
  const mayProvoke = input.provokes && canProvoke && !probes.some(({ isOver }) => isOver)
  const provoked = mayProvoke ? await provokeRefusal(ctx, services, key, provider) : null
  return reportOf({ provider, secret }, probes, provoked, info?.value ?? NOTHING_TOLD)
}

const NOTHING_TOLD = { balanceNano: null, requestsPerSecond: null }

function checkSubjects(input: TestInput): void {
  const { operations, provokes } = input
  const missing = operations
    .map((operation) => OPERATIONS[operation].subject)
    .filter((subject) => input[subject] === '')
  const fields = {
    ...Object.fromEntries(missing.map((subject) => [subject, SUBJECTS[subject].missing])),
    ...(operations.length === 0 && !provokes && { operations: 'Tick what to test.' }),
  }
  if (Object.keys(fields).length > 0) throw invalid('Nothing was tested.', fields)
}

const recordTest = (ctx: TeamCtx, prefix: string, { operations, provokes }: TestInput): Promise<void> =>
  transaction(ctx.db, (tx) =>
    appendAuditEntry(tx, ctx, {
      action: 'provider.test',
      subjectId: ctx.team.id,
      subjectName: ctx.team.name,
      detail: { key: prefix, tried: [...operations, ...(provokes ? ['429'] : [])].join(', ') },
    }),
  )

function reportOf(
  { provider, secret }: { readonly provider: Provider; readonly secret: Secret },
  probes: readonly ProbeResult[],
  provoked: ProvokedError | null,
  info: Pick<ProviderTest, 'balanceNano' | 'requestsPerSecond'>,
): ProviderTest {
  const seen: RawAnswer[] = [
    ...probes.flatMap(({ refusals }) => refusals),
    ...(provoked?.refusals.slice(0, 1) ?? []),
  ]
  const errors = seen.map((each) => detectError(each, provider, secret))
  const headers = seen.flatMap((each) =>
    each.httpStatus === 429 ? (each.headers.get('retry-after') ?? []) : [],
  )
  const retryAfter = provoked?.retryAfter ?? detectRetryAfter(headers)
  return {
    balanceNano: info.balanceNano,
    requestsPerSecond: info.requestsPerSecond,
    steps: probes.flatMap(({ steps }) => steps),
    pages: probes.map(({ page }) => page),
    // One of each kind is enough; one status may refuse for several reasons.
    errors: errors.filter((error, at) => errors.findIndex((other) => isDeepStrictEqual(other, error)) === at),
    retryAfter,
    provoked: provoked && { calls: provoked.calls, refused: provoked.refusals.length },
    suggestion: Object.fromEntries(flattenProvider(suggestFromErrors(provider, errors, retryAfter))),
  }
}

/**
 * Adds to a probe the price that balance readings before and after it suggest. The provider then states that price, if
 * it states none yet and the fall is the same for each item. Others who use the wallet meanwhile distort it, so
 * nothing is saved.
 */
function withPriceTold(probed: ProbeResult, before: Nano, after: Nano): ProbeResult {
  const { page, provider } = probed
  const fellNano = before - after
  const priced = { ...probed, page: { ...page, fellNano } }
  const each = inferItemPrice(fellNano, page.items)
  if (each === null || provider.price[page.operation] !== null) return priced
  const price: Provider['price'] = { ...provider.price, [page.operation]: pricePerItem(nanoToText(each)) }
  return { ...priced, provider: { ...provider, price } }
}

/** Returns the price of an item that explains the fall; null if nothing fell, or not evenly. */
const inferItemPrice = (fellNano: Nano, items: number): Nano | null =>
  items > 0 && fellNano > 0n && fellNano % BigInt(items) === 0n ? fellNano / BigInt(items) : null

/** Number of calls above the pack's rate, because some limiters let a few more pass. */
const EXTRA = 10

export interface ProvokedError {
  readonly calls: number
  readonly refusals: readonly RawAnswer[]
  readonly retryAfter: DetectedRetryAfter | null
}

/**
 * Sends more simultaneous calls of GET /v1/me than the key's pack allows, to see what a 429 looks like. They return
 * no items and cost nothing. Afterwards the key stays silent for as long as the upstream asks.
 */
async function provokeRefusal(
  ctx: TeamCtx,
  services: RunServices,
  key: StoredKey,
  provider: Provider,
): Promise<ProvokedError> {
  const own = await services.upstreams.for(ctx)
  const { secret, pacer } = await loadKeyForUse(ctx, services, key, own)
  const client = services.upstreams.at(provider, own)
  const slot = await pacer.slot({ priority: 'interactive' })
  const calls = key.requestsPerSecond + EXTRA
  const answers = await Promise.all(Array.from({ length: calls }, () => client.inspectKeyInfo(secret)))
  const refused = answers.filter(({ seen }) => seen?.httpStatus === 429)
  const refusals = refused.flatMap(({ seen }) => (seen ? [seen] : []))
  const retryAfter = detectRetryAfter(refusals.flatMap(({ headers }) => headers.get('retry-after') ?? []))
  const waits = refused.map(({ answer, seen }) =>
    retryAfter?.unit === 'milliseconds'
      ? Number(seen?.headers.get('retry-after') ?? 0)
      : answer.ok
        ? 0
        : (answer.problem.retryAfterMs ?? 0),
  )
  if (refused.length > 0) slot.refused({ retryAfterMs: Math.max(...waits) })
  else slot.answered()
  return { calls, refusals, retryAfter }
}
