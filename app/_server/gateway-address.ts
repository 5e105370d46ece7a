import 'server-only'
import { headers } from 'next/headers'
import { currentRuntime } from '@/lib/server/runtime'
import { currentVisitor } from './visitor'

/** Where the gateway answers below the address of this web process. */
export const GATEWAY_PATH = '/gateway'

/** The gateway's address for a team's services: of the deployment, or else of the request's own host. */
export async function gatewayAddress(): Promise<string> {
  const { NEXTAUTH_URL } = currentRuntime().env
  if (NEXTAUTH_URL) return NEXTAUTH_URL.replace(/\/+$/, '') + GATEWAY_PATH
  const host = (await headers()).get('host') ?? 'localhost'
  // It is shown in code that people copy: a host that is none must not bring code of its own.
  const plain = /^[\w.[\]:-]+$/.test(host) ? host : 'localhost'
  return `${(await currentVisitor()).isHttps ? 'https' : 'http'}://${plain}${GATEWAY_PATH}`
}
