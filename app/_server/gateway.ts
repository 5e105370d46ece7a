import 'server-only'
import { headers } from 'next/headers'
import type { ServiceActivity } from '@/lib/gateway'
import { formatCount } from '@/lib/kernel'
import type { TeamCtx } from '@/lib/platform/db'
import { resolveGatewayUrl } from '@/lib/platform/settings'
import { currentRuntime } from '@/lib/server/runtime'
import { currentVisitor } from './context'

/** Path of the gateway below the URL of this web process. */
export const GATEWAY_PATH = '/gateway'

/** Returns the gateway's URL for a team's services: the deployment's, or else one at the request's own host. */
export async function gatewayAddress(): Promise<string> {
  return `${await webAddress()}${GATEWAY_PATH}`
}

/** Returns the URL of the gateway's own port; null if it has none. */
export const ownGatewayAddress = async (): Promise<string | null> =>
  resolveGatewayUrl(currentRuntime().env, new URL(await webAddress()).hostname)

async function webAddress(): Promise<string> {
  const { NEXTAUTH_URL } = currentRuntime().env
  if (NEXTAUTH_URL) return NEXTAUTH_URL
  const address = `${(await currentVisitor()).isHttps ? 'https' : 'http'}://${(await headers()).get('host')}`
  // The URL is shown in code that people copy, so a forged host must not inject code of its own.
  const plain = /^https?:\/\/[\w.[\]:-]+$/.test(address) && URL.canParse(address)
  return plain ? address : 'http://localhost'
}

const NOTHING: ServiceActivity = { waiting: 0, underWay: 0, lastMinute: 0, refusals: {} }

/** Reasons for which the gateway refuses, in words. */
const REASONS: Readonly<Record<string, string>> = {
  budget_stopped: 'stopped by a budget',
  too_busy: 'the key was too busy',
  bad_request: 'an address that does not pass',
  not_found: 'no such path',
  method_not_allowed: 'no GET request',
  wallet_empty: 'the wallet is empty',
  key_unusable: 'the API key cannot be used',
  upstream_lost: 'the API did not answer',
  repeat_differs: 'a repeated id with another address',
  repeat_gone: 'a repeated id whose answer is gone',
  unavailable: 'Purser could not do it',
}

/** Returns a service's present activity at this Purser's gateway, and its refusals with their reasons in words. */
export async function readServiceActivity(ctx: TeamCtx, serviceId: string) {
  const found = (await currentRuntime().worker.perform('gatewayFigures', ctx, null)).get(serviceId)
  const { refusals, ...figures } = found ?? NOTHING
  const counts = Object.entries(refusals).flatMap(([reason, count = 0]) => (count ? [{ reason, count }] : []))
  return {
    ...figures,
    refused: counts.reduce((sum, { count }) => sum + count, 0),
    reasons: counts
      .map(({ reason, count }) => `${formatCount(count)} ${REASONS[reason] ?? reason}`)
      .join(', '),
  }
}
