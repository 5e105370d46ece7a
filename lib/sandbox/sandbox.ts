import { type Clock, type Nano, systemClock } from '@/lib/kernel'
import { createSandboxAccounts, type SandboxAccounts, type SandboxWallet } from './accounts'
import { createBilling, type PriceShape } from './billing'
import { sharedCatalogue } from './catalogue'
import { createControlApi, createLatencySampler, createServiceClock, type Latency } from './control'
import { type CountHabitName, createPageSizer } from './count-habits'
import { createCursors } from './cursors'
import { createFaultyService, type FaultSetting, type FaultState } from './faults'
import { lockFolder } from './folder-lock'
import { createSandboxForms, type FormName } from './forms'
import { createLimiters, type LimiterName } from './limiters'
import type { SandboxOperation } from './operations'
import { createOperator, type Operator } from './operator'
import { createTextStore, parseAccounts, serialiseAccounts, type TextStore } from './saved-accounts'
import { type HttpResponder, type HttpServerHandle, serveHttp } from './serve'

export interface SandboxOptions {
  /** Folder in which wallets and keys outlive a restart; null keeps them in memory. */
  readonly dataDir: string | null
  /** Seed of the accounts and posts; 1 by default. */
  readonly seed?: number
  readonly clock?: Clock
  /** Duration of answers; none by default. */
  readonly latency?: Latency
  /**
   * Form of the root address: the interface, by the way in which its gaps are filled, or a service; `plain` by
   * default.
   */
  readonly preset?: FormName
  /** The way of counting a key's requests; a sliding log by default. */
  readonly limiter?: LimiterName
  /** The way of taking `count`; `exact` by default. */
  readonly counts?: CountHabitName
  /** Fault to begin with; none by default. */
  readonly fault?: FaultSetting
}

const NO_LATENCY: Latency = { ms: 0, spreadMs: 0 }

/**
 * The built-in upstream and its operator: a service that follows the default contract, and beside it each service
 * that it can speak as, below `servicePath`.
 */
export interface Sandbox {
  readonly operator: Operator
  /** Sets the form at the root address for later requests. */
  choosePreset(name: FormName): void
  /** Sets the way of counting later requests. */
  chooseLimiter(name: LimiterName): void
  /** Sets the way of taking `count` in later requests. */
  chooseCounts(name: CountHabitName): void
  /** Sets the duration of later answers. */
  chooseLatency(latency: Latency): void
  /** Sets the fault that later requests meet, or null for none. Throws `invalid`. */
  setFault(fault: FaultSetting | null): void
  faultState(): FaultState
  /** Sets how far the service's clock is ahead of the machine's, in milliseconds. Throws `invalid`. */
  moveClock(offsetMs: number): void
  /**
   * Sets the price per item, in nano-credits, of later calls: on one wallet, or on all without their own. Throws
   * `invalid`.
   */
  setPrice(operation: SandboxOperation, nano: Nano, walletId?: string): void
  /** Sets the shape of later charges for pages of a list on one wallet, in multiples of its price. */
  chooseShape(operation: SandboxOperation, shape: PriceShape, walletId: string): void
  /** Sets the delay, in milliseconds, until later charges show in the balance. Throws `invalid`. */
  chooseChargeDelay(ms: number): void
  /** Ends the service's session: cursors handed out so far are refused (section "Pagination rules"). */
  endSession(): void
  listen(at: { readonly port: number; readonly host?: string }): Promise<HttpServerHandle>
  /** Serves the operator's actions over HTTP, only on loopback. */
  listenControl(at: { readonly port: number }): Promise<HttpServerHandle>
  /** Resolves when every change so far is on disk. */
  flush(): Promise<void>
  /** Ends every listener, writes all changes to disk and releases the folder. */
  close(): Promise<void>
}

/** Creates a sandbox from its data folder. Rejects if that cannot be read, or if another sandbox holds it. */
export async function createSandbox(options: SandboxOptions): Promise<Sandbox> {
  const { dataDir, seed = 1 } = options
  const clock = createServiceClock(options.clock ?? systemClock)
  let latency = options.latency ?? NO_LATENCY
  let latencyMs = createLatencySampler(latency, seed)
  const { accounts, store, unlock } = await openAccounts(dataDir, clock)
  const operator = createOperator(accounts, clock)
  const billing = createBilling(clock)
  const cursors = createCursors()
  const counts = createPageSizer(options.counts ?? 'exact', seed)
  const limiters = createLimiters(options.limiter ?? 'sliding-log', clock)
  const forms = createSandboxForms(options.preset ?? 'plain', {
    clock,
    accounts,
    billing,
    catalogue: sharedCatalogue(seed),
    cursors,
    sizes: counts,
    limiters,
  })
  const faulty = createFaultyService({ accounts, clock })
  faulty.setFault(options.fault ?? null)
  const respond: HttpResponder = async (incoming, closing) => {
    const { form, request } = forms.receive(incoming)
    const answer = faulty.respond(request, form)
    const ms = latencyMs()
    if (ms > 0) await clock.sleep(ms, closing).catch(() => {})
    return answer
  }
  const chooseLatency = (chosen: Latency): void => {
    latency = chosen
    latencyMs = createLatencySampler(chosen, seed)
  }
  const control = createControlApi({
    operator,
    faulty,
    limiters,
    counts,
    clock,
    endSession: cursors.endSession,
    billing,
    flush: store.flush,
    forms,
    latency: { now: () => latency, choose: chooseLatency },
  })
  const listeners: HttpServerHandle[] = []
  const start = async (responder: HttpResponder, port: number, host?: string): Promise<HttpServerHandle> => {
    const listening = await serveHttp(responder, port, host)
    listeners.push(listening)
    return listening
  }

  return {
    operator,
    choosePreset: forms.choose,
    chooseLimiter: limiters.choose,
    chooseCounts: counts.choose,
    chooseLatency,
    setFault: faulty.setFault,
    faultState: faulty.state,
    moveClock: clock.move,
    setPrice: billing.setPrice,
    chooseShape: billing.chooseShape,
    chooseChargeDelay: billing.chooseDelay,
    endSession: cursors.endSession,
    listen: ({ port, host }) => start(respond, port, host),
    listenControl: ({ port }) => start(control, port),
    flush: store.flush,
    close: async () => {
      await Promise.all(listeners.map((listening) => listening.close()))
      await faulty.close()
      await store.flush().finally(unlock)
    },
  }
}

async function openAccounts(
  dataDir: string | null,
  clock: Clock,
): Promise<{ accounts: SandboxAccounts; store: TextStore; unlock: () => Promise<void> }> {
  const wallets: SandboxWallet[] = []
  const store = createTextStore(dataDir, clock, () => serialiseAccounts(wallets))
  const unlock = dataDir === null ? async () => {} : await lockFolder(dataDir)
  try {
    const saved = await store.load()
    if (saved !== null) wallets.push(...parseAccounts(saved))
  } catch (error) {
    await unlock()
    throw error
  }
  return { accounts: createSandboxAccounts(wallets, store.changed), store, unlock }
}
