import { type ChildProcess, fork } from 'node:child_process'
import { hkdfSync } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:net'
import { constants } from 'node:os'
import { join } from 'node:path'
import { AppError, systemClock } from '@/lib/kernel'
import { startMetrics } from '@/lib/platform/metrics'
import type { Env } from '@/lib/platform/settings'
import { startTracing } from '@/lib/platform/tracing'
import { setProcessPriority } from '@/lib/server/front'
import { createWorkerRuntime, FORKED_BY_WORKER, prepareServer, stopOnSignals } from '@/lib/server/runtime'
import { forkedLink, serveWorker, type WorkerReply, type WorkerRequest } from '@/lib/server/worker'
import { loadEnv } from './load-env'

/** Differences between a start from the sources, one for development, and one from the image. */
interface Launch {
  /** Folder that contains prisma/, and perhaps .env. */
  readonly root: string
  /** Makes the build if necessary, once everything else is ready. */
  build?(): Promise<void>
  /** Starts serving. Resolves once the web process runs. */
  serve(env: Env): Promise<void>
}

/** Starts Purser, from the settings to the server. If it cannot start, ends the process with a message. */
export async function launch({ root, build, serve }: Launch): Promise<void> {
  const isOrphan = endWithNpm()
  try {
    process.chdir(root)
    process.env.NEXT_TELEMETRY_DISABLED ??= '1'
    loadEnv()
    // Only this user may read new files in the data folder. The build's files keep the usual mode.
    const usualMask = process.umask(0o077)
    const { env, nextAuthSecret, migrated } = await prepareServer(process.env, join(root, 'prisma'))
    process.umask(usualMask)
    await requireFreePort(env.HOST, env.PORT, ['HOST', 'PORT'])
    if (env.GATEWAY_PORT !== undefined)
      await requireFreePort(env.GATEWAY_HOST ?? env.HOST, env.GATEWAY_PORT, ['GATEWAY_HOST', 'GATEWAY_PORT'])
    process.env.NEXTAUTH_SECRET = nextAuthSecret
    process.env.NEXT_SERVER_ACTIONS_ENCRYPTION_KEY ??= actionsKey(nextAuthSecret)
    if (migrated.length > 0)
      console.log(`Database ready in ${env.DATABASE_URL ? 'PostgreSQL' : env.PURSER_DATA}.`)
    await build?.()
    if (isOrphan()) process.exit(1)
    await serve({ ...env, NEXTAUTH_SECRET: nextAuthSecret })
  } catch (error) {
    const { name, message, stack } = error instanceof Error ? error : new Error(String(error))
    console.error(`Purser did not start. ${name === 'AppError' ? message : stack}`)
    process.exit(1)
  }
}

/**
 * Derives the key with which Next encrypts a server action's data within a page. It follows from the session secret,
 * so that instances which accept each other's sessions also understand each other's pages.
 */
const actionsKey = (secret: string): string =>
  Buffer.from(hkdfSync('sha256', secret, '', 'purser: server actions', 32)).toString('base64')

/**
 * Ends this process when npm is gone: npm runs it below a shell that dies of SIGTERM without passing it on, so a new
 * parent is watched for. Returns a function that says whether there is one.
 */
function endWithNpm(): () => boolean {
  if (!process.env.npm_lifecycle_event) return () => false
  const parent = process.ppid
  const isOrphan = () => process.ppid !== parent
  setInterval(() => isOrphan() && process.kill(process.pid, 'SIGTERM'), 500).unref()
  return isOrphan
}

/** Rejects with a message if the port is taken, for which Next would print a stack trace. */
function requireFreePort(
  host: string,
  port: number,
  [hostName, portName]: readonly [string, string],
): Promise<void> {
  return new Promise((resolve, reject) => {
    const probe = createServer()
    probe.once('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'EADDRNOTAVAIL' || error.code === 'ENOTFOUND') {
        const message = `This machine has no address ${host}. Set ${hostName} to one that it has, or to 0.0.0.0 for all.`
        return reject(new AppError('unavailable', message))
      }
      const why =
        error.code === 'EADDRINUSE' ? 'is taken by another program' : `cannot be used (${error.code})`
      reject(
        new AppError('unavailable', `Port ${port} ${why}. Stop that, or set ${portName} to another one.`),
      )
    })
    probe.listen(port, host, () => probe.close(() => resolve()))
  })
}

/**
 * Makes this process the worker, and forks the web process from a script that starts Next. Resolves once the web
 * process runs. The two end together. On a signal the web process ends first, so that waiting requests are answered.
 * Rejects with a message if the worker cannot start.
 */
export async function runWorker(
  env: Env,
  webScript: string,
  nextArguments: readonly string[],
): Promise<void> {
  comeFirst()
  if (env.METRICS_TOKEN !== undefined) startMetrics('worker')
  const tracing = await startTracing(env, 'worker')
  const runtime = await createWorkerRuntime(env, systemClock, tracing)
  const web = fork(webScript, nextArguments, {
    serialization: 'advanced',
    env: {
      ...webProcessEnv(process.env),
      ...FORKED_BY_WORKER,
      HOST: env.HOST,
      TRUSTED_PROXIES: env.TRUSTED_PROXIES ?? '',
      PURSER_GATEWAY_DOOR: JSON.stringify(runtime.gatewayDoor),
    },
  })
  forgetMasterKey(process.env)
  process.once('exit', () => web.kill('SIGKILL'))
  serveWorker(forkedLink<WorkerReply, WorkerRequest>(web), runtime, runtime.facts)
  const isCalling = () => runtime.book.underWay.size > 0
  const stop = stopOnSignals(async () => {
    // Calls that wait for a slot were never sent; those that were sent run to their end.
    runtime.pacers.closeAll()
    if (isCalling()) console.log('Stopping. Calls that were sent are waited for.')
    await ended(web)
    await runtime.close()
    await tracing?.close()
  }, isCalling)
  void runtime.lost.then(() => stop(1))
  // The web process has reported the reason, if it could.
  web.once('exit', (code) => stop(code || 1))
}

/** Raises this process's priority, because a slot that is missed while all cores are busy is lost. */
function comeFirst(): void {
  try {
    setProcessPriority(constants.priority.PRIORITY_HIGH)
  } catch {
    // Only root, or a user with that right, may raise a priority.
  }
}

/** Variables that hold a key or another secret, or name its place. */
const OF_KEYS = /^PURSER_(NEW_)?MASTER_KEY(_FILE)?$|^PURSER_(KEY|PROVISION)(_|$)/

/**
 * Returns the environment of the web process without the master key and the upstream's keys, because it opens no key.
 * Next reads .env itself, but only for variables that are not set; an empty one is set for Next and unset for Purser.
 */
export function webProcessEnv(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const others: NodeJS.ProcessEnv = { ...env, PURSER_MASTER_KEY: '', PURSER_MASTER_KEY_FILE: '' }
  for (const name of Object.keys(env)) if (OF_KEYS.test(name)) others[name] = ''
  return others
}

/**
 * Removes the master key from the environment once the vault is open: nothing that this process starts or prints needs
 * it any longer.
 */
export function forgetMasterKey(env: NodeJS.ProcessEnv): void {
  for (const name of Object.keys(env)) if (/^PURSER_(NEW_)?MASTER_KEY$/.test(name)) delete env[name]
}

async function ended(web: ChildProcess): Promise<void> {
  if (web.exitCode !== null || web.signalCode !== null) return
  web.kill('SIGTERM')
  await once(web, 'exit')
}
