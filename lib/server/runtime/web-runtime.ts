import { join } from 'node:path'
import type { Logger } from 'pino'
import { type Clock, newToken, systemClock } from '@/lib/kernel'
import { type Db, dbLocation, type Engine, openDb } from '@/lib/platform/db'
import { createMailer, type Mailer } from '@/lib/platform/mail'
import { processWide } from '@/lib/platform/process'
import type { Env } from '@/lib/platform/settings'
import { createMetricsReader, createTeamGauges, type MetricsReader } from '@/lib/server/telemetry'
import {
  connectWorker,
  forkedLink,
  localWorker,
  type Question,
  type Reply,
  type Worker,
  type WorkerFacts,
} from '@/lib/server/worker'
import { type AccountParts, createAccountParts } from '@/lib/teams/accounts'
import type { Services } from '@/lib/upstream/providers'
import { createHealth, type Health } from './health'
import { createLog } from './log'
import { mailServerOf } from './mail-server'
import { readAhead } from './read-ahead'
import { createWorkerRuntime } from './worker-runtime'

/** Parts of the web process, one of each. It calls no upstream and opens no key, which its worker does. */
export interface WebRuntime {
  readonly env: Env
  readonly engine: Engine
  readonly db: Db
  readonly clock: Clock
  readonly log: Logger
  /** Parts on which sign-in, set-up and invites rely. */
  readonly accounts: AccountParts
  readonly worker: Worker
  /** Services that the deployment and its teams can call. */
  readonly upstreams: Services
  /** Suggested subjects for the built-in sandbox; null if UPSTREAM_BASE_URL names another upstream. */
  readonly sandbox: { readonly suggestions: NonNullable<WorkerFacts['suggestions']> } | null
  readonly canMail: boolean
  readonly mailer: Mailer
  readonly health: Health
  /** Metrics of this instance; null if METRICS_TOKEN is not set. */
  readonly metrics: MetricsReader | null
  /** Number of calls that were in flight when Purser last stopped and are now on the ledger as unknown. */
  readonly recovered: number
  /** Resolves if this process must end: it is its own worker, and others took it for dead. */
  readonly lost: Promise<void>
  /** Returns whether anybody waits for the worker, or the worker for the upstream. */
  isBusy(): boolean
  /** Sends no more calls. `close` waits for those under way. */
  hold(): void
  close(): Promise<void>
}

interface Connected {
  readonly worker: Worker
  readonly facts: WorkerFacts
  readonly lost: Promise<void>
  isBusy(): boolean
  hold(): void
  close(): Promise<void>
}

/**
 * Assembles the web process's parts: the migrated database, and the worker that forked it. If none did, as in
 * development, the worker runs in this process.
 */
export async function createWebRuntime(env: Env, clock: Clock = systemClock): Promise<WebRuntime> {
  const location = dbLocation(env)
  const { worker, facts, lost, isBusy, hold, close } = await (isForked()
    ? toParent(clock)
    : within(env, clock))
  const { suggestions, canMail, recovered, ...upstreams } = facts
  const db = openDb(location)
  const log = createLog(env)
  const mailer = createMailer(mailServerOf(env), (error) => log.error({ err: error }, 'mail failed'))
  const ahead = readAhead({ db, clock, log })
  return {
    env,
    engine: location.engine,
    db,
    clock,
    log,
    accounts: createAccountParts({ db, clock, secret: env.NEXTAUTH_SECRET ?? newToken() }),
    worker,
    upstreams,
    sandbox: suggestions && { suggestions },
    canMail,
    mailer,
    health: createHealth({
      db,
      clock,
      worker,
      prismaFolder: join(/* turbopackIgnore: true */ process.cwd(), 'prisma'),
    }),
    metrics: metricsReader(env, { db, clock, log, worker }),
    recovered,
    lost,
    isBusy,
    hold,
    async close() {
      await ahead.stop()
      await mailer.settled()
      await close()
      await db.$disconnect()
    },
  }
}

function metricsReader(
  { METRICS_TOKEN: token }: Env,
  { db, clock, log, worker }: Pick<WebRuntime, 'db' | 'clock' | 'log' | 'worker'>,
): MetricsReader | null {
  if (token === undefined) return null
  const onError = (error: unknown) =>
    log.error({ err: error }, 'balances and budgets were not read for metrics')
  const teams = createTeamGauges({ db, clock, onError })
  return createMetricsReader({ token, clock, worker, isApart: isForked(), teams })
}

/** Tells a web process that its parent is its worker, because Next's own processes are also linked to their parents. */
export const FORKED_BY_WORKER = { PURSER_WORKER: 'parent' } as const

/** Returns whether this process was forked by its worker; else it is its own worker. */
export const isForked = (): boolean => process.env.PURSER_WORKER === FORKED_BY_WORKER.PURSER_WORKER

async function toParent(clock: Clock): Promise<Connected> {
  const connected = await connectWorker(forkedLink<Question, Reply>(process), clock)
  // The worker keeps its calls and ends after this process.
  const lost = new Promise<void>(() => undefined)
  return { ...connected, lost, hold: () => undefined, close: () => Promise.resolve() }
}

async function within(env: Env, clock: Clock): Promise<Connected> {
  const runtime = await createWorkerRuntime(env, clock)
  // This process's door asks for it: see lib/server/front/pass-to-gateway.ts.
  processWide('gateway-door', () => runtime.gatewayDoor)
  return {
    worker: localWorker(runtime),
    facts: runtime.facts,
    lost: runtime.lost,
    isBusy: () => runtime.book.underWay.size > 0,
    hold: () => runtime.pacers.closeAll(),
    close: () => runtime.close(),
  }
}
