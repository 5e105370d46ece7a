import type { Clock } from '@/lib/kernel'
import {
  hashSandboxKey,
  type KeyAccount,
  readSandboxKey,
  type SandboxAccounts,
  type SandboxWallet,
} from './accounts'
import { type HttpAnswer, keyInfoAnswer, RefusalError, toRefusal } from './answers'
import type { Billing } from './billing'
import type { AlterPage, SandboxForm, SandboxRequest, Wire } from './form'
import type { Limiter } from './limiters'
import type { ListReader } from './lists'
import { purchasedRate, SANDBOX_OPERATIONS } from './operations'
import type { ListPage } from './pages'
import type { Preset } from './presets'
import { findRoute, isUnderVersion } from './router'

interface HandlerParts {
  readonly clock: Clock
  readonly accounts: SandboxAccounts
  readonly limiterOf: (keyHash: string) => Limiter
  readonly readList: ListReader
  readonly preset: () => Preset
  readonly billing: Pick<Billing, 'quotePage' | 'charge' | 'toldBalance'>
}

/**
 * Creates the interface in its presets, which judges and answers one request at a time. It checks in this order: path,
 * method, key, rate, parameters, balance. Only an answered page is charged.
 */
export function createPresetHandler({
  clock,
  accounts,
  limiterOf,
  readList,
  preset,
  billing,
}: HandlerParts): SandboxForm {
  const authenticate = (request: SandboxRequest) => {
    const key = readSandboxKey(request.headers)
    const account = key === null ? null : accounts.findByHash(hashSandboxKey(key))
    if (!account || account.wallet.service !== null)
      throw new RefusalError(401, 'The API key is missing, unknown or revoked.')
    return account
  }

  const admit = (key: KeyAccount, rate: number): void => {
    key.requests += 1
    const waitMs = limiterOf(key.hash).refuse(rate, clock.monotonic())
    if (waitMs !== null) key.refused += 1
    accounts.changed()
    if (waitMs === null) return
    throw new RefusalError(429, `This key may make ${rate} requests per second.`, { retryAfterMs: waitMs })
  }

  const deliver = (wallet: SandboxWallet, key: KeyAccount, page: ListPage): HttpAnswer => {
    const { nano: chargeNano, sold } = billing.quotePage(wallet, {
      operation: page.operation,
      ids: page.items.map(({ id }) => id),
    })
    if (wallet.balanceNano <= 0n || wallet.balanceNano < chargeNano)
      throw new RefusalError(402, "The wallet's balance does not cover this page. Nothing was charged.")
    billing.charge(wallet, chargeNano, sold)
    accounts.countPage(key, page)
    return preset().writePage({ ...page, chargeNano })
  }

  const answer = (request: SandboxRequest, alterPage: AlterPage): HttpAnswer => {
    if (!isUnderVersion(request.path)) throw new RefusalError(404, 'All endpoints lie under /v1.')
    if (request.method !== 'GET')
      throw new RefusalError(405, 'All endpoints are called with GET.', { allow: 'GET' })
    const { wallet, key } = authenticate(request)
    const now = clock.now()
    const rate = purchasedRate(wallet.purchases, now)
    admit(key, rate)
    const route = findRoute(request.path, preset())
    if (!route) throw new RefusalError(404, 'There is no such endpoint.')
    if (route.name === 'me') return keyInfoAnswer(key.prefix, billing.toldBalance(wallet), rate)
    const page = readList(route, {
      parameters: request.parameters,
      keyHash: key.hash,
      now: now.getTime(),
      preset: preset(),
    })
    return deliver(wallet, key, alterPage(page, key))
  }

  return {
    handle(request, alterPage = (page) => page) {
      try {
        return answer(request, alterPage)
      } catch (error) {
        return preset().writeRefusal(toRefusal(error), clock.now())
      }
    },
    wireOf: ({ path }) => ({ ...WIRE, asks: path === '/v1/me' ? 'key info' : 'page' }),
  }
}

const WIRE: Omit<Wire, 'asks'> = {
  cursorParameters: ['cursor'],
  cursorField: 'next_cursor',
  maxCountOf: (operation) => SANDBOX_OPERATIONS[operation].maxCount,
  wrongKeyInfos: [
    { balance: 'plenty' },
    { balance: null },
    { balance: { credits: 5 } },
    { rate_limit_qps: 'fast' },
    { rate_limit_qps: 2.5 },
    { key_prefix: null },
  ],
}
