import 'server-only'
import { headers } from 'next/headers'
import { ownGatewayUrl } from '@/lib/platform/settings'
import { currentRuntime } from '@/lib/server/runtime'
import { currentVisitor } from './visitor'

/** Where the gateway answers below the address of this web process. */
export const GATEWAY_PATH = '/gateway'

/** The gateway's address for a team's services: of the deployment, or else of the request's own host. */
export async function gatewayAddress(): Promise<string> {
  return `${await webAddress()}${GATEWAY_PATH}`
}

/** The address of the gateway's own port; null where it has none. */
export const ownGatewayAddress = async (): Promise<string | null> =>
  ownGatewayUrl(currentRuntime().env, new URL(await webAddress()).hostname)

async function webAddress(): Promise<string> {
  const { NEXTAUTH_URL } = currentRuntime().env
  if (NEXTAUTH_URL) return NEXTAUTH_URL
  const address = `${(await currentVisitor()).isHttps ? 'https' : 'http'}://${(await headers()).get('host')}`
  // It is shown in code that people copy: a host that is none must not bring code of its own.
  const plain = /^https?:\/\/[\w.[\]:-]+$/.test(address) && URL.canParse(address)
  return plain ? address : 'http://localhost'
}
