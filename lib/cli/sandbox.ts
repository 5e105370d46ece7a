/**
 * Runs the sandbox as a service of its own: `npm run sandbox -- --port 4010 --data <folder>`. The first start makes a
 * wallet and shows its key, once.
 */
import { parseArgs } from 'node:util'
import { MICRO_PER_CREDIT } from '@/lib/kernel'
import { createSandbox, readFaultSetting, type Sandbox, toLimiterName, toPresetName } from '@/lib/sandbox'

const { values: options } = parseArgs({
  options: {
    port: { type: 'string', default: '4010' },
    data: { type: 'string', default: './.purser/sandbox-service' },
    'control-port': { type: 'string' },
    seed: { type: 'string', default: '1' },
    latency: { type: 'string', default: '0' },
    preset: { type: 'string', default: 'plain' },
    limiter: { type: 'string', default: 'sliding-log' },
    fault: { type: 'string' },
    'fault-seed': { type: 'string', default: '1' },
    'fault-share': { type: 'string', default: '1' },
  },
})

function numberFrom(name: string, text: string, most: number): number {
  const number = Number(text)
  if (text !== '' && Number.isInteger(number) && number >= 0 && number <= most) return number
  throw new Error(`--${name} must be a whole number from 0 to ${most}.`)
}

const faultFrom = (name: string) =>
  readFaultSetting(
    new Map<string, unknown>([
      ['name', name],
      ['seed', Number(options['fault-seed'])],
      ['share', Number(options['fault-share'])],
    ]),
  )

async function greet(sandbox: Sandbox): Promise<void> {
  if (sandbox.operator.state().length > 0) return
  const { walletId } = sandbox.operator.createWallet({
    name: 'First wallet',
    balanceMicro: 100_000n * MICRO_PER_CREDIT,
  })
  sandbox.operator.buyPack(walletId, 'Growth')
  const key = sandbox.operator.createKey(walletId)
  await sandbox.flush()
  console.log(
    `A wallet with 100,000 credits and the Growth pack was made. Its key, shown only now: ${key.reveal()}`,
  )
}

async function run(): Promise<void> {
  const latency = numberFrom('latency', options.latency, 600_000)
  const seed = numberFrom('seed', options.seed, 2 ** 31)
  const sandbox = await createSandbox({
    dataDir: options.data,
    seed,
    latencyMs: () => latency,
    preset: toPresetName(options.preset),
    limiter: toLimiterName(options.limiter),
  })
  if (options.fault !== undefined) sandbox.setFault(faultFrom(options.fault))
  const { baseUrl } = await sandbox.listen({ port: numberFrom('port', options.port, 65_535) })
  await greet(sandbox)
  console.log(`The sandbox listens at ${baseUrl}`)
  if (options['control-port'] !== undefined) {
    const port = numberFrom('control-port', options['control-port'], 65_535)
    console.log(`Its control port listens at ${(await sandbox.listenControl({ port })).baseUrl}`)
  }
  const stop = () => {
    sandbox.close().then(() => process.exit(0), fail)
  }
  process.once('SIGTERM', stop)
  process.once('SIGINT', stop)
}

function fail(error: unknown): never {
  console.error(error instanceof Error ? error.message : error)
  process.exit(1)
}

run().catch(fail)
