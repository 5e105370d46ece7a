import { NANO_PER_CREDIT } from '@/lib/kernel'
import {
  createSandbox,
  readFaultSetting,
  SANDBOX_SERVICES,
  type Sandbox,
  type SandboxService,
  SERVICE_PRICES,
  toCountHabit,
  toFormName,
  toLatency,
  toLimiterName,
} from '@/lib/sandbox'
import { readCommandLine, wholeNumber } from './command-line'
import { DEFAULT_FOLDER } from './sandbox-folder'

const MAX_LATENCY_MS = 600_000

const OPTIONS = {
  port: { type: 'string', default: '4010' },
  data: { type: 'string', default: DEFAULT_FOLDER },
  'control-port': { type: 'string' },
  seed: { type: 'string', default: '1' },
  latency: { type: 'string', default: '0' },
  'latency-spread': { type: 'string', default: '0' },
  preset: { type: 'string', default: 'plain' },
  limiter: { type: 'string', default: 'sliding-log' },
  counts: { type: 'string', default: 'exact' },
  fault: { type: 'string' },
  'fault-seed': { type: 'string', default: '1' },
  'fault-share': { type: 'string', default: '1' },
} as const

/** Serves the sandbox until a signal ends it. Throws `invalid` for an impossible option, before it opens anything. */
export async function serveSandbox(args: readonly string[]): Promise<void> {
  const options = readCommandLine(args, OPTIONS)
  const port = wholeNumber('port', options.port, 65_535)
  const control = options['control-port']
  const controlPort = control === undefined ? null : wholeNumber('control-port', control, 65_535)
  const latencyMs = wholeNumber('latency', options.latency, MAX_LATENCY_MS)
  const latency = toLatency(latencyMs, wholeNumber('latency-spread', options['latency-spread'], latencyMs))
  const seed = wholeNumber('seed', options.seed, 2 ** 31)
  const fault = options.fault === undefined ? null : faultFrom(options.fault, options)
  const [preset, limiter] = [toFormName(options.preset), toLimiterName(options.limiter)]
  const counts = toCountHabit(options.counts)

  const sandbox = await createSandbox({
    dataDir: options.data,
    seed,
    latency,
    preset,
    limiter,
    counts,
    ...(fault && { fault }),
  })
  try {
    const { baseUrl } = await sandbox.listen({ port })
    await greet(sandbox, SANDBOX_SERVICES.find((service) => service === preset) ?? null)
    console.log(`The sandbox listens at ${baseUrl}`)
    if (controlPort !== null)
      console.log(
        `Its control port listens at ${(await sandbox.listenControl({ port: controlPort })).baseUrl}`,
      )
  } catch (error) {
    await sandbox.close()
    throw error
  }
  endOnSignal(sandbox)
}

const faultFrom = (name: string, options: { 'fault-seed': string; 'fault-share': string }) =>
  readFaultSetting(
    new Map<string, unknown>([
      ['name', name],
      ['seed', Number(options['fault-seed'])],
      ['share', Number(options['fault-share'])],
    ]),
  )

/** Creates a first wallet for the service at the root address (the interface document's by default) if it has none. */
async function greet(sandbox: Sandbox, service: SandboxService | null): Promise<void> {
  if (sandbox.operator.state().some((wallet) => wallet.service === service)) return
  const unit = service === null ? 'credits' : SERVICE_PRICES[service].unit
  const amount = unit === 'credits' ? 100_000 : 100
  const { walletId } = sandbox.operator.createWallet({
    name: 'First wallet',
    balanceNano: BigInt(amount) * NANO_PER_CREDIT,
    ...(service === null ? { pack: 'Growth' } : { service }),
  })
  const key = sandbox.operator.createKey(walletId)
  await sandbox.flush()
  const what = service === null ? ' and the Growth pack' : ` of ${service}`
  console.log(
    `A wallet with ${amount.toLocaleString('en')} ${unit}${what} was made. Its key, shown only now: ${key.reveal()}`,
  )
}

function endOnSignal(sandbox: Sandbox): void {
  const stop = () => {
    sandbox.close().then(
      () => process.exit(0),
      (error: unknown) => {
        console.error(error instanceof Error ? error.message : error)
        process.exit(1)
      },
    )
  }
  process.once('SIGTERM', stop)
  process.once('SIGINT', stop)
}
