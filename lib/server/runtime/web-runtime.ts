import { join } from 'node:path'
import type { Logger } from 'pino'
import { type Clock, newToken, systemClock, type TeamScope } from '@/lib/kernel'
import { listRunOuts } from '@/lib/money/forecast'
import { listWallets } from '@/lib/money/wallets'
import { type Db, type Engine, hasFittingSchema, openDb, resolveDbLocation } from '@/lib/platform/db'
import { createMailer, type Mailer } from '@/lib/platform/mail'
import { processSingleton } from '@/lib/platform/process'
import type { Env } from '@/lib/platform/settings'
import { requireWritableDatabase, systemCtx, visitEach } from '@/lib/server/jobs'
import { createMetricsReader, createTeamGauges, type MetricsReader } from '@/lib/server/telemetry'
import {
  connectToWorker,
  forkedLink,
  localWorker,
  type Worker,
  type WorkerFacts,
  type WorkerReply,
  type WorkerRequest,
} from '@/lib/server/worker'
import { type AccountParts, createAccountParts } from '@/lib/teams/accounts'
import { listAllTeams } from '@/lib/teams/teams'
import type { DeploymentServices } from '@/lib/upstream/providers'
import { createLog } from './log'
import { mailServerOf } from './prepare'
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
  readonly upstreams: DeploymentServices
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
  /** Sends no more calls. `close` waits for those in flight. */
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
  const location = resolveDbLocation(env)
  const { worker, facts, lost, isBusy, hold, close } = await (isForked()
    ? toParent(clock)
    : within(env, clock))
  const { suggestions, canMail, recovered, ...upstreams } = facts
  const db = openDb(location)
  const log = createLog(env)
  const mailer = createMailer(mailServerOf(env), (error) => log.error({ err: error }, 'mail failed'))
  const ahead = prefetchForecasts({ db, clock, log })
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
    health: createHealthChecks({
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
  const connected = await connectToWorker(forkedLink<WorkerRequest, WorkerReply>(process), clock)
  // The worker keeps its calls and ends after this process.
  const lost = new Promise<void>(() => undefined)
  return { ...connected, lost, hold: () => undefined, close: () => Promise.resolve() }
}

async function within(env: Env, clock: Clock): Promise<Connected> {
  const runtime = await createWorkerRuntime(env, clock)
  // This process's door asks for it: see lib/server/front/pass-to-gateway.ts.
  processSingleton('gateway-door', () => runtime.gatewayDoor)
  return {
    worker: localWorker(runtime),
    facts: runtime.facts,
    lost: runtime.lost,
    isBusy: () => runtime.book.underWay.size > 0,
    hold: () => runtime.pacers.closeAll(),
    close: () => runtime.close(),
  }
}

/** Time limit of reading ahead. Teams that it does not reach are read when their pages are opened. */
const MAX_READ_AHEAD_MS = 60_000

/** Reading that continues until it is done or stopped. */
export interface ForecastPrefetch {
  /** Resolves once nothing is being read. */
  readonly ended: Promise<void>
  /** Stops after the wallet that is being read. Resolves once nothing is being read. */
  stop(): Promise<void>
}

/**
 * Reads, team by team, what the forecasts of wallets need, so that this process has cached it before anybody asks: a
 * year of a large team takes seconds. Requests meanwhile wait for the same reading.
 */
export function prefetchForecasts({
  db,
  clock,
  log,
}: {
  readonly db: Db
  readonly clock: Clock
  readonly log: Pick<Logger, 'warn'>
}): ForecastPrefetch {
  let isStopped = false
  const since = clock.monotonic()
  const goesOn = () => !isStopped && clock.monotonic() - since < MAX_READ_AHEAD_MS
  const readTeam = async (team: TeamScope) => {
    const ctx = systemCtx(db, clock, team)
    // Reads one wallet after another, so that people who open a page get a turn in between.
    for (const wallet of await listWallets(ctx)) {
      if (!goesOn()) return
      await listRunOuts(ctx, [wallet])
    }
  }
  const read = async () => visitEach(await listAllTeams(db), async () => goesOn(), readTeam)
  const ended = read().catch((error: unknown) => log.warn({ err: error }, 'a team was not read ahead'))
  return {
    ended,
    stop() {
      isStopped = true
      return ended
    },
  }
}

/** Health of this server, for monitoring. */
export interface Health {
  /** Returns whether the worker answers. Ignores the database, whose trouble a restart would not cure. */
  isLive(): Promise<boolean>
  /** Returns what keeps people from working; usually nothing. */
  findFailed(): Promise<readonly HealthPart[]>
}

type HealthPart = 'worker' | 'database' | 'schema'

interface HealthParts {
  readonly db: Db
  readonly clock: Clock
  readonly worker: Pick<Worker, 'answers'>
  /** Folder of this version's migrations. */
  readonly prismaFolder: string
}

/** Shorter than the usual timeout of monitoring. */
const MAX_CHECK_MS = 3000
/** Time for which an answer is shared, because anybody may ask. */
const SHARED_MS = 1000

/** Creates the health checks of a process. Simultaneous requests share one. */
export function createHealthChecks({ db, clock, worker, prismaFolder }: HealthParts): Health {
  const passes = (work: () => Promise<unknown>): Promise<boolean> => withinTime(clock, work)
  const isLive = () => passes(() => worker.answers())
  let writing: Promise<unknown> | null = null
  /** Starts no second write while one waits for a lock. */
  const write = () => {
    writing ??= requireWritableDatabase(db, clock).finally(() => {
      writing = null
    })
    return writing
  }
  const isWritable = () => passes(write)
  const fits = () =>
    passes(async () => {
      if (!(await hasFittingSchema(db, prismaFolder))) throw new Error('The schema is of another version.')
    })
  return {
    isLive: shared(clock, isLive),
    findFailed: shared(clock, async () => {
      const looks = { worker: isLive(), database: isWritable(), schema: fits() }
      const failed: HealthPart[] = []
      if (!(await looks.worker)) failed.push('worker')
      if (!(await looks.database)) failed.push('database')
      // Without the database nothing is known of its schema.
      else if (!(await looks.schema)) failed.push('schema')
      return failed
    }),
  }
}

/** Returns whether work succeeds in time. Slower work continues, but nobody waits for it. */
async function withinTime(clock: Clock, work: () => Promise<unknown>): Promise<boolean> {
  const done = new AbortController()
  const late = clock.sleep(MAX_CHECK_MS, done.signal).then(
    () => false,
    () => false,
  )
  const passed = work().then(
    () => true,
    () => false,
  )
  try {
    return await Promise.race([passed, late])
  } finally {
    done.abort()
  }
}

/** Shares each check among all who ask within a second of its start. */
function shared<T>(clock: Clock, look: () => Promise<T>): () => Promise<T> {
  let latest: { readonly at: number; readonly result: Promise<T> } | null = null
  return () => {
    const now = clock.monotonic()
    if (latest === null || now - latest.at >= SHARED_MS) latest = { at: now, result: look() }
    return latest.result
  }
}
