import { invalid, NANO_PER_CREDIT } from '@/lib/kernel'
import {
  COUNT_HABITS,
  createSandbox,
  FAULT_NAMES,
  LIMITER_NAMES,
  PACK_REQUEST_RATES,
  PRESET_NAMES,
  parseCountHabit,
  parseFormName,
  parseLatency,
  parseLimiterName,
  readFaultSetting,
  SANDBOX_SERVICES,
  type Sandbox,
  type SandboxService,
  SERVICE_PRICES,
} from '@/lib/sandbox'
import { parseWholeNumber, readCommandLine, type ServerCall } from './command-line'
import {
  connectOperatorConsole,
  type OperatorConsole,
  type OperatorConsoleState,
  openOperatorConsole,
} from './sandbox-desk'

/** Folder of the sandbox's wallets and keys unless another one is given. */
const DEFAULT_FOLDER = './.purser/sandbox-service'

/** `purser sandbox`: runs the sandbox as a service of its own, or one of its operator's commands. */
export async function runSandbox({ args }: ServerCall): Promise<number> {
  const [first = '', ...rest] = args
  if (first === '' || first.startsWith('-')) await serveSandbox(args)
  else if (isOperatorCommand(first)) await runOperatorCommand(first, rest, console.log)
  else
    throw invalid(
      `There is no command "${first}". There are: ${OPERATOR_COMMANDS.join(', ')}; without one the sandbox starts.`,
    )
  return 0
}

/** Output of `purser sandbox --help`. */
export const SANDBOX_HELP = `The sandbox: the whole API with pretend data and pretend credits.

purser sandbox [options]                  serves it; the first start creates a wallet and prints its key, once
  --port 4010                             where to listen, on this machine alone; 0 takes any free port
  --data ${DEFAULT_FOLDER}   where wallets and keys are kept
  --control-port 4011                     also listens for the operator; off unless given
  --seed 1                                chooses the people and posts
  --latency 0                             how long each answer takes, in milliseconds
  --latency-spread 0                      and by how much more or less, drawn from the seed
  --preset plain                          how the interface's gaps are filled: ${PRESET_NAMES.join(', ')};
                                          or the service to speak as: ${SANDBOX_SERVICES.join(', ')}
  --limiter sliding-log                   how requests are counted: ${LIMITER_NAMES.join(', ')}
  --counts exact                          how count is taken: ${COUNT_HABITS.join(', ')}
  --fault <name>                          fails on purpose, one of ${FAULT_NAMES.length} ways; see docs/call/sandbox.md
  --fault-seed 1, --fault-share 1         which requests meet the fault

purser sandbox <command> [options]        what the service's operator does
  create-wallet --name <name> [--balance <amount>] [--pack <pack>] [--service <service>]
  buy-pack --wallet <id> --pack <pack>    ${Object.keys(PACK_REQUEST_RATES).join(', ')}
  create-key --wallet <id>                prints the key, once
  revoke-key --prefix xd_live_<4 more>    the beginning of the key, as list shows it
  top-up --wallet <id> --amount <amount>
  list [--json]                           wallets, packs, keys and what was delivered to them
Each command takes
  --control http://127.0.0.1:4011         the control port of a sandbox that runs, or else
  --data ${DEFAULT_FOLDER}   the folder of one that does not`

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
async function serveSandbox(args: readonly string[]): Promise<void> {
  const options = readCommandLine(args, OPTIONS)
  const port = parseWholeNumber('port', options.port, 65_535)
  const control = options['control-port']
  const controlPort = control === undefined ? null : parseWholeNumber('control-port', control, 65_535)
  const latencyMs = parseWholeNumber('latency', options.latency, MAX_LATENCY_MS)
  const latency = parseLatency(
    latencyMs,
    parseWholeNumber('latency-spread', options['latency-spread'], latencyMs),
  )
  const seed = parseWholeNumber('seed', options.seed, 2 ** 31)
  const fault = options.fault === undefined ? null : faultFrom(options.fault, options)
  const [preset, limiter] = [parseFormName(options.preset), parseLimiterName(options.limiter)]
  const counts = parseCountHabit(options.counts)

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

const text = { type: 'string' } as const
const WHERE = { control: text, data: { ...text, default: DEFAULT_FOLDER } } as const

type Print = (line: string) => void
type Values = Readonly<Record<string, string | boolean | undefined>>

interface Command {
  readonly options: Readonly<Record<string, { readonly type: 'string' | 'boolean' }>>
  readonly needs: readonly string[]
  act(desk: OperatorConsole, option: (name: string) => string, print: Print, values: Values): Promise<void>
}

const TABLE = {
  'create-wallet': {
    options: { name: text, balance: text, pack: text, service: text },
    needs: ['name'],
    async act(desk, option, print, { balance, pack, service }) {
      const given = {
        name: option('name'),
        ...(typeof balance === 'string' && { balance }),
        ...(typeof pack === 'string' && { pack }),
        ...(typeof service === 'string' && { service }),
      }
      print(`Wallet ${await desk.createWallet(given)} was made.`)
    },
  },
  'buy-pack': {
    options: { wallet: text, pack: text },
    needs: ['wallet', 'pack'],
    async act(desk, option, print) {
      await desk.buyPack(option('wallet'), option('pack'))
      print(`The wallet has bought the ${option('pack')} pack.`)
    },
  },
  'create-key': {
    options: { wallet: text },
    needs: ['wallet'],
    act: async (desk, option, print) =>
      print(`The key, shown only now: ${await desk.createKey(option('wallet'))}`),
  },
  'revoke-key': {
    options: { prefix: text },
    needs: ['prefix'],
    async act(desk, option, print) {
      await desk.revokeKey(option('prefix'))
      print(`The key ${option('prefix')} is revoked: from now on it is answered 401.`)
    },
  },
  'top-up': {
    options: { wallet: text, amount: text },
    needs: ['wallet', 'amount'],
    async act(desk, option, print) {
      await desk.topUp(option('wallet'), option('amount'))
      print(`${option('amount')} was added.`)
    },
  },
  list: {
    options: { json: { type: 'boolean' } },
    needs: [],
    async act(desk, _, print, { json }) {
      const wallets = await desk.state()
      for (const line of json ? [JSON.stringify(wallets, null, 2)] : linesOf(wallets)) print(line)
    },
  },
} satisfies Record<string, Command>

type CommandName = keyof typeof TABLE

/** Names of the operator's commands. */
export const OPERATOR_COMMANDS: readonly string[] = Object.keys(TABLE)

export const isOperatorCommand = (name: string): name is CommandName => Object.hasOwn(TABLE, name)

/** Carries out one of the operator's commands. Throws `invalid` if the command line is wrong; nothing was done then. */
export async function runOperatorCommand(
  name: CommandName,
  args: readonly string[],
  print: Print,
): Promise<void> {
  const command: Command = TABLE[name]
  const values: Values = readCommandLine(args, { ...WHERE, ...command.options })
  const missing = command.needs.filter((need) => !values[need])
  if (missing.length > 0)
    throw invalid(`${name} needs ${missing.map((need) => `--${need}`).join(' and ')}. Try --help.`)
  const desk = await openDesk(values)
  try {
    await command.act(desk, (option) => String(values[option]), print, values)
  } finally {
    await desk.close()
  }
}

async function openDesk({ control, data }: Values): Promise<OperatorConsole> {
  if (typeof control !== 'string') return openOperatorConsole(String(data))
  if (!URL.canParse(control)) throw invalid('--control must be an address, such as http://127.0.0.1:4011.')
  return connectOperatorConsole(control)
}

function linesOf(wallets: OperatorConsoleState): string[] {
  if (wallets.length === 0) return ['There is no wallet yet. Make one with create-wallet.']
  return wallets.flatMap(({ id, name, service, unit, balance, packs, keys }) => [
    `${name} (${id}): ${balance} ${unit}${service === null ? '' : `, ${service}`}`,
    ...packs.map(({ pack, boughtAt }) => `  ${pack} pack, bought ${boughtAt.slice(0, 10)}`),
    ...keys.map(
      ({ prefix, revoked, requests, pages, items, refused }) =>
        `  ${prefix}…${revoked ? ' (revoked)' : ''}: ${requests} requests, ${pages} pages, ${items} items, ${refused} refused`,
    ),
  ])
}
