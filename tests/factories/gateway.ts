import type { CallServices } from '@/lib/collect/runs'
import { createGateway, type Gateway, type GatewayAnswer } from '@/lib/gateway'
import type { Clock, Secret } from '@/lib/kernel'
import { addKey } from '@/lib/keys/keys'
import { createGatewayKey, createGatewayKeyInput, createService } from '@/lib/keys/services'
import type { TestTeam } from '@/tests/factories/team'
import type { TestUpstream } from '@/tests/factories/upstream'

/** A service that calls through a gateway. */
export interface TestService {
  readonly serviceId: string
  readonly gatewayKeyId: string
  readonly keyId: string
  readonly token: Secret
  /** Asks; answers with the body as text. */
  ask(target: string, options?: AskOptions): Promise<TestAnswer>
}

export interface AskOptions {
  readonly headers?: Readonly<Record<string, string>>
  readonly gone?: AbortSignal
  readonly method?: string
  readonly source?: string
  readonly at?: Gateway
}

export type TestAnswer = Pick<GatewayAnswer, 'status' | 'headers' | 'charge'> & { readonly text: string }

/** A gateway in this process. */
export const openGateway = (upstream: CallServices, team: TestTeam, clock: Clock): Gateway =>
  createGateway({
    ...upstream,
    db: team.admin.db,
    clock,
    onError: (error) => {
      throw error
    },
  })

let services = 0

/** A service of a team with an upstream key of its own, or a given one. */
export async function makeService(
  gateway: Gateway,
  upstream: CallServices & Partial<Pick<TestUpstream, 'issueKey'>>,
  team: TestTeam,
  {
    keyId,
    key,
    environmentId = team.environments[0]?.id ?? '',
    ...over
  }: {
    readonly keyId?: string
    readonly key?: string
    readonly environmentId?: string
    readonly requestsPerSecond?: number
    readonly tellsBudget?: boolean
    readonly expiresInDays?: number
  } = {},
): Promise<TestService> {
  const where = { walletId: team.walletId, environmentId }
  const usedId =
    keyId ??
    (await addKey(team.admin, upstream, { key: key ?? upstream.issueKey?.().key ?? '', name: '', ...where }))
      .id
  const { id: serviceId } = await createService(team.admin, { name: `Service ${++services}` })
  const input = createGatewayKeyInput.parse({ serviceId, keyId: usedId, environmentId, ...over })
  const { id: gatewayKeyId, token } = await createGatewayKey(team.admin, input)
  return {
    serviceId,
    gatewayKeyId,
    keyId: usedId,
    token,
    async ask(target, { headers = {}, gone, method = 'GET', source = '192.0.2.1', at = gateway } = {}) {
      const given = { 'x-api-key': token.reveal(), ...headers }
      const answer = await at.answer({
        method,
        target,
        source,
        headers: Object.fromEntries(Object.entries(given).map(([name, value]) => [name, [value]])),
        hasBody: false,
        gone: gone ?? new AbortController().signal,
      })
      return { ...answer, text: Buffer.from(answer.body).toString() }
    },
  }
}
