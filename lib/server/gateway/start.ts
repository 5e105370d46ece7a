import type { Gateway } from '@/lib/gateway'
import { newToken } from '@/lib/kernel'
import type { Env } from '@/lib/platform/settings'
import { createSources, type GatewayDoor } from '@/lib/server/front'
import type { RequestWatch } from '@/lib/server/telemetry'
import { type Listener, listen } from './listen'

/** The gateway's listeners. */
export interface ServedGateway {
  readonly door: GatewayDoor
  /** Accepts no more requests. Resolves when those that arrived are answered. */
  close(): Promise<void>
}

/**
 * Serves the gateway on its own port if the settings name one, and on a private one for the web process. A request to
 * the private port without the pass is treated like one to the public port.
 */
export async function serveGateway(
  gateway: Gateway,
  env: Pick<Env, 'GATEWAY_PORT' | 'GATEWAY_HOST' | 'HOST' | 'TRUSTED_PROXIES'>,
  watch: RequestWatch,
): Promise<ServedGateway> {
  const sources = createSources(env.TRUSTED_PROXIES)
  const pass = newToken()
  const listeners: Listener[] = []
  const close = async () => {
    await Promise.all(listeners.map((each) => each.close()))
  }
  try {
    const inner = await listen({ gateway, sources, watch, pass, port: 0, host: '127.0.0.1' })
    listeners.push(inner)
    const { GATEWAY_PORT: port, GATEWAY_HOST: host = env.HOST } = env
    if (port !== undefined) listeners.push(await listen({ gateway, sources, watch, port, host }))
    return { door: { port: inner.port, pass }, close }
  } catch (error) {
    await close()
    throw error
  }
}
