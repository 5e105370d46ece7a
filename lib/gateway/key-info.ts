import { type Nano, nanoToText } from '@/lib/kernel'
import { knownBalance, type StoredKey } from '@/lib/keys/keys'
import type { Caller } from '@/lib/keys/services'
import { listBudgets } from '@/lib/money/budgets'
import type { TeamCtx } from '@/lib/platform/db'
import { type GatewayRefusal, jsonAnswer } from './answers'
import type { KeyInfoRate } from './key-info-rate'
import type { GatewayAnswer, GatewayParts } from './types'

interface KeyInfoCall {
  readonly caller: Caller
  readonly key: StoredKey
  refuse(refusal: GatewayRefusal): GatewayAnswer
}

/** Answers GET /v1/me (upstream-interface, Key info object) with the gateway key's own prefix and rate. */
export async function answerKeyInfo(
  parts: GatewayParts & { readonly keyInfoRate: KeyInfoRate },
  { caller, key, refuse }: KeyInfoCall,
): Promise<GatewayAnswer> {
  const rate = Math.min(caller.requestsPerSecond ?? key.requestsPerSecond, key.requestsPerSecond)
  const retryAfterMs = await parts.keyInfoRate.take(caller.gatewayKeyId, rate)
  if (retryAfterMs !== null) return refuse({ ...TOO_OFTEN, retryAfterMs })
  const nano = await balanceFor(parts, caller, key)
  const balance = nanoToText(nano < 0n ? 0n : nano)
  // A prefix has letters and digits only.
  return jsonAnswer(`{"key_prefix":"${caller.prefix}","balance":${balance},"rate_limit_qps":${rate}}`)
}

const TOO_OFTEN = {
  status: 429,
  problem: 'too_busy',
  message:
    'The key was asked about more often than its rate allows. Nothing was charged; wait and try again.',
} as const satisfies GatewayRefusal

async function balanceFor(parts: GatewayParts, caller: Caller, key: StoredKey): Promise<Nano> {
  const rest = caller.tellsBudget ? await budgetRest(caller.ctx, caller.service.id) : null
  return rest ?? knownBalance(caller.ctx, parts, key.walletId)
}

/** The least that a service's own budgets of credits leave; null if it has none that stops. */
async function budgetRest(ctx: TeamCtx, serviceId: string): Promise<Nano | null> {
  const lefts = (await listBudgets(ctx)).flatMap(({ scope, scopeId, unit, stops, left }) =>
    scope === 'service' && scopeId === serviceId && unit === 'credits' && stops ? [left] : [],
  )
  return lefts.length === 0 ? null : lefts.reduce((least, left) => (left < least ? left : least))
}
