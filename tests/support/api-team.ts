import type { Secret } from '@/lib/kernel'
import { createGatewayKey, createService } from '@/lib/keys/services'
import { createToken, PERMISSION_NAMES, type Permission } from '@/lib/teams/tokens'
import type { FilledTeam } from './two-teams'

/** A team with a service, its gateway key, and a token with every permission. */
export interface ApiTeam extends FilledTeam {
  readonly token: string
  readonly tokenId: string
  readonly gatewayKey: string
  /** Ids of its things, by the API's names for them. */
  readonly ids: Readonly<Record<string, string>>
}

/** Gives a team what only the API reports. */
export async function fillForApi(team: FilledTeam): Promise<ApiTeam> {
  const { admin, things, mark } = team
  const { id: serviceId } = await createService(admin, { name: `Program ${mark}` })
  const gatewayKey = await createGatewayKey(admin, {
    ...{ serviceId, keyId: things.keyId, environmentId: '' },
    ...{ requestsPerSecond: null, expiresInDays: null, tellsBudget: false },
  })
  const { token, id: tokenId } = await makeToken(team)
  const { walletId, environmentId, keyId, searchId, runId, budgetId, alertId, memberId } = things
  return {
    ...team,
    token: token.reveal(),
    tokenId,
    gatewayKey: gatewayKey.token.reveal(),
    ids: {
      ...{ walletId, environmentId, keyId, searchId, runId, budgetId, alertId, memberId, serviceId, tokenId },
      gatewayKeyId: gatewayKey.id,
    },
  }
}

/** Creates a token of the team, with every permission by default. */
export const makeToken = (
  { admin, mark }: Pick<FilledTeam, 'admin' | 'mark'>,
  permissions: readonly Permission[] = PERMISSION_NAMES,
  expiresInDays: number | null = null,
): Promise<{ id: string; token: Secret }> =>
  createToken(admin, { name: `Token ${mark}`, permissions: [...permissions], expiresInDays })

/** Returns the header that carries a token. */
export const bearer = (token: string) => ({ authorization: `Bearer ${token}` })
