import diagnostics from 'node:diagnostics_channel'
import { readFile } from 'node:fs/promises'
import type { Server, ServerResponse } from 'node:http'
import { join } from 'node:path'
import type { Logger } from 'pino'
import {
  AppError,
  acceptedConventions,
  registerConventionsFinder,
  registerShownTeamFinder,
} from '@/lib/kernel'
import { redactText } from '@/lib/platform/audit'
import { startMetrics } from '@/lib/platform/metrics'
import { createOpenServers, currentRequest, processSingleton } from '@/lib/platform/process'
import type { Env } from '@/lib/platform/settings'
import { startTracing } from '@/lib/platform/tracing'
import {
  createWebRuntime,
  isForked,
  readEnv,
  setCurrentRuntime,
  stopOnSignals,
  type WebRuntime,
} from '@/lib/server/runtime'
import { createRequestWatch, createRouteFinder, type RequestWatch } from '@/lib/server/telemetry'
import { isInstalled, userOfBrowserCookie } from '@/lib/teams/accounts'
import { openStreams } from './events'
import { escapeStreamOutput } from './plain-output'

/** Starts the process's runtime. A failure ends the process: Next would continue in a broken state. */
export async function startProcessRuntime(): Promise<void> {
  escapeStreamOutput(process.stdout)
  escapeStreamOutput(process.stderr, (text) => redactText(text, Number.POSITIVE_INFINITY))
  // compose.yaml passes an empty value: Purser reads it as unset, but next-auth would fail on every page.
  if (process.env.NEXTAUTH_URL === '') delete process.env.NEXTAUTH_URL
  try {
    const env = readEnv(process.env)
    const telemetry = await beginTelemetry(env)
    const runtime = await createWebRuntime(env)
    telemetry.watch(runtime.log)
    setCurrentRuntime(runtime)
    registerConventionsFinder(() => acceptedConventions(currentRequest().language))
    registerShownTeamFinder(() => currentRequest().shown?.team)
    // The door calls it: see lib/server/front/sign-in-queue.ts.
    processSingleton('known-browser', () => (cookie: string) => userOfBrowserCookie(runtime.accounts, cookie))
    await announce(runtime)
    stopOnSignal(runtime, telemetry)
  } catch (error) {
    console.error(`Purser did not start. ${error instanceof AppError ? error.message : String(error)}`)
    process.exit(1)
  }
}

async function announce({ env, db, accounts, sandbox, upstreams, recovered }: WebRuntime): Promise<void> {
  const address = env.NEXTAUTH_URL ?? `http://localhost:${env.PORT}`
  const lines = [
    `Purser is at ${address}`,
    sandbox
      ? 'No UPSTREAM_BASE_URL is set: it runs on its built-in sandbox, with pretend data and pretend credits.'
      : `The API is ${upstreams.baseUrl}.`,
    (await isInstalled(db))
      ? 'Open that address in a browser. Ctrl-C stops it.'
      : `Set it up with this link, which is for you alone: ${address}/setup?token=${accounts.seals.setupToken}`,
  ]
  if (recovered > 0)
    lines.push(
      `${recovered} calls were in flight when Purser last stopped: they are on the ledger as unknown.`,
    )
  for (const line of lines) console.log(line)
}

/**
 * Stops without losing anything: refuses new requests, answers those in flight, then closes the runtime. Next installs
 * no handler of its own (NEXT_MANUAL_SIG_HANDLE); its server is learnt from Node's diagnostics channel.
 */
function stopOnSignal(runtime: WebRuntime, telemetry: Telemetry): void {
  if (!process.env.NEXT_MANUAL_SIG_HANDLE) return
  const servers = createOpenServers()
  diagnostics.subscribe('http.server.request.start', (message) => {
    // In development this process also runs the sandbox's server, which must answer until our own calls have ended.
    if (isRequest(message) && portOf(message.server) === runtime.env.PORT)
      servers.came(message.server, message.response)
  })
  const stop = stopOnSignals(async () => {
    // Calls that wait for a slot are never sent; calls already sent are waited for.
    runtime.hold()
    // Open event streams would keep the server open forever.
    openStreams().closeAll()
    await servers.close()
    await runtime.close()
    await telemetry.close()
  }, runtime.isBusy)
  void runtime.lost.then(() => stop(1))
}

function portOf(server: Server): number | null {
  const address = server.address()
  return typeof address === 'object' ? (address?.port ?? null) : null
}

const isRequest = (message: unknown): message is { server: Server; response: ServerResponse } =>
  typeof message === 'object' && message !== null && 'server' in message && 'response' in message

/** Telemetry of this process, for its operators. */
interface Telemetry {
  /** Begins to record each request that the door handles. */
  watch(log: Logger): void
  close(): Promise<void>
}

/** Starts metrics and traces as the settings say, before the database is opened, so that nothing is missed. */
async function beginTelemetry(env: Env): Promise<Telemetry> {
  // In development the worker runs in this process too.
  const processName = isForked() ? 'web' : 'both'
  if (env.METRICS_TOKEN !== undefined) startMetrics(processName)
  const [tracing, patterns] = await Promise.all([startTracing(env, processName), readRoutePatterns()])
  return {
    watch(log) {
      const watch = createRequestWatch({ log, tracing, routeOf: createRouteFinder(patterns) })
      processSingleton<RequestWatch>('request-watch', () => watch)
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
