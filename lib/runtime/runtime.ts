import pino, { type Logger } from 'pino'
import { type Db, dbLocation, type Engine, openDb } from '@/lib/db'
import { type Clock, type Env, parseMicro, systemClock } from '@/lib/kernel'
import { createPacers } from '@/lib/pacing'
import type { ContractPrices } from '@/lib/prices'
import type { RunServices } from '@/lib/runs'
import { type Contract, createUpstream } from '@/lib/upstream'
import { readContractFile } from './contract-file'
import { startInstance } from './instance'
import { openVault } from './master-key'
import { type BuiltInSandbox, startSandbox } from './sandbox-upstream'

/** Everything of which a process has one, put together. */
export interface Runtime extends RunServices {
  readonly env: Env
  readonly engine: Engine
  readonly db: Db
  readonly clock: Clock
  readonly log: Logger
  /** The built-in upstream; null where UPSTREAM_BASE_URL names another one. */
  readonly sandbox: BuiltInSandbox | null
  /** Attempts of processes that died, ended as unknown when this one started. */
  readonly recovered: number
  close(): Promise<void>
}

/**
 * Puts the process's parts together: database (already migrated), vault, upstream client, pacers, and the sandbox
 * where no upstream is configured. Throws a sentence for the operator. `close` undoes it in order.
 */
export async function createRuntime(env: Env, clock: Clock = systemClock): Promise<Runtime> {
  const location = dbLocation(env)
  const log = pino({ level: env.LOG_LEVEL, base: null })
  const contract = await readContractFile(env.UPSTREAM_CONTRACT)
  const db = openDb(location)
  try {
    const vault = await openVault(env, db)
    const sandbox = env.UPSTREAM_BASE_URL ? null : await startSandbox(env.PURSER_DATA, clock)
    const upstream = createUpstream({
      baseUrl: env.UPSTREAM_BASE_URL ?? sandbox?.baseUrl ?? '',
      contract,
      clock,
    })
    const pacers = createPacers(clock)
    const instance = await startInstance(db, location.engine, clock, (error) =>
      log.error({ err: error }, 'heartbeat failed'),
    )
    return {
      env,
      engine: location.engine,
      db,
      clock,
      log,
      vault,
      sandbox,
      upstream,
      pacers,
      prices: pricesOf(contract, sandbox),
      instanceId: instance.id,
      recovered: instance.recovered,
      async close() {
        pacers.closeAll()
        await upstream.close()
        await instance.stop()
        await sandbox?.close()
        await db.$disconnect()
      },
    }
  } catch (error) {
    await db.$disconnect()
    throw error
  }
}

/** What the contract states; else, for the sandbox, what it charges; else unknown. */
function pricesOf(contract: Contract, sandbox: BuiltInSandbox | null): ContractPrices {
  const price = (operation: keyof Contract['price']) => {
    const stated = contract.price[operation]
    return stated === null ? (sandbox?.prices[operation] ?? null) : parseMicro(stated)
  }
  return { timeline: price('timeline'), search: price('search'), followers: price('followers') }
}
