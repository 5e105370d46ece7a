import type { Gateway } from '@/lib/gateway'
import { newToken } from '@/lib/kernel'
import type { Env } from '@/lib/platform/settings'
import type { RequestWatch } from '@/lib/server/telemetry'
import { type Listener, listen } from './listen'
import { createFindSource } from './source'

/** How the web process reaches the gateway: a port of loopback, and what it shows there. */
export interface GatewayDoor {
  readonly port: number
  readonly pass: string
}

/** The gateway's listeners. */
export interface ServedGateway {
  readonly door: GatewayDoor
  /** Takes no more requests; resolves when those that came are answered. */
  close(): Promise<void>
}

/**
 * Serves the gateway: on its own port where the settings name one, and on a private one for the web process. What comes by
 * the private one without the pass is treated as what comes by the public one.
 */
export async function serveGateway(
  gateway: Gateway,
  env: Pick<Env, 'GATEWAY_PORT' | 'GATEWAY_HOST' | 'HOST' | 'TRUSTED_PROXIES'>,
  watch: RequestWatch,
): Promise<ServedGateway> {
  const findSource = createFindSource(env.TRUSTED_PROXIES)
  const pass = newToken()
  const listeners: Listener[] = []
  const close = async () => {
    await Promise.all(listeners.map((each) => each.close()))
  }
  try {
    const inner = await listen({ gateway, findSource, watch, pass, port: 0, host: '127.0.0.1' })
    listeners.push(inner)
    const { GATEWAY_PORT: port, GATEWAY_HOST: host = env.HOST } = env
    if (port !== undefined) listeners.push(await listen({ gateway, findSource, watch, port, host }))
    return { door: { port: inner.port, pass }, close }
  } catch (error) {
    await close()
    throw error
  }
}
