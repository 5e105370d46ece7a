import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible'
import { NANO_PER_CREDIT, type Nano, nanoToText, parseNano, toRequestsPerSecond } from '@/lib/kernel'
import { readKnownBalance, type StoredKey, storedKeyRate } from '@/lib/keys/keys'
import type { GatewayCaller } from '@/lib/keys/services'
import { listBudgets } from '@/lib/money/budgets'
import { createCache } from '@/lib/platform/cache'
import type { TeamCtx } from '@/lib/platform/db'
import type { Provider } from '@/lib/upstream/client'
import type { TeamUpstream } from '@/lib/upstream/providers'
import { type GatewayRefusal, jsonAnswer } from './answers'
import type { GatewayAnswer, GatewayParts } from './types'

interface KeyInfoCall {
  readonly caller: GatewayCaller
  readonly key: StoredKey
  readonly upstream: Pick<TeamUpstream, 'provider'>
  refuse(refusal: GatewayRefusal): GatewayAnswer
}

/**
 * Answers the question about a key in the form of the provider's account, with the gateway key's own prefix and rate.
 */
export async function answerKeyInfo(
  parts: GatewayParts & { readonly keyInfoRate: KeyInfoRate },
  { caller, key, upstream: { provider }, refuse }: KeyInfoCall,
): Promise<GatewayAnswer> {
  const keyRate = toRequestsPerSecond(storedKeyRate(key))
  const rate = Math.max(1, Math.floor(Math.min(caller.requestsPerSecond ?? keyRate, keyRate)))
  const retryAfterMs = await parts.keyInfoRate.take(caller.gatewayKeyId, rate)
  if (retryAfterMs !== null) return refuse({ ...TOO_OFTEN, retryAfterMs })
  const nano = await balanceFor(parts, caller, key)
  return jsonAnswer(
    keyInfoText(provider.account, { prefix: caller.prefix, balanceNano: nano < 0n ? 0n : nano, rate }),
  )
}

interface ToldOfKey {
  readonly prefix: string
  readonly balanceNano: Nano
  readonly rate: number
}

type Tree = Map<string, Tree | string>

/**
 * Writes what is reported of a key as JSON in the form of an account. A balance that is a sum of fields stands in the
 * first of them.
 */
function keyInfoText(account: Provider['account'], { prefix, balanceNano, rate }: ToldOfKey): string {
  if (account === null) return '{}'
  const [first = 'balance', ...others] = account.balance
  const written = (nano: Nano) => (account.written === 'text' ? `"${nanoToText(nano)}"` : nanoToText(nano))
  const balance = written((balanceNano * NANO_PER_CREDIT) / (parseNano(account.factor) ?? NANO_PER_CREDIT))
  const tree: Tree = new Map()
  if (account.prefix !== null) put(tree, account.prefix.split('.'), JSON.stringify(prefix))
  put(tree, first.split('.'), balance)
  for (const other of others) put(tree, other.split('.'), written(0n))
  for (const repeated of account.repeats) put(tree, repeated.split('.'), balance)
  if (account.rate !== null) put(tree, account.rate.split('.'), String(rate))
  return textOf(tree)
}

function put(tree: Tree, [name = '', ...inner]: readonly string[], text: string): void {
  if (inner.length === 0) return void tree.set(name, text)
  const known = tree.get(name)
  const within: Tree = known instanceof Map ? known : new Map()
  tree.set(name, within)
  put(within, inner, text)
}

/** Writes JSON by hand, because amounts have more digits than floating point can hold. */
const textOf = (tree: Tree): string =>
  `{${[...tree].map(([name, value]) => `${JSON.stringify(name)}:${typeof value === 'string' ? value : textOf(value)}`).join(',')}}`

const TOO_OFTEN = {
  status: 429,
  problem: 'too_busy',
  message:
    'The key was asked about more often than its rate allows. Nothing was charged; wait and try again.',
} as const satisfies GatewayRefusal

async function balanceFor(parts: GatewayParts, caller: GatewayCaller, key: StoredKey): Promise<Nano> {
  const rest = caller.tellsBudget ? await budgetRest(caller.ctx, caller.service.id) : null
  return rest ?? readKnownBalance(caller.ctx, parts, key.walletId)
}

/** Returns the minimum that a service's own credit budgets leave; null if it has none that stops. */
async function budgetRest(ctx: TeamCtx, serviceId: string): Promise<Nano | null> {
  const lefts = (await listBudgets(ctx)).flatMap(({ scope, scopeId, unit, stops, left }) =>
    scope === 'service' && scopeId === serviceId && unit === 'credits' && stops ? [left] : [],
  )
  return lefts.length === 0 ? null : lefts.reduce((min, left) => (left < min ? left : min))
}

/**
 * Keeps each gateway key's questions about itself within its rate. They wait for no slot, but each reads the database.
 */
export interface KeyInfoRate {
  /** Returns null if the question may pass; else the milliseconds until the next one may. */
  take(gatewayKeyId: string, requestsPerSecond: number): Promise<number | null>
}

const MAX = 10_000

/** Creates the counts of a process. */
export function createKeyInfoRate(): KeyInfoRate {
  const limiters = createCache<RateLimiterMemory>({ max: MAX })
  return {
    async take(gatewayKeyId, requestsPerSecond) {
      // A caller at an even pace may be one call ahead.
      const points = requestsPerSecond + 1
      const name = `${gatewayKeyId} ${points}`
      const limiter = limiters.get(name) ?? new RateLimiterMemory({ points, duration: 1 })
      limiters.set(name, limiter)
      try {
        await limiter.consume(gatewayKeyId)
        return null
      } catch (error) {
        if (!(error instanceof RateLimiterRes)) throw error
        return error.msBeforeNext
      }
    },
  }
}
