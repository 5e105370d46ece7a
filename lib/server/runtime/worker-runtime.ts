import { resolve } from 'node:path'
import type { Logger } from 'pino'
import type { DeliveryServices } from '@/lib/alerts/alerts'
import { createBackgroundRuns, createRunServices, endForgottenRuns } from '@/lib/collect/runs'
import { createGateway } from '@/lib/gateway'
import { type Clock, systemClock } from '@/lib/kernel'
import type { ReferenceSources } from '@/lib/keys/keys'
import { openDb, openDirect, openSeparateDb, resolveDbLocation } from '@/lib/platform/db'
import type { Env } from '@/lib/platform/settings'
import type { Tracing } from '@/lib/platform/tracing'
import { createSecretCheck } from '@/lib/platform/vault'
import type { GatewayAccess } from '@/lib/server/front'
import { serveGateway } from '@/lib/server/gateway'
import { startInstance } from '@/lib/server/instances'
import { createJobs, createRateWatch, purserJobs, recordRestore } from '@/lib/server/jobs'
import { type ProvisionServices, provision } from '@/lib/server/provision'
import { createRequestWatch } from '@/lib/server/telemetry'
import type { WorkerFacts, WorkerParts } from '@/lib/server/worker'
import { createPageReader } from '@/lib/upstream/client'
import { createPacers, createPauseStore, createSlotStore } from '@/lib/upstream/pacing'
import { createUpstreams, INTERFACE_SERVICE, withSandboxFacts } from '@/lib/upstream/providers'
import { createLog } from './log'
import { openVault } from './master-key'
import { mailServerOf, readDeployment } from './prepare'
import { type BuiltInSandbox, startSandbox } from './sandbox-upstream'

/** Interval of checks for due jobs. */
const TICK_MS = 1000
/** Interval of checks for runs and calls of this process that nothing handles any longer. */
const FORGOTTEN_MS = 30_000
const UNDER_WAY_MS = 50

/** Parts of a worker process, one of each. */
export interface WorkerRuntime extends WorkerParts {
  readonly log: Logger
  /** The built-in upstream; null if UPSTREAM_BASE_URL names another one. */
  readonly sandbox: BuiltInSandbox | null
  /** Resolves if this process must end; the log says why. When it starts again, it does so under another name. */
  readonly lost: Promise<void>
  /** Facts that the web process needs. */
  readonly facts: WorkerFacts
  /** Where the web process passes on services' calls. */
  readonly gatewayDoor: GatewayAccess
  close(): Promise<void>
}

/**
 * Assembles a worker's parts: the migrated database, vault, upstream clients, pacers, jobs, and the sandbox if no
 * upstream is configured. Throws a message for the operator. `close` ends them in order.
 */
export async function createWorkerRuntime(
  env: Env,
  clock: Clock = systemClock,
  tracing: Tracing | null = null,
): Promise<WorkerRuntime> {
  const location = resolveDbLocation(env)
  const log = createLog(env)
  const deployment = await readDeployment(env)
  const db = openDb(location)
  const direct = openDirect(location)
  const beats = openSeparateDb(location)
  try {
    const vault = await openVault(env, db, (sentence) => log.warn(sentence))
    const sandbox = env.UPSTREAM_BASE_URL ? null : await startSandbox(env.PURSER_DATA, clock)
    const reader = createPageReader({
      onTrouble: (error) => log.warn({ err: error }, 'the thread that reads pages failed'),
    })
    // The sandbox is the deployment's service if no other one is named.
    const own = deployment.baseUrl === null ? sandbox?.services[INTERFACE_SERVICE] : undefined
    const upstreams = createUpstreams({
      baseUrl: own?.baseUrl ?? deployment.baseUrl ?? '',
      // The sandbox's port changes with each start, so its address cannot be its name.
      name: own ? 'sandbox' : undefined,
      id: own ? `sandbox/${INTERFACE_SERVICE}` : deployment.id,
      provider: own ? withSandboxFacts(deployment.provider, own) : deployment.provider,
      fromFile: deployment.provider,
      ready: deployment.ready,
      fixedBaseUrl: env.UPSTREAM_BASE_URL ?? null,
      sandbox: sandbox?.services ?? null,
      allowPrivate: env.PURSER_ALLOW_PRIVATE_ADDRESSES === 'true',
      clock,
      reader,
    })
    const pacers = createPacers(clock, direct && createSlotStore(direct), {
      pauses: direct ? null : createPauseStore(db, clock),
      onSuspectRate: (keyId) =>
        void rates.suspect(keyId).catch((error: unknown) => {
          log.error({ err: error, keyId }, 'the question about a key’s rate failed')
        }),
    })
    const instance = await startInstance({
      db,
      beats,
      clock,
      checks: [vault.check, ...sessionCheck(env)],
      prismaFolder: 'prisma',
      onError: (error) => log.error({ err: error }, 'heartbeat failed'),
      onRecovered: (calls) => log.warn({ calls }, 'calls of an instance that died are unknown now'),
    })
    await recordRestore(db, clock)
    const delivery: DeliveryServices = {
      vault,
      mailServer: mailServerOf(env),
      allowPrivate: env.PURSER_ALLOW_PRIVATE_ADDRESSES === 'true',
      baseUrl: env.NEXTAUTH_URL ?? null,
    }
    const services = createRunServices(
      { vault, upstreams, pacers, referenceSources: keyPlaces(env) },
      instance.id,
      clock,
      instance.requireLiving,
    )
    const rates = createRateWatch({ db, clock, access: services })
    await applyProvision(env, { db, location, clock, access: services }, log)
    const background = createBackgroundRuns({
      services,
      clock,
      isShared: location.engine === 'postgres',
      maxPerMember: env.PURSER_RUNS_PER_MEMBER,
      onError: (error, runId) => log.error({ err: error, runId }, 'run failed'),
    })
    const gateway = createGateway({
      ...services,
      db,
      clock,
      onError: (error) => log.error({ err: error }, 'a call at the gateway failed'),
    })
    const jobs = createJobs({
      db,
      clock,
      holderId: instance.id,
      jobs: purserJobs({
        db,
        clock,
        delivery,
        access: services,
        schedules: { services, background },
        rates,
      }),
      onError: (error, job) => log.error({ err: error, job }, 'job failed'),
    })
    const watch = createRequestWatch({ log, tracing, routeOf: () => '/gateway' })
    const served = await serveGateway(gateway, env, watch)
    const ticking = setInterval(() => void jobs.tick(), TICK_MS)
    ticking.unref()
    const looking = setInterval(() => {
      endForgottenRuns(db, clock, { ...services, background }).then(
        (ended) => ended > 0 && log.warn({ ended }, 'runs and calls that nothing carried were ended'),
        (error: unknown) => log.error({ err: error }, 'the look for forgotten runs failed'),
      )
    }, FORGOTTEN_MS)
    looking.unref()
    return {
      db,
      clock,
      log,
      ...services,
      background,
      sandbox,
      delivery,
      gateway,
      gatewayDoor: served.door,
      lost: instance.lost.then((why) => log.error(why)),
      facts: {
        baseUrl: upstreams.baseUrl,
        name: upstreams.name,
        id: upstreams.id,
        deployment: upstreams.deployment,
        fromFile: upstreams.fromFile,
        ready: upstreams.ready,
        fixedBaseUrl: upstreams.fixedBaseUrl,
        sandbox: upstreams.sandbox,
        allowPrivate: upstreams.allowPrivate,
        suggestions: sandbox?.suggestions ?? null,
        canMail: delivery.mailServer !== null,
        recovered: instance.recovered,
      },
      async close() {
        clearInterval(ticking)
        clearInterval(looking)
        pacers.closeAll()
        await served.close()
        await background.stop()
        // Even a page that a person asked for and no longer waits for is booked.
        while (services.book.underWay.size > 0) await clock.sleep(UNDER_WAY_MS)
        await jobs.stop()
        await upstreams.close()
        await reader.close()
        await instance.stop()
        await sandbox?.close()
        await direct?.close()
        await beats?.$disconnect()
        await db.$disconnect()
      },
    }
  } catch (error) {
    await direct?.close()
    await beats?.$disconnect()
    await db.$disconnect()
    throw error
  }
}

/** Returns the places of keys. Variables with keys have names of the operator's choice, so no schema knows them. */
const keyPlaces = (env: Env): ReferenceSources => ({
  variables: Object.fromEntries(
    Object.entries(process.env).filter(([name]) => name.startsWith('PURSER_KEY_')),
  ),
  folder: env.PURSER_KEY_FILES ?? null,
})

/** Returns the check of the session secret, if one is set. */
const sessionCheck = ({ NEXTAUTH_SECRET: secret }: Env) =>
  secret === undefined ? [] : [createSecretCheck('session secret', secret)]

/** Applies the file of PURSER_PROVISION, if it is set, and logs what changed. */
async function applyProvision(
  { PURSER_PROVISION: path }: Env,
  services: Omit<ProvisionServices, 'places'>,
  log: Logger,
): Promise<void> {
  if (path === undefined) return
  // The file's variables have names of the operator's choice, so no schema knows them.
  const did = await provision({ ...services, places: { path: resolve(path), variables: process.env } })
  const isNothing = Object.values(did).every((things) => things.length === 0)
  log.info(
    did,
    isNothing ? 'the file of PURSER_PROVISION is in force' : 'the file of PURSER_PROVISION was applied',
  )
}
