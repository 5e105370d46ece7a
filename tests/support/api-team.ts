import type { Secret } from '@/lib/kernel'
import { createGatewayKey, createService } from '@/lib/keys/services'
import { createToken, PERMISSION_NAMES, type Permission } from '@/lib/teams/tokens'
import type { FilledTeam } from './two-teams'

/** A team with a service of its own, its gateway key, and a token that may do everything. */
export interface ApiTeam extends FilledTeam {
  readonly token: string
  readonly tokenId: string
  readonly gatewayKey: string
  /** Ids of its things by the names that the API gives them. */
  readonly ids: Readonly<Record<string, string>>
}

/** Fills a team with what only the API tells of. */
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

/** Makes a token of the team, with every permission unless told otherwise. */
export const makeToken = (
  { admin, mark }: Pick<FilledTeam, 'admin' | 'mark'>,
  permissions: readonly Permission[] = PERMISSION_NAMES,
  expiresInDays: number | null = null,
): Promise<{ id: string; token: Secret }> =>
  createToken(admin, { name: `Token ${mark}`, permissions: [...permissions], expiresInDays })

/** The header that shows a token. */
export const bearer = (token: string) => ({ authorization: `Bearer ${token}` })
