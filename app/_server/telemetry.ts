import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Logger } from 'pino'
import { startMetrics } from '@/lib/platform/metrics'
import { processWide } from '@/lib/platform/process'
import type { Env } from '@/lib/platform/settings'
import { startTracing } from '@/lib/platform/tracing'
import { isForked } from '@/lib/server/runtime'
import { createRequestWatch, findRoutes, type RequestWatch } from '@/lib/server/telemetry'

/** Telemetry of this process, for its operators. */
export interface Telemetry {
  /** Begins to record each request that the door handles. */
  watch(log: Logger): void
  close(): Promise<void>
}

/** Starts metrics and traces as the settings say, before the database is opened, so that nothing is missed. */
export async function beginTelemetry(env: Env): Promise<Telemetry> {
  // In development the worker runs in this process too.
  const processName = isForked() ? 'web' : 'both'
  if (env.METRICS_TOKEN !== undefined) startMetrics(processName)
  const [tracing, patterns] = await Promise.all([startTracing(env, processName), readRoutePatterns()])
  return {
    watch(log) {
      const watch = createRequestWatch({ log, tracing, routeOf: findRoutes(patterns) })
      processWide<RequestWatch>('request-watch', () => watch)
    },
    close: async () => tracing?.close(),
  }
}

/** Reads the build's list of pages and routes; empty in development, where all count as one. */
async function readRoutePatterns(): Promise<string[]> {
  const file = join(/* turbopackIgnore: true */ process.cwd(), '.next', 'app-path-routes-manifest.json')
  try {
    const routes: unknown = JSON.parse(await readFile(/* turbopackIgnore: true */ file, 'utf8'))
    return Object.values(routes ?? {}).filter((pattern) => typeof pattern === 'string')
  } catch {
    return []
  }
}
