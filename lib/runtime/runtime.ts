import pino, { type Logger } from 'pino'
import type { DeliveryServices } from '@/lib/alerts'
import { createUpstreams } from '@/lib/contracts'
import { type Db, dbLocation, type Engine, openDb, openDirect } from '@/lib/db'
import { createJobs, purserJobs } from '@/lib/jobs'
import { type Clock, type Env, microToText, systemClock } from '@/lib/kernel'
import { createPacers, slotStore } from '@/lib/pacing'
import { type BackgroundRuns, createBackgroundRuns, createRunServices, type RunServices } from '@/lib/runs'
import { type Contract, createPageReader } from '@/lib/upstream'
import { readContractFile } from './contract-file'
import { startInstance } from './instance'
import { openVault } from './master-key'
import { type BuiltInSandbox, startSandbox } from './sandbox-upstream'

const DEFAULT_FROM = 'Purser <purser@localhost>'
/** How often it is looked whether a job is due. */
const TICK_MS = 1000

/** Everything of which a process has one, put together. */
export interface Runtime extends RunServices {
  readonly env: Env
  readonly engine: Engine
  readonly db: Db
  readonly clock: Clock
  readonly log: Logger
  /** The built-in upstream; null where UPSTREAM_BASE_URL names another one. */
  readonly sandbox: BuiltInSandbox | null
  /** The runs that this process carries on. */
  readonly background: BackgroundRuns
  /** What sending alerts needs. */
  readonly delivery: DeliveryServices
  /** Attempts of processes that died, ended as unknown when this one started. */
  readonly recovered: number
  close(): Promise<void>
}

/**
 * Puts the process's parts together: database (already migrated), vault, upstream clients, pacers, and the sandbox
 * where no upstream is configured. Throws a sentence for the operator. `close` undoes it in order.
 */
export async function createRuntime(env: Env, clock: Clock = systemClock): Promise<Runtime> {
  const location = dbLocation(env)
  const log = pino({ level: env.LOG_LEVEL, base: null })
  const contract = await readContractFile(env.UPSTREAM_CONTRACT)
  const db = openDb(location)
  const direct = openDirect(location)
  try {
    const vault = await openVault(env, db)
    const sandbox = env.UPSTREAM_BASE_URL ? null : await startSandbox(env.PURSER_DATA, clock)
    const reader = createPageReader({
      onTrouble: (error) => log.warn({ err: error }, 'the thread that reads pages failed'),
    })
    const upstreams = createUpstreams({
      baseUrl: env.UPSTREAM_BASE_URL ?? sandbox?.baseUrl ?? '',
      contract: withSandboxPrices(contract, sandbox),
      clock,
      reader,
    })
    const pacers = createPacers(clock, direct && slotStore(direct))
    const instance = await startInstance(db, location.engine, clock, (error) =>
      log.error({ err: error }, 'heartbeat failed'),
    )
    const delivery: DeliveryServices = {
      vault,
      mailServer: env.SMTP_URL ? { url: env.SMTP_URL, from: env.MAIL_FROM ?? DEFAULT_FROM } : null,
      allowPrivate: env.PURSER_ALLOW_PRIVATE_ADDRESSES === 'true',
      baseUrl: env.NEXTAUTH_URL?.replace(/\/+$/, '') ?? null,
    }
    const services = createRunServices({ vault, upstreams, pacers }, instance.id)
    const background = createBackgroundRuns({
      services,
      clock,
      isShared: location.engine === 'postgres',
      onError: (error, runId) => log.error({ err: error, runId }, 'run failed'),
    })
    const jobs = createJobs({
      db,
      clock,
      holderId: instance.id,
      jobs: purserJobs({ db, clock, delivery, access: services, schedules: { services, background } }),
      onError: (error, job) => log.error({ err: error, job }, 'job failed'),
    })
    const ticking = setInterval(() => void jobs.tick(), TICK_MS)
    ticking.unref()
    return {
      env,
      engine: location.engine,
      db,
      clock,
      log,
      ...services,
      background,
      sandbox,
      delivery,
      recovered: instance.recovered,
      async close() {
        clearInterval(ticking)
        pacers.closeAll()
        await background.stop()
        await jobs.stop()
        await upstreams.close()
        await reader.close()
        await instance.stop()
        await sandbox?.close()
        await direct?.close()
        await db.$disconnect()
      },
    }
  } catch (error) {
    await direct?.close()
    await db.$disconnect()
    throw error
  }
}

/** Where the contract states no price: what the sandbox charges; of another upstream it stays unknown. */
function withSandboxPrices(contract: Contract, sandbox: BuiltInSandbox | null): Contract {
  if (!sandbox) return contract
  const price = (operation: keyof Contract['price']) =>
    contract.price[operation] ?? microToText(sandbox.prices[operation])
  return {
    ...contract,
    price: { timeline: price('timeline'), search: price('search'), followers: price('followers') },
  }
}
