import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { constants } from 'node:os'
import { systemClock } from '@/lib/kernel'
import { startMetrics } from '@/lib/platform/metrics'
import type { Env } from '@/lib/platform/settings'
import { startTracing } from '@/lib/platform/tracing'
import { createWorkerRuntime, FORKED_BY_WORKER, stopOnSignals } from '@/lib/server/runtime'
import { forkedLink, type Question, type Reply, serveWorker } from '@/lib/server/worker'
import { takePriority } from './priority.mjs'

/**
 * Makes this process the worker, and forks the web process from a script that starts Next. Resolves once the web
 * process runs. The two end together. On a signal the web process ends first, so that waiting requests are answered.
 * Rejects with a message if the worker cannot start.
 */
export async function work(env: Env, webScript: string, nextArguments: readonly string[]): Promise<void> {
  comeFirst()
  if (env.METRICS_TOKEN !== undefined) startMetrics('worker')
  const tracing = await startTracing(env, 'worker')
  const runtime = await createWorkerRuntime(env, systemClock, tracing)
  const web = fork(webScript, nextArguments, {
    serialization: 'advanced',
    env: {
      ...withoutKeys(process.env),
      ...FORKED_BY_WORKER,
      HOST: env.HOST,
      TRUSTED_PROXIES: env.TRUSTED_PROXIES ?? '',
      PURSER_GATEWAY_DOOR: JSON.stringify(runtime.gatewayDoor),
    },
  })
  forgetMasterKey(process.env)
  process.once('exit', () => web.kill('SIGKILL'))
  serveWorker(forkedLink<Reply, Question>(web), runtime, runtime.facts)
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
    takePriority(constants.priority.PRIORITY_HIGH)
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
export function withoutKeys(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
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
