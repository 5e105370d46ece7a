import 'server-only'
import { headers } from 'next/headers'
import { ownGatewayUrl } from '@/lib/platform/settings'
import { currentRuntime } from '@/lib/server/runtime'
import { currentVisitor } from './visitor'

/** Path of the gateway below the URL of this web process. */
export const GATEWAY_PATH = '/gateway'

/** Returns the gateway's URL for a team's services: the deployment's, or else one at the request's own host. */
export async function gatewayAddress(): Promise<string> {
  return `${await webAddress()}${GATEWAY_PATH}`
}

/** Returns the URL of the gateway's own port; null if it has none. */
export const ownGatewayAddress = async (): Promise<string | null> =>
  ownGatewayUrl(currentRuntime().env, new URL(await webAddress()).hostname)

async function webAddress(): Promise<string> {
  const { NEXTAUTH_URL } = currentRuntime().env
  if (NEXTAUTH_URL) return NEXTAUTH_URL
  const address = `${(await currentVisitor()).isHttps ? 'https' : 'http'}://${(await headers()).get('host')}`
  // The URL is shown in code that people copy, so a forged host must not inject code of its own.
  const plain = /^https?:\/\/[\w.[\]:-]+$/.test(address) && URL.canParse(address)
  return plain ? address : 'http://localhost'
}
